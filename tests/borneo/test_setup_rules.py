"""BO-1 to BO-3: components, set-up and the phases of a turn."""

from collections import Counter
from itertools import product

import pytest

from tests.borneo.position_builder import PositionBuilder, build_position, names, phase, play, row
from tests.moves import moves, refused
from tradewinds.games.borneo import GAME
from tradewinds.games.borneo.state import CARGO, CONTRACT
from tradewinds.games.borneo.view import BorneoView
from tradewinds.kernel.game import BoxError
from tradewinds.kernel.record import SPECTATOR
from tradewinds.kernel.sets import members
from tradewinds.match import Match

EDITIONS = ("card-2007", "board-2008")
BOXES = list(product(EDITIONS, (3, 4, 5)))
POINTS = {"one-of-each": 6, "four-alike": 8, "two-of-each": 15, "eight-alike": 20, "three-of-each": 25}


def new(edition: str = "board-2008", players: int = 4, seed: str = "new", **options: str) -> Match:
    return Match(GAME.box(players, edition, options), seed=seed)


def seen(match: Match, seat: int = SPECTATOR) -> BorneoView:
    view = match.view(seat)
    assert isinstance(view, BorneoView)
    return view


def ports_in_use(edition: str, players: int) -> set[str]:
    box = GAME.box(players, edition)
    return {box.labels["port"][port] for port in members(box.record.ports)}


def contracts_in_use(edition: str, players: int) -> list[int]:
    return [contract.left for contract in seen(new(edition, players)).contracts]


def place_all(match: Match) -> list[int]:
    """Place all merchants, spread over the companies; return the seats in order."""
    order, companies = [], ["red", "yellow", "green", "blue"]
    while phase(match) == "place":
        order.append(match.to_act)
        match.play(f"place {companies[len(order) % 4]}")
    return order


@pytest.mark.parametrize(("edition", "players"), BOXES)
def test_bo_1_1_players_merchants_companies(edition: str, players: int) -> None:
    match = new(edition, players)
    assert [company.name for company in seen(match).companies] == ["red", "yellow", "green", "blue"]
    assert Counter(place_all(match)) == dict.fromkeys(range(players), 3)


@pytest.mark.parametrize("players", [1, 2, 6])
def test_bo_1_1_three_to_five_players(players: int) -> None:
    assert list(GAME.players) == [3, 4, 5]
    with pytest.raises(BoxError):
        GAME.box(players)


def cards(edition: str, deck: str) -> list[tuple[str, str, bool]]:
    """Return flags and spice of every card and whether it has a "2", from the box record."""
    box = GAME.box(3, edition, {"deck": deck} if deck else {})
    record, found = box.record, []
    for card in range(60):
        flags = "".join("rygb"[company] for company in record.flag[card])
        single = [spice for spice in range(4) if int(record.single[spice]) >> card & 1]
        double = [spice for spice in range(4) if int(record.double[spice]) >> card & 1]
        assert len(single) + len(double) == 1
        spice = ("pepper", "cinnamon", "cloves", "nutmeg")[(single + double)[0]]
        assert box.labels["card"][card].split(".")[0] == f"{flags}-{spice}{'2' if double else ''}"
        found.append((flags, spice, bool(double)))
    return found


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("deck", ["a", "b"])
def test_bo_1_2_both_decks_in_both_editions(edition: str, deck: str) -> None:
    assert len(cards(edition, deck)) == 60
    assert {spice for _, spice, _ in cards(edition, deck)} == {"pepper", "cinnamon", "cloves", "nutmeg"}
    assert 0 < sum(double for _, _, double in cards(edition, deck)) < 60


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_1_2_deck_a(edition: str) -> None:
    shapes = Counter((tuple(sorted(Counter(flags).values())), double) for flags, _, double in cards(edition, "a"))
    assert shapes == {((1, 3), False): 48, ((1, 1, 1, 1), True): 12}


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_1_2_deck_b(edition: str) -> None:
    assert {tuple(sorted(Counter(flags).values())) for flags, _, _ in cards(edition, "b")} == {(1, 3)}
    assert any(double for _, _, double in cards(edition, "b"))


def test_bo_1_2_default_decks() -> None:
    assert cards("card-2007", "") == cards("card-2007", "a")
    assert cards("board-2008", "") == cards("board-2008", "b")


TABLE = {
    "pepper": ("Bantam", "Tidore", "Banjarmasin"),
    "cinnamon": ("Colombo", "Malacca", "Batavia"),
    "cloves": ("Ternate", "Ambon", "Bacan"),
    "nutmeg": ("Banda", "Makassar", "Brunei"),
}
VALUES = ((3, 5), (4, 6), (5, 7))


def printed_ports(edition: str) -> dict[str, tuple[str, int, int, str]]:
    """Return the ports of the box record: spice, limit, monopoly, mark."""
    box = GAME.box(3, edition)
    record, found = box.record, {}
    for number, port in enumerate(box.data.ports.cards):
        spices = [name for spice, name in enumerate(TABLE) if int(record.spice_ports[spice]) >> number & 1]
        spices += ["joker"] if int(record.jokers) >> number & 1 else []
        assert len(spices) == 1
        found[port.name] = spices[0], int(record.limit[number]), int(record.monopoly[number]), port.marked
    return found


def test_bo_1_3_ports_of_the_card_game() -> None:
    expected = {
        name: (spice, *value, "") for spice, row in TABLE.items() for name, value in zip(row, VALUES, strict=True)
    }
    assert len(expected) == 12
    assert printed_ports("card-2007") == expected


def test_bo_1_3_ports_of_the_board_game() -> None:
    expected = {
        name: (spice, *value, "")
        for spice, row in TABLE.items()
        for name, value in zip(row[1:], VALUES[1:], strict=True)
    }
    expected |= dict.fromkeys(("Manila", "Macao", "Aceh", "Surat"), ("joker", 3, 5, "3/4"))
    expected |= dict.fromkeys(("Goa", "Nagasaki"), ("joker", 5, 7, "5"))
    assert len(expected) == 14
    assert printed_ports("board-2008") == expected


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_1_4_points_and_demands(edition: str) -> None:
    found = {contract.name: contract for contract in seen(new(edition)).contracts}
    assert {name: contract.points for name, contract in found.items()} == POINTS
    asked = {name: (contract.each, contract.alike) for name, contract in found.items()}
    assert asked == {
        "one-of-each": (1, 0),
        "four-alike": (0, 4),
        "two-of-each": (2, 0),
        "eight-alike": (0, 8),
        "three-of-each": (3, 0),
    }


def test_bo_1_4_number_of_contracts() -> None:
    assert [contract.name for contract in seen(new()).contracts] == list(POINTS)
    assert contracts_in_use("card-2007", 5) == [3, 3, 2, 2, 2]
    assert contracts_in_use("board-2008", 5) == [4, 4, 3, 3, 2]


@pytest.mark.parametrize(
    ("old", "new_text", "rule"),
    [
        ('"yrrr", ', "", "BO-1.2"),
        ('name = "Tidore"', 'name = "Malacca"', "BO-1.3"),
        ("alike = 4", "alike = 4, each = 1", "BO-1.4"),
    ],
)
def test_bo_1_5_a_wrong_file_is_refused(old: str, new_text: str, rule: str) -> None:
    text = GAME.edition_file("board-2008").decode()
    assert GAME.check_box(text.encode()).errors == []
    wrong = text.replace(old, new_text, 1).encode()
    assert rule in [problem.values["rule"] for problem in GAME.check_box(wrong).errors]
    with pytest.raises(BoxError):
        GAME.box(3, file=wrong)


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_1_5_a_corrected_file_is_played(edition: str) -> None:
    text = GAME.edition_file(edition).decode()
    assert GAME.check_box(text.encode()).differences == []
    corrected = text.replace('name = "Tidore", limit = 4, monopoly = 6', 'name = "Tidore", limit = 3, monopoly = 7')
    report = GAME.check_box(corrected.encode())
    assert (report.errors, report.differences) == ([], [])
    box = GAME.box(3, file=corrected.encode())
    tidore = list(box.labels["port"]).index("Tidore")
    assert (box.record.limit[tidore], box.record.monopoly[tidore]) == (3, 7)


@pytest.mark.parametrize(
    ("old", "new_text"),
    [
        ('  { name = "Brunei", limit = 5, monopoly = 7, spice = "nutmeg" },\n', ""),
        ('spice = "joker", marked = "5"', 'spice = "joker"'),
        ("points = 20", "points = 8"),
        ("points = 25, copies = 2", "points = 25, copies = 3"),
        ('"yrrr", ', '"yyrr", '),
    ],
)
def test_bo_1_5_counts_of_the_rulebook_are_checked(old: str, new_text: str) -> None:
    text = GAME.edition_file("board-2008").decode()
    assert old in text
    report = GAME.check_box(text.replace(old, new_text).encode())
    assert report.errors == []
    assert report.differences


@pytest.mark.parametrize(("edition", "players"), BOXES)
def test_bo_2_1_cards_and_ports(edition: str, players: int) -> None:
    match = new(edition, players)
    state = match.state
    hands = [members(state.hand[seat]) for seat in range(players)]
    assert [len(hand) for hand in hands] == [3] * players
    pile = members(state.draw)
    assert sorted([card for hand in hands for card in hand] + pile) == list(range(60))
    assert len(pile) == 60 - 3 * players
    assert state.discard == 0
    open_ports = [match.box.labels["port"][port] for port in state.port]
    closed = names(match, state.pile, "port")
    assert len(set(open_ports)) == 3
    assert sorted(open_ports + closed) == sorted(ports_in_use(edition, players))
    assert len(seen(match).ports) == 3
    assert GAME.rules.check(match.box.record, state) == 0


def test_bo_2_1_dealt_at_random() -> None:
    deals = [new(seed=str(seed)).state for seed in range(40)]
    assert len({int(state.hand[0]) for state in deals}) > 30
    assert {int(port) for state in deals for port in state.port} == set(range(12))
    assert {card for state in deals for seat in range(4) for card in members(state.hand[seat])} == set(range(60))


@pytest.mark.parametrize("players", [3, 4])
def test_bo_2_2_board_game_with_three_or_four(players: int) -> None:
    ports = ports_in_use("board-2008", players)
    assert len(ports) == 12
    assert not {"Goa", "Nagasaki"} & ports
    assert contracts_in_use("board-2008", players) == [3, 3, 2, 2, 2]


def test_bo_2_2_board_game_with_five() -> None:
    ports = ports_in_use("board-2008", 5)
    assert len(ports) == 10
    assert {"Goa", "Nagasaki"} < ports
    assert not {"Manila", "Macao", "Aceh", "Surat"} & ports
    assert sum(contracts_in_use("board-2008", 5)) == 16


@pytest.mark.parametrize("players", [3, 4, 5])
def test_bo_2_2_card_game_uses_everything(players: int) -> None:
    assert len(ports_in_use("card-2007", players)) == 12
    assert sum(contracts_in_use("card-2007", players)) == 12


@pytest.mark.parametrize("stores", ["open", "closed"])
def test_bo_2_3_contracts_lie_open(stores: str) -> None:
    def one_taken(d: PositionBuilder) -> None:
        d.state.fulfilled[1, 3] = 1

    match = build_position(edit=one_taken, stores=stores)
    for seat in (SPECTATOR, 0, 1, 2):
        assert [contract.left for contract in seen(match, seat).contracts] == [3, 3, 2, 1, 2]


def test_bo_2_4_printed_example() -> None:
    match = new("card-2007", 4, start="1")
    assert place_all(match) == [0, 1, 2, 3, 3, 2, 1, 0, 0, 1, 2, 3]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_2_4_start_player_of_the_host(edition: str) -> None:
    match = new(edition, 4, start="3")
    assert match.to_act == 2
    assert place_all(match) == [2, 3, 0, 1, 1, 0, 3, 2, 2, 3, 0, 1]
    assert (match.to_act, phase(match)) == (2, "merchants")


@pytest.mark.parametrize(("edition", "players"), BOXES)
def test_bo_2_4_there_and_back_and_there(edition: str, players: int) -> None:
    match = new(edition, players, start="2")
    there = [(1 + seat) % players for seat in range(players)]
    assert place_all(match) == there + there[::-1] + there
    assert (match.to_act, match.state.turn) == (1, 1)


def test_bo_2_4_start_player_at_random() -> None:
    drawn = Counter(new(seed=str(seed)).to_act for seed in range(60))
    assert set(drawn) == {0, 1, 2, 3}
    match = new(seed="any")
    first = match.to_act
    assert place_all(match)[0] == first
    assert match.to_act == first


def test_bo_2_4_at_the_end_of_a_row() -> None:
    match = play(new("card-2007", 3, start="1"), "place red", "place red", "place blue", "place red")
    assert (row(match, "red"), row(match, "blue")) == ([0, 1, 2], [2])


def test_bo_2_4_not_behind_ones_own_in_the_card_game() -> None:
    match = play(new("card-2007", 3, start="1"), "place red", "place red", "place blue")
    assert match.to_act == 2
    assert refused(match, "place blue") == ("BO-2.4", "behind_own")
    assert moves(match) == ["place red", "place yellow", "place green"]
    play(match, "place red", "place blue")
    # Behind another player's merchant one's own may be placed in the same row.
    play(match, "place blue")
    assert row(match, "blue") == [2, 1, 0]
    assert "place red" in moves(match)
    assert row(play(match, "place red"), "red") == [0, 1, 2, 0]


def test_bo_2_4_behind_ones_own_later_in_the_card_game() -> None:
    match = build_position("card-2007", edit=lambda d: d.rows(red="1 0", yellow="0"))
    assert row(play(match, "transfer yellow 1 red"), "red") == [1, 0, 0]


def test_bo_2_4_behind_ones_own_in_the_board_game() -> None:
    match = play(new("board-2008", 3, start="1"), "place red", "place red", "place blue", "place blue")
    assert row(match, "blue") == [2, 2]


def test_bo_2_4_five_spaces_in_the_board_game() -> None:
    match = play(new("board-2008", 4, start="1"), *["place red"] * 5)
    assert row(match, "red") == [0, 1, 2, 3, 3]
    assert refused(match, "place red") == ("BO-2.4", "row_full")
    assert moves(match) == ["place yellow", "place green", "place blue"]


def test_bo_2_4_no_end_of_a_row_in_the_card_game() -> None:
    match = new("card-2007", 5, start="1")
    play(match, *["place red"] * 5, "place blue", *["place red"] * 4, "place blue", *["place red"] * 4)
    assert row(match, "red") == [0, 1, 2, 3, 4, 3, 2, 1, 0, 1, 2, 3, 4]


def test_bo_2_4_nothing_else_in_set_up() -> None:
    match = new()
    assert moves(match) == ["place red", "place yellow", "place green", "place blue"]
    assert refused(match, "pass")[1] == "cannot_pass"
    for unknown in (-1, match.game.actions):
        refusal = match.refusal(unknown)
        assert refusal is not None
        assert refusal.phrases[0].key == "borneo.refusal.no_such_action"
    place_all(match)
    assert refused(match, "place red") == ("BO-2.4", "not_placing")


def test_bo_2_5_a_fourth_round() -> None:
    match = new("board-2008", 3, start="2", merchants="4")
    assert place_all(match) == [1, 2, 0, 0, 2, 1, 1, 2, 0, 0, 2, 1]
    assert (match.to_act, phase(match)) == (1, "merchants")
    assert Counter(seat for company in seen(match).companies for seat in company.merchants) == {0: 4, 1: 4, 2: 4}


@pytest.mark.parametrize(("edition", "players"), [box for box in BOXES if box != ("board-2008", 3)])
def test_bo_2_5_only_the_board_game_with_three(edition: str, players: int) -> None:
    with pytest.raises(BoxError):
        GAME.box(players, edition, {"merchants": "4"})


def rich(d: PositionBuilder) -> None:
    """Let seat 0 start its turn with four alike in the store."""
    d.turn(0, CONTRACT)
    d.store(0, *PEPPER)


PEPPER = ("yrrr-pepper", "rgrr-pepper", "rrbr-pepper", "yryy-pepper")


def pay_all(match: Match, contract: str, *goods: str) -> Match:
    return play(match, f"contract {contract}", *(f"pay {name}" for name in goods), "done")


def test_bo_3_1_one_contract_may_be_fulfilled() -> None:
    match = build_position(edit=rich)
    assert moves(match) == ["pass", "contract four-alike"]
    pay_all(match, "four-alike", *PEPPER)
    assert (match.to_act, phase(match)) == (0, "merchants")
    assert phase(play(build_position(edit=rich), "pass")) == "merchants"


def test_bo_3_1_not_a_second_one() -> None:
    def twice(d: PositionBuilder) -> None:
        rich(d)
        d.spice(0, "cloves", 4)

    match = pay_all(build_position(edit=twice), "four-alike", *PEPPER)
    assert refused(match, "contract four-alike") == ("BO-3.1", "contracts_first")


def test_bo_3_1_first_of_all() -> None:
    match = build_position(edit=rich)
    card = names(match, match.state.hand[0])[0]
    assert refused(match, f"lay {card} left") == ("BO-3.3", "cargo_later")
    assert refused(match, "transfer red 1 blue")[0] == "BO-3.2"
    play(match, "pass", "pass")
    assert refused(match, "contract four-alike") == ("BO-3.1", "contracts_first")


def test_bo_3_1_a_payment_is_finished_first() -> None:
    match = play(build_position(edit=rich), "contract four-alike")
    assert refused(match, "contract four-alike") == ("BO-3", "finish_first")
    assert refused(match, "transfer red 1 blue") == ("BO-3", "finish_first")


def test_bo_3_2_merchants_before_cargo() -> None:
    match = build_position()
    card = names(match, match.state.hand[0])[0]
    assert refused(match, f"lay {card} left") == ("BO-3.3", "cargo_later")
    play(match, "pass")
    assert phase(match) == "cargo"
    assert refused(match, "transfer red 1 blue") == ("BO-3.2", "merchants_later")


def test_bo_3_2_a_transfer_or_a_challenge() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.rows(red="1 0")
        d.hand(0, "rrry-nutmeg", "yrrr-pepper", "bbbr-pepper")

    match = play(build_position(edit=arrange), "transfer red 2 blue")
    assert phase(match) == "cargo"
    assert {move.split()[0] for move in moves(match)} == {"lay"}
    match = play(build_position(edit=arrange), "challenge red 2 1", "commit yrrr-pepper", "done", "done", "swap")
    assert (match.to_act, phase(match)) == (0, "cargo")
    assert {move.split()[0] for move in moves(match)} == {"lay"}
    assert refused(match, "challenge red 2 1") == ("BO-3.2", "merchants_later")


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_3_3_a_card_must_be_laid(edition: str) -> None:
    match = build_position(edition, edit=lambda d: d.turn(0, CARGO))
    assert refused(match, "pass") == ("BO-3.3", "cannot_pass")
    hand = names(match, match.state.hand[0])
    assert sorted(moves(match)) == sorted(f"lay {card} {slot}" for card in hand for slot in ("left", "middle", "right"))
    match.play(f"lay {hand[0]} middle")
    assert names(match, 1 << int(match.state.lying[1, 0])) == [hand[0]]


def test_bo_3_3_goods_are_shared_before_the_draw() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.turn(0, CARGO)
        d.rows(red="1 2", yellow="0")
        d.hand(0, "rrry-nutmeg", "yyby-nutmeg", "gbbb-nutmeg")
        d.ports("Manila", "Tidore", "Malacca")
        d.lying("left", "grrr-nutmeg")

    match = play(build_position(edit=arrange), "lay rrry-nutmeg left")
    assert (match.to_act, phase(match)) == (1, "share")
    assert match.state.hand_size[0] == 2
    match.play("take grrr-nutmeg")
    assert match.state.hand_size[0] == 4
    assert (match.to_act, phase(match)) == (1, "merchants")


def test_bo_3_4_two_cards_are_drawn_and_the_left_neighbour_is_next() -> None:
    match = build_position(edit=lambda d: d.turn(2, CARGO))
    before = members(match.state.hand[2])
    card = names(match, match.state.hand[2])[0]
    match.play(f"lay {card} left")
    after = members(match.state.hand[2])
    assert (len(before), len(after)) == (3, 4)
    assert len(set(after) & set(before)) == 2
    assert (match.to_act, phase(match)) == (0, "merchants")


@pytest.mark.parametrize(("held", "discards"), [(5, 0), (6, 1)])
def test_bo_3_4_down_to_six(held: int, discards: int) -> None:
    cards = ("rrry-nutmeg", "grrr-nutmeg", "rbrr-nutmeg", "ryyy-nutmeg", "ygyy-nutmeg", "yyby-nutmeg")

    def arrange(d: PositionBuilder) -> None:
        d.turn(0, CARGO)
        d.hand(0, *cards[:held])

    match = play(build_position(edit=arrange), f"lay {cards[0]} left")
    for _ in range(discards):
        assert (match.to_act, phase(match)) == (0, "discard")
        assert refused(match, "pass")[1] == "cannot_pass"
        match.play(f"discard {cards[1]}")
    assert match.state.hand_size[0] == 6
    assert match.to_act == 1

"""BO-7 and its clarifications: laying cargo and sharing it out."""

from itertools import product

import numpy as np
import pytest

from tests.borneo.position_builder import Edition, PositionBuilder, build_position, custom_box, names, phase, play
from tests.moves import moves, refused
from tradewinds.games.borneo.state import CARGO, SLOT_NAMES
from tradewinds.kernel.record import NONE
from tradewinds.kernel.sets import members
from tradewinds.match import Match

EDITIONS = ("card-2007", "board-2008")
MORE_FLAGS = custom_box("card-2007", monopoly_tie="more-flags")
SHORT = {"card-2007": "Bantam", "board-2008": "Manila"}
"""A port with limit 3 and monopoly 5; Tidore has 4 and 6, Brunei 5 and 7 in both editions."""


def laid(edition: Edition, port: str, *cards: str, players: int = 4, **rows: str) -> Match:
    """Return a match in which seat 0 has just laid the last of these cards at the left port."""

    def arrange(d: PositionBuilder) -> None:
        d.ports(port, "Banjarmasin", "Batavia")
        d.lying("left", *cards[:-1])
        d.hand(0, cards[-1])
        d.rows(**rows)
        d.turn(0, CARGO)

    return play(build_position(edition, players, arrange), f"lay {cards[-1]} left")


def takers(match: Match) -> list[int]:
    """Return the seats that get a card, in order, if the first card at the port is always taken."""
    found: list[int] = []
    while phase(match) == "share":
        seat, before = match.to_act, match.state.store_size.copy()
        match.play(match.legal()[0])
        gained = match.state.store_size - before
        gained[seat] -= 1
        found += [seat, *(int(other) for other in np.flatnonzero(gained))]
    return found


def flags(match: Match) -> dict[str, int]:
    """Return the visible flags at the left port."""
    return {flags.company: flags.count for flags in match.view().ports[0].flags}  # type: ignore[attr-defined]


def ports_of(match: Match, seat: int) -> list[str]:
    return names(match, match.state.port_store[seat], "port")


def test_bo_7_1_one_card_of_the_hand_at_any_open_port() -> None:
    hand = ("yrrr-pepper", "gbgg-cinnamon", "bbby-nutmeg")

    def arrange(d: PositionBuilder) -> None:
        d.hand(0, *hand)
        d.turn(0, CARGO)

    match = build_position(edit=arrange)
    assert sorted(moves(match)) == sorted(f"lay {card} {slot}" for card, slot in product(hand, SLOT_NAMES))
    assert refused(match, "lay rrrb-cinnamon left")[0] == "BO-7.1"
    play(match, "lay gbgg-cinnamon middle")
    assert [match.box.labels["card"][card] for card in match.state.lying[1] if card != NONE] == ["gbgg-cinnamon"]
    assert "gbgg-cinnamon" not in names(match, match.state.hand[0])
    assert {"yrrr-pepper", "bbby-nutmeg"} <= set(names(match, match.state.hand[0]))


def test_bo_7_1_a_card_must_be_laid() -> None:
    match = play(build_position(), "pass")
    assert (match.to_act, phase(match)) == (0, "cargo")
    refused(match, "pass")


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_7_1_covered_flags_do_not_count(edition: str) -> None:
    # With the covered red flag of the first card it would be 6, a monopoly.
    match = laid(edition, "Tidore", "rrbr-pepper", "rrrb-cinnamon")
    assert flags(match) == {"red": 5, "blue": 2}
    assert (match.to_act, phase(match)) == (1, "merchants")
    assert [card for card in match.state.lying[0] if card != NONE] == [
        match.box.labels["card"].index(name) for name in ("rrbr-pepper", "rrrb-cinnamon")
    ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_7_1_the_lower_flag_of_the_last_card_counts(edition: str) -> None:
    match = laid(edition, SHORT[edition], "rrbr-pepper", "rrgr-cinnamon", red="1 2")
    assert phase(match) == "share"
    assert takers(match) == [1, 2]


def test_bo_7_1_all_flags_of_a_single_card_and_none_of_no_card() -> None:
    assert flags(laid("board-2008", "Tidore", "rrbr-pepper")) == {"red": 3, "blue": 1}
    assert flags(build_position(edit=lambda d: d.ports("Tidore", "Banjarmasin", "Batavia"))) == {}


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_7_2_monopoly_before_the_limit(edition: str) -> None:
    match = laid(edition, "Tidore", "rrrg-cloves", "rrrb-cinnamon", red="1 2 3")
    assert (phase(match), match.to_act) == ("share", 1)
    assert takers(match) == [1, 2]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_7_2_limit_without_monopoly(edition: str) -> None:
    three = ("yyry-cinnamon", "ggbg-cloves", "yyby-nutmeg")
    match = laid(edition, "Tidore", *three)
    assert phase(match) == "merchants"
    assert flags(match) == {"yellow": 5, "red": 1, "green": 2, "blue": 2}
    assert phase(laid(edition, "Tidore", *three, "rrry-nutmeg")) == "share"


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_7_2_more_flags_than_the_monopoly_needs(edition: str) -> None:
    match = laid(edition, SHORT[edition], "rrrg-cloves", "rrrb-cinnamon", red="1 2")
    assert takers(match) == [1, 2]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_7_2_the_monopoly_goes_first_when_both_are_reached(edition: str) -> None:
    cards = ("yyyb-pepper", "rrgr-cinnamon", "rrrb-cinnamon")
    match = laid(edition, SHORT[edition], *cards, red="1", yellow="2 3")
    assert takers(match) == [1, 1, 1]


FOUR = ("rrbr-pepper", "yyry-cinnamon", "bbgb-cinnamon", "rrgr-cinnamon")


@pytest.mark.parametrize(("edition", "owner"), [("card-2007", 1), ("board-2008", 0)])
def test_bo_7_3_printed_example(edition: str, owner: int) -> None:
    """Red has 6 of 6 flags with the fourth card; seat 0 laid it and has no merchant there."""
    match = laid(edition, "Tidore", *FOUR, red="1 2 3")
    assert (match.to_act, sorted(moves(match))) == (1, sorted(f"take {card}" for card in FOUR))
    assert ports_of(match, owner) == ["Tidore"]
    assert sum(match.state.port_store_size) == 1
    play(match, "take yyry-cinnamon", "take rrbr-pepper", "take rrgr-cinnamon")
    assert [names(match, match.state.store[seat]) for seat in range(4)] == [
        [],
        ["yyry-cinnamon", "bbgb-cinnamon"],
        ["rrbr-pepper"],
        ["rrgr-cinnamon"],
    ]


FIVE = ("yyyb-pepper", "yyyr-cloves", "rrrb-cinnamon", "rrrg-cloves")
"""Six yellow flags and six red ones show, of which Brunei asks for seven."""


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("last", "expected"),
    [
        # Yellow has 7 flags and red 9, yet yellow's comes first.
        ("yrrr-pepper", [1, 2, 1, 2, 1]),
        ("ryrr-cinnamon", [3, 2, 3, 2, 3]),
        ("rryr-cloves", [3, 2, 3, 2, 3]),
        # The upper row is before the lower one.
        ("rrry-nutmeg", [3, 2, 3, 2, 3]),
        ("yyry-cinnamon", [1, 2, 1, 2, 1]),
        # Red has 7 flags and yellow 9.
        ("ryyy-nutmeg", [3, 2, 3, 2, 3]),
        # Green comes first on this card but has no monopoly.
        ("grrr-nutmeg", [3, 2, 3, 2, 3]),
    ],
)
def test_bo_7_3_several_companies_reach_the_number(edition: str, last: str, expected: list[int]) -> None:
    assert takers(laid(edition, "Brunei", *FIVE, last, yellow="1 2", red="3 2")) == expected


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        # Yellow 7 flags and red 9, whichever comes first.
        ("yrrr-pepper", [3, 2, 3, 2, 3]),
        ("ryrr-cinnamon", [3, 2, 3, 2, 3]),
        # Red 7 and yellow 9.
        ("ryyy-nutmeg", [1, 2, 1, 2, 1]),
        ("yyry-cinnamon", [1, 2, 1, 2, 1]),
        # Green has the first flag but no monopoly.
        ("grrr-nutmeg", [3, 2, 3, 2, 3]),
    ],
)
def test_bo_7_3_more_flags_by_the_other_reading(last: str, expected: list[int]) -> None:
    assert takers(laid(MORE_FLAGS, "Brunei", *FIVE, last, yellow="1 2", red="3 2")) == expected


@pytest.mark.parametrize(("last", "expected"), [("yrbg-pepper2", [1, 2, 1, 2, 1]), ("rgby-cinnamon2", [3, 2, 3, 2, 3])])
def test_bo_7_3_level_companies_by_the_other_reading(last: str, expected: list[int]) -> None:
    """Seven flags each: the first flag on the last card decides."""
    match = laid(MORE_FLAGS, "Brunei", *FIVE, last, yellow="1 2", red="3 2")
    assert takers(match) == expected
    assert ports_of(match, expected[0]) == ["Brunei"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_7_3_again_from_the_first_until_none_is_left(edition: str) -> None:
    match = laid(edition, "Brunei", *FIVE, "grrr-nutmeg", red="2 3 2")
    assert takers(match) == [2, 3, 2, 2, 3]
    assert match.state.lying[0].tolist() == [NONE] * 8


@pytest.mark.parametrize(("edition", "owner"), [("card-2007", 2), ("board-2008", 0)])
def test_bo_7_3_the_port_when_the_player_is_second_there(edition: str, owner: int) -> None:
    match = laid(edition, "Tidore", *FOUR, red="2 0")
    assert ports_of(match, owner) == ["Tidore"]
    assert takers(match) == [2, 0, 2, 0]
    assert match.state.port_store_size.tolist()[:4] == [int(seat == owner) for seat in range(4)]


SIX_FIVE_FIVE = ("ryrr-cinnamon", "yyry-cinnamon", "ggrg-pepper", "yryy-pepper", "gggr-cinnamon")
"""Red 6, yellow and green 5, yellow first; no blue flag."""


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_7_4_printed_example(edition: str) -> None:
    """Yellow 5, red 4, green and blue 2, green's first flag before blue's."""
    match = laid(
        edition,
        "Tidore",
        *("yyry-cinnamon", "ggbg-cloves", "yyby-nutmeg", "rrry-nutmeg"),
        players=4,
        **{"yellow": "3 0 0", "red": "2 1 1", "green": "1 2 2", "blue": "0 3 3"},
    )
    assert takers(match) == [3, 2, 1, 0]


def test_bo_7_4_printed_example_with_a_card_of_four_companies() -> None:
    match = laid(
        "card-2007",
        "Tidore",
        *("yyry-cinnamon", "rrgr-cinnamon", "yyby-nutmeg", "gybr-pepper2"),
        players=4,
        **{"yellow": "3 0 0", "red": "2 1 1", "green": "1 2 2", "blue": "0 3 3"},
    )
    assert takers(match) == [3, 2, 1, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_7_4_the_port_goes_to_who_laid_the_last_card(edition: str) -> None:
    # Seat 0 has merchants only in a company that shows no flag.
    match = laid(edition, "Brunei", *SIX_FIVE_FIVE, red="1 2 3", yellow="2 3 2", green="3 1 1", blue="0 0 0")
    assert ports_of(match, 0) == ["Brunei"]
    assert takers(match) == [1, 2, 3, 2, 3]
    assert match.state.port_store_size.tolist() == [1, 0, 0, 0, 0]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("company", ["red", "yellow", "green", "blue"])
def test_bo_7_4_the_port_regardless_of_first_ranks(edition: str, company: str) -> None:
    rows = {name: "1 2 2" if name == company else "" for name in ("red", "yellow", "green", "blue")}
    rows["red" if company != "red" else "yellow"] = "3 1 3"
    filled = {name: row for name, row in rows.items() if row}
    match = laid(edition, "Brunei", *SIX_FIVE_FIVE, players=4, **filled)
    assert ports_of(match, 0) == ["Brunei"]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        # Green comes first with 1 flag; red has 5, yellow 2, blue 1.
        (("grrr-nutmeg", "yyyb-pepper", "rrry-nutmeg"), [3, 1, 2]),
        # Green 3, then red 4, then blue 3 with its first flag last.
        (("gggr-cinnamon", "rbbb-cinnamon", "rrrb-cinnamon"), [3, 2, 0]),
    ],
)
def test_bo_7_4_most_flags_first_wherever_they_appear(
    edition: str, cards: tuple[str, ...], expected: list[int]
) -> None:
    def arrange(d: PositionBuilder) -> None:
        d.ports("Brunei", "Banjarmasin", "Batavia")
        d.box.record.limit[d.port("Brunei")] = 3
        d.lying("left", *cards[:-1])
        d.hand(0, cards[-1])
        d.rows(red="3 3 3", yellow="1 1 1", green="2 2 2", blue="0 0 0")
        d.turn(0, CARGO)

    assert takers(play(build_position(edition, 4, arrange), f"lay {cards[-1]} left")) == expected


def test_bo_7_4_eight_cards_at_a_port() -> None:
    """No printed port holds so many, but one of a custom box may."""
    cards = ("yyyr-cloves", "gggr-cinnamon", "rrry-nutmeg", "bbby-nutmeg", "yryy-pepper", "grgg-nutmeg", "brbb-cloves")

    def arrange(d: PositionBuilder) -> None:
        d.ports("Tidore", "Banjarmasin", "Batavia")
        d.box.record.limit[d.port("Tidore")] = 8
        d.box.record.monopoly[d.port("Tidore")] = 99
        d.lying("left", *cards)
        d.hand(0, "yrrr-pepper")
        d.turn(0, CARGO)

    match = play(build_position(players=4, edit=arrange), "lay yrrr left")
    assert len(moves(match)) == 8
    play(match, "take yrrr")
    assert match.state.lying[0].tolist()[7] == NONE
    assert len(moves(match)) == 7
    takers(match)
    assert (match.state.store_size.sum(), set(match.state.lying[0].tolist())) == (8, {NONE})


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_7_4_a_covered_flag_is_no_first_appearance(edition: str) -> None:
    # Yellow, green and blue show 3 flags each; a blue one is covered on the first card, a red one on the second.
    cards = ("yyyb-pepper", "gggr-cinnamon", "bbbr-pepper")
    match = laid(edition, SHORT[edition], *cards, yellow="1 0 0", green="2 1 1", blue="3 2 2", red="0 3 3")
    assert takers(match) == [1, 2, 3]


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        # Red and yellow 3, blue and green 2: on the first card from left to right red, blue, yellow.
        (("rbyg-cloves2", "gryb-nutmeg2", "ybgr-nutmeg2"), [0, 1, 3]),
        # Red and yellow 4, green in the upper row and blue in the lower one of the last card.
        (("ryrr-cinnamon", "yyry-cinnamon", "ygrb-cinnamon2"), [0, 1, 2]),
        (("ryrr-cinnamon", "yyry-cinnamon", "byrg-cinnamon2"), [0, 1, 3]),
    ],
)
def test_bo_7_4_level_companies_from_left_to_right_and_top_to_bottom(
    cards: tuple[str, ...], expected: list[int]
) -> None:
    match = laid("card-2007", "Bantam", *cards, red="0 0 0", yellow="1 1 1", green="2 2 2", blue="3 3 3")
    assert takers(match) == expected


def test_bo_7_4_the_order_is_shown_before_the_share_out() -> None:
    for cards, expected in (
        (("gggr-cinnamon", "rbbb-cinnamon", "rrrb-cinnamon"), {"red": 4, "green": 3, "blue": 3}),
        (("yyyb-pepper", "gggr-cinnamon", "bbbr-pepper"), {"yellow": 3, "green": 3, "blue": 3, "red": 1}),
        (("rbyg-cloves2", "gryb-nutmeg2", "ybgr-nutmeg2"), {"red": 3, "yellow": 3, "blue": 2, "green": 2}),
        ((), {}),
    ):

        def arrange(d: PositionBuilder, lying: tuple[str, ...] = cards) -> None:
            d.ports("Brunei", "Banjarmasin", "Batavia")
            d.lying("left", *lying)

        match = build_position("card-2007", 4, arrange)
        assert list(flags(match).items()) == list(expected.items())


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        # Second merchants after all first ones; yellow has none.
        ({"red": "0 1", "yellow": "2", "green": "1 0", "blue": "0 2 2 1"}, [0, 2, 1, 1, 0]),
        # Green is passed over; third merchants; then again from the first.
        ({"red": "0", "yellow": "1 2 1", "green": "", "blue": "0 0 1 2 2"}, [0, 1, 2, 1, 0]),
        # Red, which shows most, has no merchant.
        ({"red": "", "yellow": "2 2 0", "green": "1", "blue": "0 0 1 1 2"}, [2, 1, 2, 0, 2]),
        ({"red": "0", "yellow": "1", "green": "2 2 2", "blue": "0 0 1 1"}, [0, 1, 2, 2, 2]),
        ({"red": "", "yellow": "", "green": "1 2 1 1", "blue": "0 0 0 2 2"}, [1, 2, 1, 1, 1]),
    ],
)
def test_bo_7_4_ranks_and_companies_without_merchants(edition: str, rows: dict[str, str], expected: list[int]) -> None:
    assert takers(laid(edition, "Brunei", *SIX_FIVE_FIVE, players=3, **rows)) == expected


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_7_4_the_first_chooser_has_all_cards_to_choose_from(edition: str) -> None:
    match = laid(edition, "Brunei", *SIX_FIVE_FIVE, red="1 0 0", yellow="2 1 1", green="3 2 2")
    assert sorted(moves(match)) == sorted(f"take {card}" for card in SIX_FIVE_FIVE)
    play(match, "take ggrg-pepper")
    assert match.to_act == 2
    assert sorted(moves(match)) == sorted(f"take {card}" for card in SIX_FIVE_FIVE if card != "ggrg-pepper")


def test_bo_7_5_no_merchant_is_entitled() -> None:
    # Yellow shows 4 flags, green and red 3; all merchants are with blue. In board-2008 a row is too short for that.
    cards = ("yyyr-cloves", "gggr-cinnamon", "rrry-nutmeg")
    match = laid("card-2007", "Bantam", *cards, players=3, red="", yellow="", green="", blue="0 1 2 2 1 0 1 2 0")
    assert names(match, match.state.discard) == ["gggr-cinnamon", "yyyr-cloves", "rrry-nutmeg"]
    assert ports_of(match, 0) == ["Bantam"]
    assert (match.state.port_store_size.sum(), match.state.store_size.sum()) == (1, 0)
    assert (match.to_act, phase(match), match.state.hand_size[0]) == (1, "merchants", 2)


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_7_6_a_new_port_is_revealed(edition: str) -> None:
    def arrange(d: PositionBuilder) -> None:
        d.ports("Banjarmasin", "Tidore", "Batavia")
        d.lying("middle", "rrrg-cloves")
        d.hand(0, "rrrb-cinnamon")
        d.rows(red="1 2")
        d.turn(0, CARGO)

    match = build_position(edition, 3, arrange)
    pile, others = match.state.pile, match.state.port[[0, 2]].tolist()
    play(match, "lay rrrb middle")
    # Only at a share-out.
    assert (phase(match), match.state.port[1], match.state.pile) == ("share", NONE, pile)
    play(match, "take rrrg")
    assert match.state.port[1] in members(pile)
    assert members(match.state.pile) == [port for port in members(pile) if port != match.state.port[1]]
    assert match.state.port[[0, 2]].tolist() == others
    assert set(match.state.lying[1].tolist()) == {NONE}


SHARED_OUT = {
    "monopoly": (("rrrg-cloves", "rrrb-cinnamon"), {"red": "1 2"}),
    "by flags": (("yyry-cinnamon", "ggbg-cloves", "bbby-nutmeg", "rrry-nutmeg"), {"red": "1 2", "yellow": "0 2"}),
    "nobody": (("rrrg-cloves", "rrrb-cinnamon"), {"red": ""}),
}


@pytest.mark.parametrize("kind", SHARED_OUT)
def test_bo_7_6_any_port_of_the_pile_may_be_revealed(kind: str) -> None:
    cards, rows = SHARED_OUT[kind]

    def arrange(d: PositionBuilder) -> None:
        d.ports("Banjarmasin", "Tidore", "Batavia")
        d.lying("middle", *cards[:-1])
        d.hand(0, cards[-1])
        d.rows(**rows)
        d.pile(3)
        d.turn(0, CARGO)

    start, revealed = build_position(edit=arrange), set()
    for seed in range(40):
        match = play(Match(start.box, seed=str(seed), origin=start.state), f"lay {cards[-1]} middle")
        takers(match)
        (port,) = set(members(start.state.pile)) - set(members(match.state.pile))
        assert match.state.port.tolist() == [start.state.port[0], port, start.state.port[2]]
        assert set(match.state.lying[1].tolist()) == {NONE}
        revealed.add(port)
    assert revealed == set(members(start.state.pile))


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_12_10_monopoly_of_a_company_without_merchants(edition: str) -> None:
    match = laid(edition, "Tidore", *FOUR, red="")
    assert sorted(names(match, match.state.discard)) == sorted(FOUR)
    assert ports_of(match, 0) == ["Tidore"]
    assert (match.state.store_size.sum(), match.state.monopolies) == (0, 1)
    assert (match.to_act, phase(match), match.state.hand_size[0]) == (1, "merchants", 2)


def test_bo_12_15_the_last_card_goes_to_the_next_merchant() -> None:
    match = play(laid("board-2008", "Tidore", "rrrg-cloves", "rrrb-cinnamon", red="3 2"), "take rrrb-cinnamon")
    assert names(match, match.state.store[3]) == ["rrrb-cinnamon"]
    assert names(match, match.state.store[2]) == ["rrrg-cloves"]
    assert (match.to_act, phase(match)) == (1, "merchants")


def test_bo_12_15_the_only_card_is_taken_unasked() -> None:
    """No printed port is shared out with one card, but one of a custom box may be."""

    def arrange(d: PositionBuilder) -> None:
        d.ports("Tidore", "Banjarmasin", "Batavia")
        d.box.record.limit[d.port("Tidore")] = 1
        d.hand(0, "rrrb-cinnamon")
        d.rows(red="2 1")
        d.turn(0, CARGO)

    match = play(build_position(edit=arrange), "lay rrrb left")
    assert names(match, match.state.store[2]) == ["rrrb-cinnamon"]
    assert (match.to_act, phase(match)) == (1, "merchants")


@pytest.mark.parametrize(("stores", "asked"), [("open", "merchants"), ("closed", "contract")])
def test_bo_12_15_who_can_pay_no_contract(stores: str, asked: str) -> None:
    def arrange(d: PositionBuilder) -> None:
        d.spice(1, "pepper", 3)
        d.hand(0, "rrrb-cinnamon")
        d.turn(0, CARGO)

    match = play(build_position(edit=arrange, stores=stores), "lay rrrb left")
    assert (match.to_act, phase(match)) == (1, asked)
    if stores == "closed":
        assert moves(match) == ["pass"]


@pytest.mark.parametrize("stores", ["open", "closed"])
def test_bo_12_15_who_can_pay_is_asked(stores: str) -> None:
    def arrange(d: PositionBuilder) -> None:
        d.spice(1, "pepper", 4)
        d.hand(0, "rrrb-cinnamon")
        d.turn(0, CARGO)

    match = play(build_position(edit=arrange, stores=stores), "lay rrrb left")
    assert (match.to_act, phase(match)) == (1, "contract")
    assert moves(match) == ["pass", "contract four-alike"]


def test_bo_12_15_who_can_pay_only_what_is_gone_is_not_asked() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.spice(1, "pepper", 4)
        d.state.fulfilled[2, 1] = 3
        d.hand(0, "rrrb-cinnamon")
        d.turn(0, CARGO)

    match = play(build_position(edit=arrange), "lay rrrb left")
    assert (match.to_act, phase(match)) == (1, "merchants")


def test_bo_12_15_evicted_with_nowhere_else_to_go() -> None:
    def arrange(d: PositionBuilder) -> None:
        # With five spaces there is always room, so the test needs rows of four.
        d.box.record.row_spaces = 4
        d.rows(red="1 0 2")
        d.hand(0, "rrrb-cinnamon", "bbby-nutmeg")

    match = play(build_position("board-2008", 5, arrange), "challenge red 2 1", "commit rrrb", "done", "done")
    assert match.state.row[0, :4].tolist() == [0, 1, 2, NONE]
    assert (match.to_act, phase(match)) == (0, "cargo")


def test_bo_12_15_no_reward_without_a_card() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.rows(red="1 2 2 0")
        d.hand(0, "yyyr-cloves", "bbby-nutmeg")

    match = play(build_position(edit=arrange), "challenge red 4 1", "commit yyyr", "done")
    assert (match.to_act, phase(match)) == (1, "defend")
    play(match, "done")
    assert match.state.row[0, :4].tolist() == [1, 2, 2, 0]
    assert (match.to_act, phase(match)) == (0, "cargo")


def test_bo_12_17_every_port_of_the_pile_may_come_to_the_free_place() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.lying("right", "rrrg-cloves")
        d.ports("Banjarmasin", "Batavia", "Tidore")
        d.hand(0, "rrrb-cinnamon")
        d.rows(red="")
        d.pile(3)
        d.turn(0, CARGO)

    start = build_position(edit=arrange)
    revealed = [play(Match(start.box, seed=str(n), origin=start.state), "lay rrrb right") for n in range(40)]
    assert {int(match.state.port[2]) for match in revealed} == set(members(start.state.pile))
    assert {tuple(match.state.port[:2].tolist()) for match in revealed} == {tuple(start.state.port[:2].tolist())}


def test_bo_12_17_every_card_of_the_draw_pile_may_be_drawn() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.hand(0, "rrrb-cinnamon")
        d.turn(0, CARGO)
        d.discard_all_but(3)

    start = build_position(edit=arrange)
    drawn = [play(Match(start.box, seed=str(n), origin=start.state), "lay rrrb left") for n in range(60)]
    assert len({int(match.state.hand[0]) for match in drawn}) == 3
    assert all(match.state.hand[0] & ~start.state.draw == 0 for match in drawn)

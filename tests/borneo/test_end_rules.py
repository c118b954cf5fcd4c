"""BO-8 and BO-9 with their clarifications: drawing, the end of the game and scoring."""

from collections.abc import Callable

import pytest

from tests.borneo.position_builder import Edition, PositionBuilder, build_position, custom_box, names, phase, play
from tests.moves import moves, refused
from tradewinds.games.borneo import GAME
from tradewinds.games.borneo.state import CARGO, ENDING_NAMES
from tradewinds.kernel.record import NONE, SPECTATOR
from tradewinds.kernel.sets import members, size
from tradewinds.match import Match

EDITIONS = ("card-2007", "board-2008")
HAND = ("rrrb-cinnamon", "gbgg-cinnamon", "bbby-nutmeg", "yryy-pepper", "grgg-nutmeg", "brbb-cloves")


def leave(d: PositionBuilder, draw: int, discard: int) -> None:
    """Leave this many cards in the draw pile and the discard pile; the others go into seat 2's store."""
    d.fill_hands()
    labels = d.box.labels["card"]
    d.store(2, *[labels[card] for card in d.free[draw + discard :]])
    d.discard(*[labels[card] for card in d.free[draw:]])


def drawing(draw: int, discard: int, edition: Edition = "board-2008", hand: int = 1) -> Match:
    """Return a match in which seat 0 is to lay a card that triggers no share-out, and to draw."""

    def arrange(d: PositionBuilder) -> None:
        d.hand(0, *HAND[:hand])
        d.turn(0, CARGO)
        leave(d, draw, discard)

    return build_position(edition, edit=arrange)


def last_lay(d: PositionBuilder, seat: int = 0) -> None:
    """Let a seat end the game with its next card: no cargo is taken, the seat gets Tidore, and no port is left."""
    d.ports("Tidore", "Banjarmasin", "Batavia")
    d.lying("left", "rrrg-cloves")
    d.lying("right", "rggg-cloves")
    d.hand(seat, "rrrb-cinnamon", "gbgg-cinnamon")
    d.rows(red="")
    d.pile(0)
    d.turn(seat, CARGO)


def ended(
    edit: Callable[[PositionBuilder], object], edition: str = "board-2008", players: int = 3, **options: str
) -> Match:
    """Return a match that has just ended for lack of ports."""

    def arrange(d: PositionBuilder) -> None:
        last_lay(d)
        edit(d)

    return play(build_position(edition, players, arrange, **options), "lay rrrb left")


def ending(match: Match) -> str:
    return ENDING_NAMES[int(match.state.ending)]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("hand", [1, 3, 5])
def test_bo_8_1_two_cards_are_drawn(edition: str, hand: int) -> None:
    match = drawing(20, 0, edition, hand)
    before, pile = match.state.hand[0], match.state.draw
    play(match, "lay rrrb left")
    drawn = match.state.hand[0] & ~before
    assert (size(drawn), drawn & ~pile) == (2, 0)
    assert match.state.draw == pile & ~drawn
    assert (int(match.state.hand_size[0]), match.state.turn) == (hand + 1, 1)


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_8_1_down_to_six_cards_of_ones_own_choice(edition: str) -> None:
    match = play(drawing(20, 0, edition, 6), "lay rrrb left")
    assert (match.to_act, phase(match), match.state.hand_size[0]) == (0, "discard", 7)
    hand = names(match, match.state.hand[0])
    assert sorted(moves(match)) == sorted(f"discard {card}" for card in hand)
    refused(match, "pass")
    for card in hand:
        other = play(Match(match.box, seed="x", origin=match.state), f"discard {card}")
        assert names(other, other.state.discard) == [card]
        assert names(other, other.state.hand[0]) == [held for held in hand if held != card]
        assert other.state.turn == 1


@pytest.mark.parametrize("seat", range(3))
def test_bo_8_1_any_card_can_be_discarded(seat: int) -> None:
    """Including the first and the last in card order."""
    ends = ("yrrr-pepper", "rbbb-nutmeg2")

    def arrange(d: PositionBuilder) -> None:
        d.hand(seat, *HAND[:4], *ends)
        d.turn(seat, CARGO)

    match = play(build_position(edit=arrange), "lay rrrb left")
    assert (match.to_act, phase(match), match.state.hand_size[seat]) == (seat, "discard", 7)
    for card in ends:
        other = play(Match(match.box, seed="x", origin=match.state), f"discard {card}")
        assert names(other, other.state.discard) == [card]
        assert (other.state.turn, other.state.hand_size[seat]) == ((seat + 1) % 3, 6)


def test_bo_8_1_after_a_share_out_the_player_whose_turn_it_is_draws_and_discards() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.ports("Tidore", "Banjarmasin", "Batavia")
        d.lying("left", "rrrg-cloves")
        d.hand(0, *HAND)
        d.rows(red="1 2")
        d.turn(0, CARGO)

    match = play(build_position(edit=arrange), "lay rrrb left", "take rrrg")
    assert (match.to_act, phase(match), match.state.hand_size.tolist()) == (0, "discard", [7, 3, 3, 0, 0])


def test_bo_8_1_the_discard_pile_becomes_the_draw_pile() -> None:
    match = drawing(0, 7)
    discards = match.state.discard
    play(match, "lay rrrb left")
    assert (match.state.discard, match.state.hand[0] & ~discards) == (0, 0)
    assert match.state.draw == discards & ~match.state.hand[0]
    assert size(match.state.draw) == 5
    assert "borneo.story.shuffle" in [phrase.key for phrase in match.story(1)]


def test_bo_8_1_chance_decides_what_comes_after_a_shuffle() -> None:
    start = drawing(0, 4)
    drawn = {
        int(play(Match(start.box, seed=str(seed), origin=start.state), "lay rrrb left").state.hand[0])
        for seed in range(120)
    }
    # All pairs of the four cards occur.
    assert len(drawn) == 6
    assert all(size(pair) == 2 and pair & ~start.state.discard == 0 for pair in drawn)


def test_bo_8_1_the_story_names_both_cards_even_if_one_was_just_laid() -> None:
    """No merchant shares, so the card just laid is discarded, reshuffled and can be drawn at once."""

    def arrange(d: PositionBuilder) -> None:
        d.ports("Tidore", "Banjarmasin", "Batavia")
        d.lying("left", "rrrg-cloves")
        d.hand(0, "rrrb-cinnamon")
        d.rows(red="")
        d.turn(0, CARGO)
        leave(d, 0, 0)

    match = play(build_position(edit=arrange), "lay rrrb left")
    assert sorted(names(match, match.state.hand[0])) == ["rrrb-cinnamon", "rrrg-cloves"]
    told = [phrase for phrase in match.story(1, 0) if phrase.key == "borneo.story.draw"]
    assert [len(phrase.values["cards"]) for phrase in told] == [2]  # type: ignore[arg-type]


def test_bo_12_1_no_shuffle_before_a_card_must_be_drawn() -> None:
    match = drawing(2, 7)
    discards, pile = match.state.discard, match.state.draw
    play(match, "lay rrrb left")
    assert (match.state.draw, match.state.discard, match.state.hand[0]) == (0, discards, pile)
    assert "borneo.story.shuffle" not in [phrase.key for phrase in match.story(1)]
    # The next player needs cards: now it is shuffled.
    play(match, "pass", moves(play(Match(match.box, seed="x", origin=match.state), "pass"))[0])
    assert (match.state.discard, size(match.state.draw)) == (0, 5)


def test_bo_12_1_what_was_discarded_meanwhile_is_shuffled_too() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.hand(0, *HAND)
        d.turn(0, CARGO)
        leave(d, 2, 1)

    match = play(build_position(edit=arrange), "lay rrrb left", "discard bbby-nutmeg")
    assert size(match.state.discard) == 2
    play(match, "pass", moves(play(Match(match.box, seed="x", origin=match.state), "pass"))[0])
    assert "bbby-nutmeg" in names(match, match.state.hand[1])


AT_ONCE = custom_box("board-2008", reshuffle="at-once")


def test_bo_12_1_as_soon_as_the_draw_pile_runs_out_by_the_other_reading() -> None:
    match = drawing(2, 7, AT_ONCE)
    discards, pile = match.state.discard, match.state.draw
    play(match, "lay rrrb left")
    assert (match.state.draw, match.state.discard, match.state.hand[0]) == (discards, 0, pile)
    assert (match.state.shuffles, "borneo.story.shuffle" in [phrase.key for phrase in match.story(1)]) == (1, True)


def test_bo_12_1_by_the_other_reading_later_discards_wait() -> None:
    match = play(drawing(2, 3, AT_ONCE, 6), "lay rrrb left", "discard bbby-nutmeg")
    assert (names(match, match.state.discard), size(match.state.draw)) == (["bbby-nutmeg"], 3)


def test_bo_12_1_by_the_other_reading_between_the_two_cards_and_without_discards() -> None:
    match = play(drawing(1, 3, AT_ONCE), "lay rrrb left")
    assert (match.state.discard, size(match.state.draw), match.state.shuffles) == (0, 2, 1)
    # With nothing to shuffle the pile stays empty.
    match = play(drawing(2, 0, AT_ONCE, 6), "lay rrrb left", "discard bbby-nutmeg")
    assert (match.state.draw, match.state.shuffles, names(match, match.state.discard)) == (0, 0, ["bbby-nutmeg"])


def test_bo_12_1_by_the_other_reading_no_shuffle_while_cards_are_left() -> None:
    match = drawing(3, 7, AT_ONCE)
    discards = match.state.discard
    play(match, "lay rrrb left")
    assert (size(match.state.draw), match.state.discard, match.state.shuffles) == (1, discards, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_12_6_shuffled_between_the_two_cards(edition: str) -> None:
    match = drawing(1, 6, edition)
    pile, discards = match.state.draw, match.state.discard
    play(match, "lay rrrb left")
    hand = match.state.hand[0]
    assert (hand & pile, size(hand & discards)) == (pile, 1)
    assert (match.state.discard, match.state.draw) == (0, discards & ~hand)


@pytest.mark.parametrize(("draw", "discard"), [(2, 0), (1, 1), (0, 2)])
def test_bo_12_6_two_cards_are_enough(draw: int, discard: int) -> None:
    match = play(drawing(draw, discard), "lay rrrb left")
    assert (ending(match), match.state.turn) == ("running", 1)
    assert match.state.hand_size[0] == 2


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(("draw", "discard"), [(1, 0), (0, 1), (0, 0)])
def test_bo_12_6_fewer_than_two_cards_end_the_game(draw: int, discard: int, edition: str) -> None:
    match = play(drawing(draw, discard, edition), "lay rrrb left")
    assert ending(match) == "cards"
    # The single card was not drawn.
    assert (size(match.state.draw), match.state.hand_size.sum()) == (draw, 0)


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_9_1_no_port_to_reveal(edition: str) -> None:
    assert ending(ended(PositionBuilder.fill_hands, edition)) == "ports"


def test_bo_9_1_the_last_port_of_the_pile_is_still_played() -> None:
    def arrange(d: PositionBuilder) -> None:
        last_lay(d)
        d.state.gone = 0
        d.pile(1)

    start = build_position(edit=arrange)
    match = play(start, "lay rrrb left")
    assert (ending(match), size(match.state.pile), phase(match)) == ("running", 0, "merchants")
    assert NONE not in match.state.port.tolist()


def test_bo_9_1_an_empty_port_pile_alone_does_not_end_the_game() -> None:
    match = play(build_position(edit=last_lay), "lay rrrb middle")
    assert (ending(match), match.state.turn, match.state.hand_size[0]) == ("running", 1, 3)


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_9_1_too_few_cards_to_draw(edition: str) -> None:
    match = play(drawing(1, 0, edition), "lay rrrb left")
    assert ending(match) == "cards"
    assert (match.to_act, phase(match)) == (2, "contract")


def test_bo_9_1_a_share_out_comes_before_the_lack_of_cards() -> None:
    """The cargo of an empty company is discarded before drawing, so there are enough cards."""

    def arrange(d: PositionBuilder) -> None:
        last_lay(d)
        d.state.gone = 0
        d.pile(1)
        leave(d, 0, 0)

    match = play(build_position(edit=arrange), "lay rrrb left")
    assert (ending(match), match.state.hand_size[0]) == ("running", 3)


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_9_2_table_and_hands_are_cleared(edition: str) -> None:
    def arrange(d: PositionBuilder) -> None:
        last_lay(d)
        d.spice(2, "nutmeg", 4)

    start = build_position(edition, edit=arrange)
    hands = [card for seat in range(3) for card in members(start.state.hand[seat])]
    match = play(start, "lay rrrb left")
    state = match.state
    assert (state.port.tolist(), set(state.lying.flatten().tolist())) == ([NONE] * 3, {NONE})
    assert (state.hand.sum(), state.hand_size.sum()) == (0, 0)
    assert set(members(state.discard)) == {*hands, *(match.box.labels["card"].index(c) for c in CARGO_THERE)}
    # Stores stay; the two other ports are discarded.
    assert state.store_size.tolist() == [0, 0, 4, 0, 0]
    assert names(match, state.port_store[0], "port") == ["Tidore"]
    assert {"Banjarmasin", "Batavia"} <= set(names(match, state.gone, "port"))


CARGO_THERE = ("rrrg-cloves", "rggg-cloves")


def four_each(d: PositionBuilder) -> None:
    for seat, spice in enumerate(("cinnamon", "cloves", "nutmeg", "pepper")):
        d.spice(seat, spice, 4)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seat", range(4))
def test_bo_9_2_each_player_once_from_the_left_neighbour(edition: str, seat: int) -> None:
    def arrange(d: PositionBuilder) -> None:
        last_lay(d, seat)
        four_each(d)

    match = play(build_position(edition, 4, arrange), "lay rrrb left")
    asked = []
    while not match.is_over:
        assert (phase(match), moves(match)) == ("contract", ["pass", "contract four-alike"])
        asked.append(match.to_act)
        play(match, "pass")
    assert asked == [(seat + turn) % 4 for turn in (1, 2, 3, 4)]


def fulfil(match: Match, contract: str) -> None:
    """Pay for a contract with the first legal goods."""
    play(match, f"contract {contract}")
    while moves(match) != ["done"]:
        match.play(match.legal()[0])
    play(match, "done")


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_9_2_one_contract_each_and_no_merchants_after_it(edition: str) -> None:
    def arrange(d: PositionBuilder) -> None:
        d.spice(1, "cinnamon", 8)
        d.spice(0, "nutmeg", 8)

    match = ended(arrange, edition)
    assert match.to_act == 1
    fulfil(match, "four-alike")
    assert (match.to_act, phase(match)) == (0, "contract")
    fulfil(match, "four-alike")
    assert match.is_over
    assert match.state.fulfilled[:3].tolist() == [[0, 1, 0, 0, 0], [0, 1, 0, 0, 0], [0] * 5]
    assert match.scores() == [4 + 1 + 8, 4 + 8, 0]


def test_bo_9_2_the_seat_to_act_pays_from_its_own_store() -> None:
    """Refusals and legal actions agree although it is another player's turn."""

    def arrange(d: PositionBuilder) -> None:
        d.spice(1, "cinnamon", 5)
        d.spice(0, "nutmeg", 5)

    match = ended(arrange)
    assert (match.to_act, match.state.turn) == (1, 0)
    for _ in range(5):
        legal = match.legal()
        assert legal == [action for action in range(match.game.actions) if match.refusal(action) is None]
        match.play(legal[-1])
    assert GAME.rules.check(match.box.record, match.state) == 0


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_9_2_who_can_pay_nothing_is_passed_over(edition: str) -> None:
    match = ended(lambda d: d.spice(2, "nutmeg", 4), edition, 4)
    assert (match.to_act, phase(match)) == (2, "contract")
    play(match, "pass")
    assert match.is_over


def test_bo_9_2_with_closed_stores_all_are_asked() -> None:
    match = ended(lambda d: d.spice(2, "nutmeg", 4), stores="closed")
    for seat in (1, 2, 0):
        assert (match.to_act, phase(match)) == (seat, "contract")
        play(match, "pass")
    assert match.is_over


def test_bo_9_2_who_finds_no_contract_left_is_passed_over() -> None:
    match = ended(four_each, players=4)
    for _ in range(3):
        fulfil(match, "four-alike")
    assert match.is_over
    assert match.state.fulfilled[:4, 1].tolist() == [0, 1, 1, 1]


def test_bo_9_2_hands_and_cargo_do_not_pay() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.hand(1, "rryr-cloves", "brrr-cloves")
        d.spice(1, "cloves", 3)

    assert ended(arrange).is_over


def test_bo_9_2_the_port_of_the_last_share_out_pays() -> None:
    match = ended(lambda d: d.spice(0, "pepper", 3))
    assert (match.to_act, moves(match)) == (0, ["pass", "contract four-alike"])
    fulfil(match, "four-alike")
    assert match.scores() == [8, 0, 0]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_9_3_a_point_for_every_card_and_port(edition: str) -> None:
    def arrange(d: PositionBuilder) -> None:
        d.spice(1, "nutmeg", 1)
        d.spice(1, "cloves", 1, double=True)
        d.spice(2, "pepper", 1, double=True)
        d.state.gone = 0
        d.store(2, "Brunei", "Ambon")
        d.pile(0)

    match = ended(arrange, edition)
    assert match.is_over
    assert match.scores() == [1, 2, 3]
    assert match.winners() == [0, 0, 1]


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("kind", "points"),
    [("one-of-each", 6), ("four-alike", 8), ("two-of-each", 15), ("eight-alike", 20), ("three-of-each", 25)],
)
def test_bo_9_3_contracts_as_printed(edition: str, kind: str, points: int) -> None:
    def arrange(d: PositionBuilder) -> None:
        d.state.fulfilled[1, d.box.labels["kind"].index(kind)] = 2

    assert ended(arrange, edition).scores() == [1, 2 * points, 0]


def result(cards: list[int], contracts: list[dict[int, int]]) -> tuple[list[int], list[float]]:
    """Return scores and win shares for stores of single cards and contracts by kind."""

    def arrange(d: PositionBuilder) -> None:
        for seat, count in enumerate(cards):
            for kind, copies in contracts[seat].items():
                d.state.fulfilled[seat, kind] = copies
            for spice, before in (("cinnamon", 0), ("cloves", 3), ("nutmeg", 6)):
                d.spice(seat, spice, max(0, min(3, count - before)))

    match = ended(arrange, "card-2007", len(cards))
    assert match.is_over
    return match.scores(), match.winners()


def test_bo_9_3_most_points_win() -> None:
    # Contracts do not make up for fewer points.
    assert result([0, 8, 1], [{}, {}, {0: 1}]) == ([1, 8, 7], [0, 1, 0])


def test_bo_9_3_on_a_tie_more_contracts() -> None:
    assert result([0, 8, 0], [{}, {}, {1: 1}]) == ([1, 8, 8], [0, 0, 1])
    # The number of contracts counts, not their points.
    assert result([0, 3, 0], [{}, {0: 2}, {2: 1}]) == ([1, 15, 15], [0, 1, 0])
    assert result([0, 0, 3], [{}, {2: 1}, {0: 2}]) == ([1, 15, 15], [0, 0, 1])


def test_bo_9_3_else_the_win_is_shared() -> None:
    assert result([0, 3, 3], [{}, {}, {}]) == ([1, 3, 3], [0, 0.5, 0.5])
    assert result([1, 2, 2], [{}, {}, {}]) == ([2, 2, 2], [1 / 3] * 3)
    # A tie in points and contracts, ahead of a seat tied in points only.
    assert result([0, 8, 0, 2], [{}, {}, {1: 1}, {0: 1}]) == ([1, 8, 8, 8], [0, 0, 0.5, 0.5])


def test_bo_12_5_the_share_out_is_completed_without_drawing() -> None:
    def arrange(d: PositionBuilder) -> None:
        last_lay(d, 1)
        d.rows(red="0 2")
        d.spice(0, "pepper", 4)
        d.spice(1, "cinnamon", 4)
        d.spice(2, "nutmeg", 4)

    start = build_position("board-2008", 3, arrange)
    pile = start.state.draw
    match = play(start, "lay rrrb left")
    assert (ending(match), match.to_act, phase(match)) == ("running", 0, "share")
    play(match, "take rrrg")
    assert ending(match) == "ports"
    assert (match.state.draw, match.state.store_size.tolist()[:3]) == (pile, [5, 4, 5])
    assert names(match, match.state.port_store[1], "port") == ["Tidore"]
    # Seat 1 had the turn, seats 0 and 2 only chose cards: it goes on with the left neighbour of seat 1.
    asked = []
    while not match.is_over:
        asked.append(match.to_act)
        play(match, "pass")
    assert asked == [2, 0, 1]


def test_bo_12_16_hands_are_laid_open() -> None:
    def arrange(d: PositionBuilder) -> None:
        last_lay(d)
        d.spice(1, "nutmeg", 4)

    start = build_position(edit=arrange)
    hands = {name for seat in range(3) for name in names(start, start.state.hand[seat])}
    match = play(start, "lay rrrb left")
    for seat in (SPECTATOR, 0, 1, 2):
        shown = {card.name for card in match.view(seat).discard_pile}  # type: ignore[attr-defined]
        assert shown == hands | set(CARGO_THERE)

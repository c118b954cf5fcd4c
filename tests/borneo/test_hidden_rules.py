"""BO-11 and its clarifications: hidden information and undo."""

import random
from collections.abc import Iterator
from math import comb
from typing import Any

import msgspec
import pytest

from tests.borneo.position_builder import PositionBuilder, build_position, names, phase, play
from tests.moves import moves
from tradewinds.games.borneo import GAME
from tradewinds.games.borneo.state import CARGO, CONTRACT
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import HIDDEN, SPECTATOR, copy
from tradewinds.kernel.sets import members, size
from tradewinds.match import Match, MoveError

EDITIONS = ("card-2007", "board-2008")
SEATS = (SPECTATOR, 0, 1, 2)


def shown(match: Match, seat: int) -> str:
    """Return all of a seat's view as text."""
    return msgspec.json.encode(match.view(seat)).decode()


def keys(match: Match, number: int, seat: int = SPECTATOR) -> list[str]:
    """Return the keys of the sentences that a seat gets about an action."""
    return [phrase.key.removeprefix("borneo.story.") for phrase in match.story(number, seat)]


def worlds(match: Match, seat: int, count: int = 400) -> Iterator[Any]:
    """Yield redealt states of a seat's mask, checked to be sound and consistent with it."""
    masked = match.masked(seat)
    for key in range(count):
        world = copy(masked)
        GAME.rules.redeal(match.box.record, world, seat, stream(key))
        assert GAME.rules.check(match.box.record, world) == 0
        assert match.mask(world, seat).tobytes() == masked.tobytes()
        yield world


def few_cards(d: PositionBuilder, draw: int, discard: int) -> None:
    """Leave this many cards in the two piles; the others go into seat 0's store."""
    d.fill_hands()
    labels = d.box.labels["card"]
    d.store(0, *[labels[card] for card in d.free[draw + discard :]])
    d.discard(*[labels[card] for card in d.free[draw:]])


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_11_1_hands_and_draw_pile_are_hidden(edition: str) -> None:
    match = Match(GAME.box(3, edition), seed="hidden")
    for seat in SEATS:
        masked = match.masked(seat)
        assert masked.draw == HIDDEN
        for other in range(3):
            assert masked.hand[other] == (match.state.hand[other] if other == seat else HIDDEN)
        hidden = [match.state.draw, *(match.state.hand[other] for other in range(3) if other != seat)]
        assert not [name for cards in hidden for name in names(match, cards) if f'"{name}"' in shown(match, seat)]
        assert [player.hand_size for player in match.view(seat).players] == [3, 3, 3]  # type: ignore[attr-defined]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_11_1_the_port_pile_shows_no_order(edition: str) -> None:
    match = Match(GAME.box(3, edition), seed="hidden")
    for seat in SEATS:
        assert not [name for name in names(match, match.state.pile, "port") if f'"{name}"' in shown(match, seat)]
        assert match.view(seat).port_pile == 9  # type: ignore[attr-defined]


def test_bo_11_1_only_who_draws_learns_the_cards() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.hand(0, "rrrb-cinnamon")
        d.turn(0, CARGO)

    match = play(build_position(edit=arrange), "lay rrrb left")
    assert [keys(match, 1, seat) for seat in SEATS] == [["lay"], ["lay", "draw"], ["lay"], ["lay"]]


def test_bo_11_1_every_deal_of_the_unseen_cards_is_possible() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.hand(0, "yrrr-pepper", "gggr-cinnamon")
        d.hand(1, "rrrb-cinnamon")
        d.hand(2, "bbby-nutmeg", "grgg-nutmeg")
        few_cards(d, 1, 3)

    match = build_position(edit=arrange)
    # Seat 0: four cards for a hand of one, a hand of two and a pile of one. Seat 1: five for two, two and one.
    for seat, expected in [(0, 4 * 3), (1, comb(5, 2) * 3), (2, comb(4, 2) * 2), (SPECTATOR, comb(6, 2) * 4 * 3)]:
        found = {(*world.hand.tolist(), int(world.draw)) for world in worlds(match, seat, 3000)}
        assert len(found) == expected


def stores(d: PositionBuilder) -> None:
    d.store(0, "yrrr-pepper", "gggr-cinnamon", "Tidore")
    d.store(1, "rrrb-cinnamon", "Ambon")
    d.store(2, "bbby-nutmeg", "grgg-nutmeg", "Brunei", "Makassar")
    d.ports("Banjarmasin", "Batavia", "Malacca")


def test_bo_11_2_open_stores_are_the_default() -> None:
    match = build_position(edit=stores)
    assert match.box.options["stores"] == "open"
    for seat in SEATS:
        assert match.masked(seat).store.tolist() == match.state.store.tolist()
        assert match.masked(seat).port_store.tolist() == match.state.port_store.tolist()
        for name in ("yrrr-pepper", "rrrb-cinnamon", "grgg-nutmeg", "Tidore", "Ambon", "Makassar"):
            assert f'"{name}"' in shown(match, seat)


def test_bo_11_2_closed_stores_show_ones_own_only() -> None:
    match = build_position(edit=stores, stores="closed")
    for seat in SEATS:
        assert match.masked(seat).store.tolist() == match.state.store.tolist()
        assert match.masked(seat).port_store.tolist() == match.state.port_store.tolist()
        masked = match.shown(seat)
        for other in range(3):
            own = other == seat
            assert masked.store[other] == (match.state.store[other] if own else HIDDEN)
            assert masked.port_store[other] == (match.state.port_store[other] if own else HIDDEN)
            goods = [*names(match, match.state.store[other]), *names(match, match.state.port_store[other], "port")]
            assert {f'"{name}"' in shown(match, seat) for name in goods} == {own}


def test_bo_11_2_stores_are_filled_in_public() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.ports("Tidore", "Banjarmasin", "Batavia")
        d.lying("left", "rrrg-cloves")
        d.hand(0, "rrrb-cinnamon")
        d.rows(red="1 2")
        d.turn(0, CARGO)

    match = play(build_position(edit=arrange, stores="closed"), "lay rrrb left", "take rrrg")
    told = [phrase for phrase in match.story(2) if phrase.key == "borneo.story.take"]
    assert [phrase.values["seat"] for phrase in told] == [1, 2]


def fight(d: PositionBuilder) -> None:
    d.rows(red="1 0")
    d.hand(0, "rrrb-cinnamon", "yrrr-pepper", "bbby-nutmeg")
    d.hand(1, "rrgr-cinnamon", "ryrr-cinnamon", "gbgg-cinnamon")


def test_bo_11_3_played_and_discarded_cards_are_public() -> None:
    match = play(build_position(edit=fight), "challenge red 2 1", "commit yrrr", "done")
    for seat in SEATS:
        assert names(match, match.masked(seat).attack) == ["yrrr-pepper"]
        assert keys(match, 3, seat) == ["attack"]
        assert [len(phrase.values["cards"]) for phrase in match.story(3, seat)] == [1]  # type: ignore[arg-type]
    play(match, "commit rrgr", "done", "swap", "lay rrrb left")
    for seat in SEATS:
        assert names(match, match.masked(seat).discard) == ["yrrr-pepper", "rrgr-cinnamon"]
        assert '"rrrb-cinnamon"' in shown(match, seat)
        assert keys(match, 5, seat) == ["defence", "succeeds"]


def test_bo_11_3_what_is_discarded_down_to_six_is_public() -> None:
    def arrange(d: PositionBuilder) -> None:
        d.hand(0, "rrrb", "yrrr", "bbby", "gbgg", "gggy", "grgg")
        d.turn(0, CARGO)

    match = play(build_position(edit=arrange), "lay rrrb left", "discard bbby")
    for seat in SEATS:
        assert names(match, match.masked(seat).discard) == ["bbby-nutmeg"]
        assert keys(match, 2, seat) == ["discard"]


def test_bo_12_13_closed_stores_leave_the_numbers_visible() -> None:
    def arrange(d: PositionBuilder) -> None:
        stores(d)
        d.state.fulfilled[2, 3] = 1

    match = build_position(edit=arrange, stores="closed")
    for seat in SEATS:
        masked = match.shown(seat)
        assert (masked.store_size.tolist(), masked.port_store_size.tolist()) == ([2, 1, 2, 0, 0], [1, 1, 2, 0, 0])
        cards = ["yrrr-pepper", "gggr-cinnamon", "rrrb-cinnamon", "bbby-nutmeg", "grgg-nutmeg"]
        assert sorted(names(match, masked.stored)) == sorted(cards)
        assert masked.fulfilled.tolist() == match.state.fulfilled.tolist()
        assert [player.score.total for player in match.view(seat).players] == [3, 2, 24]  # type: ignore[attr-defined]


@pytest.mark.parametrize("seat", SEATS)
def test_bo_12_13_closed_stores_are_known_to_a_perfect_memory(seat: int) -> None:
    match = build_position(edit=stores, stores="closed")
    for world in worlds(match, seat, 20):
        assert world.store.tolist() == match.state.store.tolist()
        assert world.port_store.tolist() == match.state.port_store.tolist()


def test_bo_12_13_closed_stores_are_opened_when_the_game_is_over() -> None:
    def arrange(d: PositionBuilder) -> None:
        stores(d)
        d.ports("Banjarmasin", "Batavia", "Malacca")
        d.lying("right", "rrrg-cloves")
        d.hand(0, "rrry-nutmeg")
        d.rows(red="")
        d.pile(0)
        d.turn(0, CARGO)

    match = play(build_position(edit=arrange, stores="closed"), "lay rrry right", "pass", "pass")
    assert match.shown(1).store[2] == HIDDEN
    play(match, "pass")
    assert match.is_over
    for seat in SEATS:
        assert match.shown(seat).tobytes() == match.state.tobytes()
        assert {world.tobytes() for world in worlds(match, seat, 3)} == {match.state.tobytes()}


def paying(closed: str, edition: str = "board-2008") -> Match:
    def arrange(d: PositionBuilder) -> None:
        d.store(0, "yrrr-pepper", "rgrr-pepper", "rrbr-pepper", "yryy-pepper", "ryrr-cinnamon", "Tidore")
        d.store(1, "bbby-nutmeg")
        d.ports("Banjarmasin", "Batavia", "Malacca")
        d.turn(0, CONTRACT)

    return build_position(edition, edit=arrange, stores=closed)


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("closed", ["open", "closed"])
def test_bo_12_14_a_payment_is_shown_when_it_is_finished(edition: str, closed: str) -> None:
    match = paying(closed, edition)
    before = {seat: match.masked(seat).tobytes() for seat in (SPECTATOR, 1, 2)}
    for move in ("contract four-alike", "pay yrrr", "pay rgrr", "pay yryy", "pay Tidore"):
        play(match, move)
        for seat, mask in before.items():
            assert match.masked(seat).tobytes() == mask
            assert match.story(len(match.steps), seat) == []
        assert match.published == 0
        assert match.masked(0).contract == 1
    play(match, "done")
    assert match.published == len(match.steps) == 6
    for seat in SEATS:
        assert match.masked(seat).tobytes() != before.get(seat)
        assert keys(match, 6, seat) == ["contract"]
        (phrase,) = match.story(6, seat)
        assert len(phrase.values["goods"]) == 4  # type: ignore[arg-type]
        assert names(match, match.masked(seat).discard) == ["yrrr-pepper", "rgrr-pepper", "yryy-pepper"]
        assert names(match, match.masked(seat).gone, "port") == ["Tidore"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_bo_12_14_a_challenge_is_shown_when_its_cards_are_chosen(edition: str) -> None:
    match = build_position(edition, edit=fight)
    before = {seat: match.masked(seat).tobytes() for seat in (SPECTATOR, 1, 2)}
    for move in ("challenge red 2 1", "commit yrrr", "commit rrrb"):
        play(match, move)
        for seat, mask in before.items():
            assert match.masked(seat).tobytes() == mask
            assert match.story(len(match.steps), seat) == []
        assert match.published == 0
    play(match, "done")
    assert match.published == 4
    before = {seat: match.masked(seat).tobytes() for seat in (SPECTATOR, 0, 2)}
    for move in ("commit ryrr", "commit rrgr"):
        play(match, move)
        for seat, mask in before.items():
            assert match.masked(seat).tobytes() == mask
            assert match.story(len(match.steps), seat) == []
        assert match.published == 4
    play(match, "done")
    assert match.published == 7
    for seat in SEATS:
        assert keys(match, 7, seat) == ["defence", "succeeds"]
        assert size(match.masked(seat).discard) == 4


def test_bo_12_14_an_unfinished_decision_is_redealt_as_not_begun() -> None:
    match = play(build_position(edit=fight), "challenge red 2 1", "commit yrrr")
    assert {phase(Match(match.box, seed="x", origin=world)) for world in worlds(match, 1, 20)} == {"merchants"}
    assert all(size(world.hand[0]) == 3 for world in worlds(match, 2, 20))
    play(match, "done", "commit rrgr")
    # The attack is known, the defence is not.
    assert all(names(match, world.attack) == ["yrrr-pepper"] for world in worlds(match, 0, 20))
    assert len({int(world.hand[1]) for world in worlds(match, 0, 20)}) > 10
    assert not any(world.defence for world in worlds(match, 0, 20))


def test_bo_12_14_undo_until_the_cards_are_shown() -> None:
    match = build_position(edit=fight)
    start = match.state.tobytes()
    play(match, "challenge red 2 1", "commit yrrr")
    match.undo(0)
    match.undo(0)
    assert match.state.tobytes() == start
    play(match, "challenge red 2 1", "commit yrrr", "done")
    assert not match.can_undo
    with pytest.raises(MoveError):
        match.undo(0)
    play(match, "commit rrgr")
    match.undo(1)
    with pytest.raises(MoveError):
        match.undo(1)
    play(match, "commit rrgr", "done")
    assert not match.can_undo


def test_bo_12_14_undo_of_a_payment_from_an_open_store_shows_nothing_new() -> None:
    match = play(paying("open"), "contract four-alike", "pay yrrr", "pay rgrr", "pay rrbr", "pay yryy", "done")
    assert match.can_undo
    for _ in range(6):
        match.undo(0)
    assert (phase(match), match.state.contracts[1]) == ("contract", 3)


@pytest.mark.parametrize("goods", ["yryy", "Tidore"])
def test_bo_12_14_undo_stops_when_a_payment_has_shown_what_is_in_a_closed_store(goods: str) -> None:
    match = play(paying("closed"), "contract four-alike", "pay yrrr", "pay rgrr", "pay rrbr", f"pay {goods}")
    assert match.can_undo
    play(match, "done")
    # These cards were publicly in this store and in no other (BO-12.13).
    assert not match.can_undo


def shuffled(discards: int = 4) -> Match:
    """Return a match in which seat 0 has drawn the pile's last card and, after a reshuffle, one of the discards."""

    def arrange(d: PositionBuilder) -> None:
        d.hand(0, "rrrb-cinnamon", "yrrr-pepper")
        d.hand(1, "gggr-cinnamon", "gbgg-cinnamon")
        d.hand(2, "bbby-nutmeg", "grgg-nutmeg")
        d.turn(0, CARGO)
        few_cards(d, 1, discards)

    return play(build_position(edit=arrange), "lay rrrb left")


def test_bo_12_18_after_a_shuffle() -> None:
    match = shuffled()
    discards = match.origin.discard
    for seat in SEATS:
        for world in worlds(match, seat, 200):
            assert world.draw & ~discards == 0
            assert [size(world.hand[other] & discards) for other in range(3)] == [1, 0, 0]
            assert [size(world.hand[other]) for other in range(3)] == [3, 2, 2]


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        # Four cards may have been drawn from the new pile; the old ones are shared by hands of 2, 2 and 2.
        (SPECTATOR, 4 * comb(6, 2) * comb(4, 2)),
        (0, comb(4, 2)),
        (1, 4 * comb(4, 2)),
        (2, 4 * comb(4, 2)),
    ],
)
def test_bo_12_18_every_deal_after_a_shuffle_is_possible(seat: int, expected: int) -> None:
    match = shuffled()
    found = {(*world.hand.tolist(), int(world.draw)) for world in worlds(match, seat, 6000 if seat < 0 else 500)}
    assert len(found) == expected


@pytest.mark.parametrize("new", [False, True])
def test_bo_12_18_a_played_card_reveals_when_it_was_drawn(new: bool) -> None:
    match = shuffled(9)
    discards = match.origin.discard
    while match.state.turn != 0 or phase(match) != "cargo":
        play(match, next((move for move in moves(match) if move == "pass"), moves(match)[-1]))
    # Seat 0 holds two cards from before the shuffle and one from after it; it lays one of them and draws two new ones.
    card = next(card for card in members(match.state.hand[0]) if bool(discards >> card & 1) == new)
    play(match, f"lay {match.box.labels['card'][card]} right")
    assert match.state.turn == 1
    for seat in (SPECTATOR, 1, 2):
        for world in worlds(match, seat, 100):
            assert size(world.hand[0] & ~discards) == (2 if new else 1)
            assert size(world.hand[0] & discards) == (2 if new else 3)


def latest_shuffles(match: Match) -> dict[int, int]:
    """Return the shuffle that each card was last in, derived from the history of states."""
    latest: dict[int, int] = {}
    before = match.origin
    for step in match.steps:
        if step.state.shuffles > before.shuffles:
            drawn = step.state.hand[before.turn] & before.discard
            latest |= dict.fromkeys(members(step.state.draw | drawn), int(step.state.shuffles))
        before = step.state
    return latest


@pytest.mark.parametrize("seed", range(3))
def test_bo_12_18_through_several_shuffles(seed: int) -> None:
    def arrange(d: PositionBuilder) -> None:
        few_cards(d, 2, 6)

    start = build_position(players=4, edit=arrange)
    chooser, match, dealt = random.Random(seed), Match(start.box, seed=str(seed), origin=start.state), 0
    while match.state.ending == 0 and len(match.steps) < 150:
        # Challenges keep the discard pile filled.
        fights = [action for action in match.legal() if match.write(action).startswith(("challenge", "commit"))]
        match.play(chooser.choice(fights or match.legal()))
        if match.state.ending or phase(match) in ("attack", "defend", "pay"):
            continue
        latest = latest_shuffles(match)
        for seat in (SPECTATOR, *range(4)):
            for world in worlds(match, seat, 2):
                dealt += 1
                assert {latest.get(card, 0) for card in members(world.draw)} <= {int(match.state.shuffles)}
                for mine, true in zip(world.hand, match.state.hand, strict=True):
                    drawn = [sorted(latest.get(card, 0) for card in members(hand)) for hand in (mine, true)]
                    assert drawn[0] == drawn[1]
    assert match.state.shuffles >= 2
    assert dealt > 100

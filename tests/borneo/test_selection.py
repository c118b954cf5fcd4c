"""Selections of several cards: exactly the legal sets can be selected, and the suggestion is the cheapest."""

import random
from collections.abc import Iterator
from itertools import product

import pytest

from tests.borneo.position_builder import PositionBuilder, build_position, play
from tests.boxes import BOXES
from tradewinds.games.borneo.state import CONTRACT, PHASE_NAMES, SPICE_NAMES
from tradewinds.i18n import load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.game_types import Selection
from tradewinds.match import Match
from tradewinds.match.selection import parse_chosen, select

BORNEO = [box for box in BOXES if box.game.name == "borneo"]
SELECTING = ("contract", "pay", "attack", "defend")


def chosen(match: Match, *moves: str, suggest: bool = False) -> Selection:
    """Evaluate a selection of moves for the seat to act."""
    found = select(match.box, match.masked(match.to_act), parse_chosen(match.box, moves), suggest=suggest)
    assert found is not None
    return found


def texts(match: Match, actions: object) -> list[str]:
    return [match.write(action) for action in actions]  # type: ignore[attr-defined]


def told(found: Selection) -> str:
    words = load_words("en").with_seats(("Ada", "Bob", "Cleo"))
    return " ".join(words.say(phrase) for phrase in found.sentences)


def ways(match: Match) -> Iterator[list[int]]:
    """Yield all sequences of actions that complete the decision."""
    for action in match.legal():
        if match.write(action) in ("pass", "done"):
            if match.write(action) == "done":
                yield [action]
            continue
        match.play(action)
        for rest in ways(match):
            yield [action, *rest]
        match.undo()


def points_lost(match: Match, way: list[int]) -> int:
    """Return the cost of a payment: a point for each card and port, and the points of the ship."""
    verbs = [match.write(action).split()[0] for action in way]
    return verbs.count("pay") + verbs.count("pirates") * (1 + int(match.box.record.ship_points))


@pytest.mark.parametrize(("deck", "pirates", "trial"), list(product("ab", ("none", "blackbeard"), range(3))))
def test_every_payment_can_be_selected_and_the_cheapest_is_suggested(deck: str, pirates: str, trial: int) -> None:
    chooser = random.Random(f"{deck} {pirates} {trial}")
    spices = chooser.sample(SPICE_NAMES, chooser.choice((2, 4, 4)))

    def arrange(table: PositionBuilder) -> None:
        labels = table.box.labels["card"]
        fitting = [c for c in table.free if any(f"-{spice}" in labels[c] for spice in spices)]
        table.store(0, *(labels[c] for c in chooser.sample(fitting, 7)))
        ports = [table.box.labels["port"][n] for n in range(3, 12)]
        table.store(0, *chooser.sample(ports, chooser.choice((0, 2, 3))))
        table.turn(0, CONTRACT)

    match = build_position(edit=arrange, deck=deck, pirates=pirates, stores="closed")
    start, payable = chosen(match), [a for a in match.legal() if match.write(a) != "pass"]
    assert list(start.heads) == payable
    assert not start.chosen and not start.play
    for head in payable:
        match.play(head)
        found = list(ways(match))
        match.undo()
        everything = {action for way in found for action in way[:-1]}
        options = set(select(match.box, match.masked(0), [head]).options)  # type: ignore[union-attr]
        assert everything <= options
        for way in found:
            shuffled = chooser.sample(way[:-1], len(way) - 1)
            selection = select(match.box, match.masked(0), [head, *shuffled])
            assert selection is not None and list(selection.play) == [head, *way]
        suggested = select(match.box, match.masked(0), [head], suggest=True)
        assert suggested is not None and list(suggested.play[1:]) in found
        assert points_lost(match, list(suggested.play)) == min(points_lost(match, way) for way in found)
        # Every other selection is refused with a sentence.
        legal = {frozenset(way[:-1]) for way in found}
        for _ in range(30):
            some = chooser.sample(sorted(options), chooser.randint(0, len(options)))
            selection = select(match.box, match.masked(0), [head, *some])
            assert selection is not None and selection.sentences
            assert bool(selection.play) == (frozenset(selection.chosen[1:]) in legal)


@pytest.mark.parametrize("box", BORNEO[:: max(1, len(BORNEO) // 12)], ids=lambda box: box.name)
def test_in_whole_games_every_decision_can_be_selected(box: Box) -> None:
    """Every decision of a box's golden game is offered as a selection with the same effect."""
    chooser, match, seen = random.Random(box.name), Match(box, seed="golden"), set()
    before: tuple[object, list[int]] | None = None
    while not match.is_over:
        phase, seat = PHASE_NAMES[match.state.phase], match.to_act
        if (phase in SELECTING) != (select(box, match.masked(seat), suggest=True) is not None):
            raise AssertionError(phase)
        legal = match.legal()
        verbs = {a: match.write(a).split()[0] for a in legal}
        busy = [verb for verb in dict.fromkeys(verbs.values()) if verb not in ("pass", "wait")]
        verb = chooser.choice(busy) if busy and chooser.random() > 0.08 else chooser.choice(list(verbs.values()))
        action = chooser.choice([a for a in legal if verbs[a] == verb])
        if phase in SELECTING and verb != "pass":
            before = before or (match.masked(seat), [])
            mask, way = before
            way.append(action)
            now = select(box, match.masked(seat))
            assert now is not None
            assert action in {*now.heads, *now.options} or now.play == [action], match.write(action)
            if verb == "done":
                found = select(box, mask, chooser.sample(way[:-1], len(way) - 1))
                assert found is not None and list(found.play) == way, (texts(match, way), phase)
                seen.add(phase)
                before = None
        match.play(action)
    assert {"attack", "defend"} <= seen


def test_the_suggestion_goes_on_from_what_is_given() -> None:
    def arrange(table: PositionBuilder) -> None:
        for spice in SPICE_NAMES:
            table.spice(0, spice, 3)
            table.spice(0, spice, 1, double=True)
        table.turn(0, CONTRACT)

    match = build_position(edit=arrange, deck="a")
    play(match, "contract two-of-each")
    first = next(a for a in match.legal() if not match.write(a).endswith("2"))
    match.play(first)
    ends = list(ways(match))
    found = select(match.box, match.masked(0), suggest=True)
    assert found is not None and list(found.play) in ends
    assert len(found.play) == min(map(len, ends))
    assert first not in found.options


def test_a_selection_says_what_is_missing_and_what_is_too_many() -> None:
    def arrange(table: PositionBuilder) -> None:
        for spice in SPICE_NAMES:
            table.spice(0, spice, 3)
        table.spice(0, "nutmeg", 1, double=True)
        table.turn(0, CONTRACT)

    match = build_position(edit=arrange, deck="a")
    head, things = "contract two-of-each", texts(match, chosen(match, "contract two-of-each").options)
    nutmeg = [text for text in things if text.endswith("-nutmeg")]
    assert told(chosen(match, head)) == "Still missing: 2 pepper, 2 cinnamon, 2 cloves, 2 nutmeg."
    first = chosen(match, head, nutmeg[0])
    assert told(first) == "Still missing: 2 pepper, 2 cinnamon, 2 cloves, 1 nutmeg."
    assert "Not needed" in told(chosen(match, head, *nutmeg))
    whole = chosen(match, head, suggest=True)
    assert told(whole) == "Pays for 2 of each spice: you get 15 points and give up 7 points of goods."
    two = next(text for text in things if text.endswith("-nutmeg2"))
    one_of_each = [next(text for text in things if text.endswith(f"-{spice}")) for spice in SPICE_NAMES[:3]]
    over = chosen(match, "contract one-of-each", two, *one_of_each)
    assert over.play
    assert told(over).endswith("1 spice too many, and no change.")


def test_the_pirates_get_one_card_and_the_latest_choice_counts() -> None:
    def arrange(table: PositionBuilder) -> None:
        table.spice(0, "pepper", 3)
        table.spice(0, "nutmeg", 3)
        table.turn(0, CONTRACT)

    match = build_position(edit=arrange, deck="b", pirates="blackbeard")
    head = "contract four-alike"
    options = texts(match, chosen(match, head).options)
    trades = [text for text in options if text.startswith("pirates ") and "nutmeg" in text]
    pepper = [text for text in options if text.startswith("pay ") and "pepper" in text]
    found = chosen(match, head, *reversed(pepper), *trades)
    assert texts(match, found.play) == [head, trades[-1], *pepper, "done"]
    assert "The pirates get" in told(found) and "2 points less" in told(found)
    paid_instead = chosen(match, head, trades[0], trades[0].replace("pirates", "pay"))
    assert not [text for text in texts(match, paid_instead.chosen) if text.startswith("pirates")]


def fight(table: PositionBuilder) -> None:
    table.rows(red="1 2 0")
    table.hand(0, "rrry", "rryr", "gggb")
    table.hand(1, "rrrg", "bbbr", "yyyg")


def test_bo_6_4_an_attack_says_what_it_meets() -> None:
    match = build_position(edit=fight, deck="a")
    play(match, "challenge red 3 1")
    nothing = chosen(match)
    assert told(nothing) == (
        "Choose cards with red flags; they are spent, and one card must stay in your hand. Bob has 1 bonus "
        "and may answer with as many cards. With a tie you win rank 1."
    )
    assert not nothing.play
    both = chosen(match, *reversed(texts(match, nothing.options)))
    assert told(both).startswith(
        "6 flags. Bob has 1 bonus and may add up to 2 cards: you win unless that makes more than 6."
    )
    assert texts(match, both.play)[-1] == "done"
    assert load_words("en").say(both.label) == "Attack with 6 flags"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "sentence", "label"),
    [
        (
            (),
            "Choose up to 1 card of your hand. Flags + 1 bonus must make 4, since a tie loses: "
            "without a card you lose your place.",
            "Don't defend",
        ),
        (("bbbr",), "1 flag + 1 bonus = 2; you need 4: you lose your place.", "Defend with 1 flag"),
        (("bbbr", "rrrg"), "You may play at most as many cards as the attacker.", "Defend with 4 flags"),
        (("rrrg",), "3 flags + 1 bonus = 4; you need 4: you keep your place.", "Defend with 3 flags"),
    ],
)
def test_bo_6_5_a_defence_says_what_it_comes_to(cards: tuple[str, ...], sentence: str, label: str) -> None:
    match = build_position(edit=fight, deck="a")
    play(match, "challenge red 3 1", "commit rrry", "done")
    options = texts(match, chosen(match).options)
    found = chosen(match, *(next(text for text in options if card in text) for card in cards))
    assert told(found) == sentence
    assert load_words("en").say(found.label) == label  # type: ignore[arg-type]
    assert bool(found.play) == (len(cards) < 2)


def test_bo_6_3_a_hopeless_defence_is_reported() -> None:
    def outnumbered(table: PositionBuilder) -> None:
        table.rows(red="1 2 0")
        table.hand(0, "rrry", "rryr", "gggb")
        table.hand(1, "bbbr", "yyyg")

    match = build_position(edit=outnumbered, deck="a")
    play(match, "challenge red 3 1", "commit rrry", "done")
    assert told(chosen(match)).endswith("Your cards are not enough.")


def test_nothing_is_changed_by_asking() -> None:
    match = build_position(edit=fight, deck="a")
    play(match, "challenge red 3 1")
    before = match.state.tobytes(), len(match.steps)
    chosen(match, *texts(match, chosen(match).options))
    assert (match.state.tobytes(), len(match.steps)) == before

"""Payments against their definition: actions reach exactly the sets of cards that the rules allow."""

import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from tests.borneo.position_builder import PositionBuilder, build_position
from tradewinds.games.borneo.state import CONTRACT, SPICE_NAMES
from tradewinds.match import Match

Good = tuple[str, str, int]
"""Goods of a store: name, spice ("joker" for a joker) and amount."""


def covers(good: list[Good], each: int, alike: int, pirates: Good | None) -> bool:
    """BO-4.1, BO-4.2, BO-10.1: whether the goods suffice under some use of the jokers and of the pirates' card."""
    jokers = sum(spice == "joker" for _, spice, _ in good)
    have = {name: sum(count for _, spice, count in good if spice == name) for name in SPICE_NAMES}
    replaced: list[str | None] = [name for name in SPICE_NAMES if pirates and name != pirates[1]]
    for extra in replaced or [None]:
        amounts = {name: have[name] + (name == extra) for name in SPICE_NAMES}
        if each and sum(max(0, each - amount) for amount in amounts.values()) <= jokers:
            return True
        if alike and max(amounts.values()) + jokers >= alike:
            return True
    return False


def is_payment(good: list[Good], each: int, alike: int, pirates: Good | None) -> bool:
    """BO-4.3, BO-12.9: the goods suffice, and no proper subset does; the pirates' card keeps its role."""
    if not covers(good, each, alike, pirates):
        return False
    if pirates and covers(good, each, alike, None):
        return False
    return not any(covers(good[:n] + good[n + 1 :], each, alike, pirates) for n in range(len(good)))


def expected(goods: list[Good], each: int, alike: int, trade: bool) -> set[tuple[str, ...]]:
    """Return all payments by definition: names in order, the pirates' card first and marked."""
    found = set()
    for size in range(len(goods) + 1):
        for chosen in combinations(goods, size):
            if is_payment(list(chosen), each, alike, None):
                found.add(tuple(name for name, _, _ in chosen))
            for pirates in goods if trade else ():
                if pirates not in chosen and pirates[1] != "joker" and is_payment(list(chosen), each, alike, pirates):
                    found.add((f"pirates {pirates[0]}", *(name for name, _, _ in chosen)))
    return found


def reached(match: Match) -> Iterator[tuple[str, ...]]:
    """Yield all payments that actions reach from the choice of a contract."""
    for action in match.legal():
        text = match.write(action)
        if text == "done":
            yield ()
            continue
        match.play(action)
        name = text.removeprefix("pay ")
        for rest in reached(match):
            yield (name, *rest)
        match.undo()


def goods_of(match: Match) -> list[Good]:
    """Return seat 0's store in order."""
    player = match.view(0).players[0]  # type: ignore[attr-defined]
    cards = [(card.name, card.spice, card.count) for card in player.store]
    return cards + [(port.name, port.spice, 1) for port in player.ports]


@pytest.mark.parametrize(("deck", "pirates", "trial"), list(product("ab", ("none", "blackbeard"), range(4))))
def test_payments_are_those_of_the_definition(deck: str, pirates: str, trial: int) -> None:
    chooser = random.Random(f"{deck} {pirates} {trial}")
    spices = chooser.sample(SPICE_NAMES, chooser.choice((2, 4, 4)))

    def arrange(table: PositionBuilder) -> None:
        labels = table.box.labels["card"]
        fitting = [c for c in table.free if any(f"-{spice}" in labels[c] for spice in spices)]
        table.store(0, *(labels[c] for c in chooser.sample(fitting, 8)))
        ports = [table.box.labels["port"][n] for n in range(3, 12)]
        table.store(0, *chooser.sample(ports, chooser.choice((0, 2, 4))))
        table.turn(0, CONTRACT)

    match = build_position(edit=arrange, deck=deck, pirates=pirates, stores="closed")
    goods, legal = goods_of(match), [match.write(action) for action in match.legal()]
    for kind in match.box.data.contracts.kinds:
        wanted = expected(goods, kind.each, kind.alike, pirates == "blackbeard")
        assert (f"contract {kind.name}" in legal) == bool(wanted)
        if wanted:
            match.play(f"contract {kind.name}")
            found = list(reached(match))
            assert len(set(found)) == len(found)
            assert set(found) == wanted
            match.undo()

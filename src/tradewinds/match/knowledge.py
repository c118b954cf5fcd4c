"""What somebody learns when a position changes, told by comparing two of the seat's masks."""

from collections.abc import Iterable

from tradewinds.kernel.game import Game
from tradewinds.kernel.record import HIDDEN
from tradewinds.kernel.record_layout import Place


def learns(game: Game, before: bytes, after: bytes) -> bool:
    """Whether a seat knows something that was hidden before: a value is uncovered, or a card turns up.

    Where things lie in hidden sets, whatever lies in the open is known; more of it known means something was learned.
    """
    changed = list(game.layout.differences(before, after))
    if any(uncovered(place.numbers(before), place.numbers(after)) for place in changed):
        return True
    for kind, places in game.layout.whereabouts.items():
        turned_up = known([place for place in changed if place.tells(kind)], kind, after)
        if turned_up and turned_up & ~known(places, kind, before):
            return True
    return False


def uncovered(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Whether a value of a field was hidden and is not any more."""
    return HIDDEN in before and any(old == HIDDEN != now for old, now in zip(before, after, strict=True))


def known(places: Iterable[Place], kind: str, record: bytes) -> int:
    """The things of a kind that lie in the open in some fields, as a set."""
    found = 0
    for place in places:
        if place.field.members == kind:
            for things in place.numbers(record):
                found |= max(0, things)
        else:
            for thing in place.numbers(record):
                found |= 1 << thing if thing >= 0 else 0
    return found

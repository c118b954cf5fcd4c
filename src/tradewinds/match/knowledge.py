"""Detection of revealed information by comparing two masks of a seat."""

from collections.abc import Iterable

from tradewinds.kernel.game import Game
from tradewinds.kernel.record import HIDDEN
from tradewinds.kernel.record_layout import FieldSlot


def learns(game: Game, before: bytes, after: bytes) -> bool:
    """Return whether a seat learns something hidden: a value is uncovered, or a card becomes visible.

    The known items of a kind are those whose location is visible. If this set grows, the seat has learned something.
    """
    changed = list(game.layout.changed_fields(before, after))
    if any(uncovered(place.values(before), place.values(after)) for place in changed):
        return True
    for kind, places in game.layout.location_fields.items():
        turned_up = known([place for place in changed if place.locates(kind)], kind, after)
        if turned_up and turned_up & ~known(places, kind, before):
            return True
    return False


def uncovered(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    return HIDDEN in before and any(old == HIDDEN != now for old, now in zip(before, after, strict=True))


def known(places: Iterable[FieldSlot], kind: str, record: bytes) -> int:
    """Return the items of a kind that are visible in the given fields, as a bitset."""
    found = 0
    for place in places:
        if place.field.members == kind:
            for things in place.values(record):
                found |= max(0, things)
        else:
            for thing in place.values(record):
                found |= 1 << thing if thing >= 0 else 0
    return found

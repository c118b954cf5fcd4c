"""Decisions made of several actions chosen in any order, from the seat's mask only."""

from collections.abc import Sequence

from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.game_types import Selection
from tradewinds.kernel.record import Record
from tradewinds.match import notation
from tradewinds.match.errors import InvalidMove


def select(box: Box, masked: Record, chosen: Sequence[int] = (), *, suggest: bool = False) -> Selection | None:
    """Return the selection of the chosen or, with `suggest`, the suggested actions.

    Return None if a single action is the whole decision.
    """
    return box.game.select(box, masked, chosen, suggest) if box.game.select else None


def parse_combined(box: Box, masked: Record, text: str) -> list[int]:
    """Parse a verb followed by several names, in any order and language; return an empty list for any other text.

    Names may be abbreviated as long as they are unambiguous.
    """
    found = select(box, masked)
    verb, *names = text.casefold().split() or [""]
    if found is None or len(names) < 2:
        return []
    forms = {
        form: action
        for action in found.options
        for form in notation.spellings(box.game.name, box.game.name_action(box, action))
    }
    chosen: list[int] = []
    for name in names:
        meant = {action for form, action in forms.items() if form == (verb, name)}
        meant = meant or {a for form, a in forms.items() if form[0].startswith(verb) and form[1].startswith(name)}
        if len(meant) != 1:
            return []
        chosen += meant
    return chosen


def parse_chosen(box: Box, moves: Sequence[int | str]) -> list[int]:
    """Parse chosen actions, given by number or in full notation, whether or not they are legal now."""
    forms, found = notation.all_forms(box), []
    for move in moves:
        meant = forms.get(tuple(move.casefold().split()), []) if isinstance(move, str) else [move]
        if len(meant) != 1 or meant[0] >= box.game.actions:
            raise InvalidMove(Phrase("move.not_understood", {"text": repr(move)[:100]}))
        found += meant
    return found

"""Several actions that make up one decision, chosen in any order. From the seat's mask only."""

from collections.abc import Sequence

from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box, Selection
from tradewinds.kernel.record import Record
from tradewinds.match import notation
from tradewinds.match.errors import InvalidMove


def select(box: Box, masked: Record, chosen: Sequence[int] = (), *, suggest: bool = False) -> Selection | None:
    """What some chosen actions would do together for the seat to act, or those suggested instead.

    None where a single action is the whole decision.
    """
    return box.game.select(box, masked, chosen, suggest) if box.game.select else None


def read_together(box: Box, masked: Record, text: str) -> list[int]:
    """The actions that a verb with several names means, in any order and any language; none if it is not that.

    Names may be cut to a beginning, as long as only one thing that can be chosen begins so.
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


def read_chosen(box: Box, moves: Sequence[int | str]) -> list[int]:
    """The actions that somebody has chosen, by number or by their texts as in records; legal now or not."""
    forms, found = notation.every_form(box), []
    for move in moves:
        meant = forms.get(tuple(move.casefold().split()), []) if isinstance(move, str) else [move]
        if len(meant) != 1 or meant[0] >= box.game.actions:
            raise InvalidMove(Phrase("move.not_understood", {"text": repr(move)[:100]}))
        found += meant
    return found

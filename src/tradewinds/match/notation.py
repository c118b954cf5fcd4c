"""Moves in text: how an action is written, and what somebody may have meant.

People may shorten: every word may be cut to a beginning (`se y` for `sell yellow`), and what goes without saying may
be left out (`sell` with one bale, `G7` for `move G7`), as long as only one legal action fits.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from tradewinds.i18n import LANGUAGES, Phrase, load_words
from tradewinds.kernel.game import Box, once_per_box
from tradewinds.match.errors import AmbiguousMove, IllegalMove, InvalidMove

LONGEST = 80


def write(box: Box, action: int) -> str:
    """An action as it stands in a record."""
    return " ".join(box.game.name_action(box, action))


def read(box: Box, text: str, legal: Sequence[int], refuse: Callable[[int], IllegalMove | None]) -> int:
    """The legal action that a text means; `refuse` knows the reason against every other action."""
    words = text.casefold().split()
    if not words or len(text) > LONGEST:
        raise InvalidMove(Phrase("move.not_understood", {"text": repr(text[:LONGEST])}))
    meant = candidates(box, tuple(words))
    if not meant:
        raise InvalidMove(Phrase("move.not_understood", {"text": repr(text)}))
    allowed = [action for action in meant if action in legal]
    if len(allowed) == 1:
        return allowed[0]
    if not allowed:
        raise refuse(meant[0]) or AssertionError("an action is neither legal nor refused")
    choices = [write(box, action) for action in allowed]
    raise AmbiguousMove(Phrase("move.ambiguous", {"text": repr(text), "choices": ", ".join(choices)}), choices)


def candidates(box: Box, words: tuple[str, ...]) -> list[int]:
    """The actions that may be meant: those written exactly so, else those that the words may shorten."""
    forms = every_form(box)
    if words in forms:
        return forms[words]
    return sorted({action for form, actions in forms.items() if shortens(words, form) for action in actions})


@once_per_box
def every_form(box: Box) -> dict[tuple[str, ...], list[int]]:
    """Everything that an action may be written as in full, with the actions that are written so."""
    forms: dict[tuple[str, ...], list[int]] = {}
    for action in range(box.game.actions):
        for form in spellings(box.game.name, box.game.name_action(box, action)):
            forms.setdefault(form, []).append(action)
    return forms


def shortens(words: tuple[str, ...], form: tuple[str, ...]) -> bool:
    """Whether the words are beginnings of the form's words, with or without its verb."""
    if len(words) < len(form) and words == form[1 : 1 + len(words)]:
        return True
    return len(words) <= len(form) and all(map(str.startswith, form, words))


@lru_cache(maxsize=4096)
def spellings(game: str, names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """How an action with these names may be written: as in records, and with the words of each language."""
    forms = [names, *(translate(game, names, language) for language in LANGUAGES)]
    return tuple(dict.fromkeys(tuple(name.casefold() for name in form) for form in forms))


def translate(game: str, names: tuple[str, ...], language: str) -> tuple[str, ...]:
    """The names of an action in a language."""
    typed = load_words(language).sentences[game]["typed"]
    return tuple(str(typed.get(name, name)) for name in names)


def spell(box: Box, action: int, language: str) -> str:
    """An action as somebody would type it in a language."""
    return " ".join(translate(box.game.name, box.game.name_action(box, action), language))

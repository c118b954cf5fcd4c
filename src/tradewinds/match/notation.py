"""Move notation: writing actions as text and parsing abbreviated input.

Every word may be abbreviated to a prefix (`se y` for `sell yellow`), and words may be omitted (`sell` with one bale,
`G7` for `move G7`), as long as exactly one legal action matches.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache

from tradewinds.i18n import LANGUAGES, Phrase, load_words
from tradewinds.kernel.game import Box, once_per_box
from tradewinds.match.errors import AmbiguousMove, IllegalMove, InvalidMove

MAX_LENGTH = 80


def write(box: Box, action: int) -> str:
    """Return an action in record notation."""
    return " ".join(box.game.name_action(box, action))


def read(box: Box, text: str, legal: Sequence[int], refuse: Callable[[int], IllegalMove | None]) -> int:
    """Return the legal action denoted by a text; `refuse` returns the refusal of an illegal action."""
    words = text.casefold().split()
    if not words or len(text) > MAX_LENGTH:
        raise InvalidMove(Phrase("move.not_understood", {"text": repr(text[:MAX_LENGTH])}))
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
    """Return the actions whose full form equals the words or, failing that, is abbreviated by them."""
    forms = all_forms(box)
    if words in forms:
        return forms[words]
    return sorted({action for form, actions in forms.items() if abbreviates(words, form) for action in actions})


@once_per_box
def all_forms(box: Box) -> dict[tuple[str, ...], list[int]]:
    """Return the full forms of all actions, each with the actions it denotes."""
    forms: dict[tuple[str, ...], list[int]] = {}
    for action in range(box.game.actions):
        for form in spellings(box.game.name, box.game.name_action(box, action)):
            forms.setdefault(form, []).append(action)
    return forms


def abbreviates(words: tuple[str, ...], form: tuple[str, ...]) -> bool:
    """Return whether the words are prefixes of the form's words, with or without its verb."""
    if len(words) < len(form) and words == form[1 : 1 + len(words)]:
        return True
    return len(words) <= len(form) and all(map(str.startswith, form, words))


@lru_cache(maxsize=4096)
def spellings(game: str, names: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return the full forms of an action: its record notation and its translation into each language."""
    forms = [names, *(translate(game, names, language) for language in LANGUAGES)]
    return tuple(dict.fromkeys(tuple(name.casefold() for name in form) for form in forms))


def translate(game: str, names: tuple[str, ...], language: str) -> tuple[str, ...]:
    typed = load_words(language).sentences[game]["typed"]
    return tuple(str(typed.get(name, name)) for name in names)


def localized_move(box: Box, action: int, language: str) -> str:
    """Return an action in the notation of a language."""
    return " ".join(translate(box.game.name, box.game.name_action(box, action), language))

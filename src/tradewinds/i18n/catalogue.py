"""Catalogues of sentences, one per language, and how a phrase becomes a sentence."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tradewinds.games import GAMES
from tradewinds.i18n.phrase import Phrase
from tradewinds.i18n.template import Part, take_apart

LANGUAGES = ("en", "de", "it")
FOLDER = Path(__file__).resolve().parent
COMPOSED = (Phrase, list)


class Words:
    """The sentences of one language."""

    def __init__(
        self,
        language: str,
        sentences: dict[str, Any],
        seats: Sequence[str] = (),
        templates: dict[str, list[Part]] | None = None,
    ) -> None:
        self.language = language
        self.sentences = sentences
        self.seats = tuple(seats)
        self.templates = {} if templates is None else templates
        """The sentences that were said before, taken apart."""

    def with_seats(self, seats: Sequence[str]) -> "Words":
        """The same words for a table where these people sit."""
        return Words(self.language, self.sentences, seats, self.templates)

    def find(self, key: str) -> Any:
        """What stands under a dotted key."""
        entry: Any = self.sentences
        for part in key.split("."):
            if not isinstance(entry, dict) or part not in entry:
                raise KeyError(f"The words have no {key!r} in {self.language}.")
            entry = entry[part]
        return entry

    def template(self, key: str) -> list[Part]:
        """The parts of the sentence under a key; its own game's names go before those of all."""
        own = self.find(key.split(".", maxsplit=1)[0]).get("names", {})
        parts = take_apart(self.find(key), lambda table: own[table] if table in own else self.find(f"names.{table}"))
        self.templates[key] = parts
        return parts

    def say(self, phrase: Phrase) -> str:
        """The sentence for a phrase."""
        values, seats, said = phrase.values, self.seats, []
        for text, name, spell in self.templates.get(phrase.key) or self.template(phrase.key):
            said.append(text)
            if name is not None:
                value = values[name]
                said.append(spell(self.flatten(value) if isinstance(value, COMPOSED) else value, seats))
        return "".join(said)

    def flatten(self, value: object) -> object:
        """Turn phrases inside a phrase into text."""
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, list):
            return ", ".join([str(self.flatten(item)) for item in value])
        return value

    def text(self, key: str, **values: object) -> str:
        """The sentence under a key."""
        return self.say(Phrase(key, values))


@cache
def load_words(language: str) -> Words:
    """All sentences of a language: the shared ones, and those of every game under its name."""
    if language not in LANGUAGES:
        raise ValueError(f"There are no words in {language!r}. Known languages: {', '.join(LANGUAGES)}.")
    sentences = read(FOLDER / f"{language}.toml")
    for game in GAMES:
        sentences[game] = read(FOLDER.parent / "games" / game / "i18n" / f"{language}.toml")
    return Words(language, sentences)


def read(path: Path) -> dict[str, Any]:
    """One file of sentences."""
    return tomllib.loads(path.read_text(encoding="utf-8"))

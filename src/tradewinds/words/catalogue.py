"""Catalogues of sentences, one per language, and how a phrase becomes a sentence.

A sentence is a template. `{n}` is a value as it is; `{colour:a_bale}` looks the value up in the table `a_bale` of
names; `{n:rupees}` takes the singular or the plural of `rupees`; `{seat:seat}` is the name of whoever sits there.
"""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tradewinds.games import GAMES
from tradewinds.words.phrase import Phrase

LANGUAGES = ("en", "de", "it")
FOLDER = Path(__file__).resolve().parent


class Words:
    """The sentences of one language."""

    def __init__(self, language: str, sentences: dict[str, Any], seats: Sequence[str] = ()) -> None:
        self.language = language
        self.sentences = sentences
        self.seats = tuple(seats)

    def with_seats(self, seats: Sequence[str]) -> "Words":
        """The same words for a table where these people sit."""
        return Words(self.language, self.sentences, seats)

    def find(self, key: str) -> Any:
        """What stands under a dotted key."""
        entry: Any = self.sentences
        for part in key.split("."):
            if not isinstance(entry, dict) or part not in entry:
                raise KeyError(f"The words have no {key!r} in {self.language}.")
            entry = entry[part]
        return entry

    def say(self, phrase: Phrase) -> str:
        """The sentence for a phrase."""
        names = self.find(phrase.key.split(".")[0]).get("names", {})
        values = {name: Value(self, names, self.flatten(value)) for name, value in phrase.values.items()}
        return str(self.find(phrase.key).format(**values))

    def flatten(self, value: object) -> object:
        """Turn phrases inside a phrase into text."""
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, list):
            return ", ".join(str(self.flatten(item)) for item in value)
        return value

    def text(self, key: str, **values: object) -> str:
        """The sentence under a key."""
        return self.say(Phrase(key, values))


class Value:
    """A value on its way into a sentence: the part behind the colon says which name of it is wanted."""

    def __init__(self, words: Words, names: dict[str, Any], value: object) -> None:
        self.words = words
        self.names = names
        self.value = value

    def __format__(self, table: str) -> str:
        if not table:
            return str(self.value)
        if table == "seat":
            return self.seat_name()
        entry = self.names[table] if table in self.names else self.words.find(f"names.{table}")
        if isinstance(entry, list):
            singular, plural = entry
            return str(singular if self.value == 1 else plural).format(n=self.value)
        return str(entry[str(self.value)])

    def __repr__(self) -> str:
        return repr(self.value)

    def seat_name(self) -> str:
        """The name at a seat, or its number where nobody has a name."""
        seat = int(str(self.value))
        return self.words.seats[seat] if seat < len(self.words.seats) else str(seat + 1)


@cache
def load_words(language: str) -> Words:
    """All sentences of a language: the shared ones, and those of every game under its name."""
    if language not in LANGUAGES:
        raise ValueError(f"There are no words in {language!r}. Known languages: {', '.join(LANGUAGES)}.")
    sentences = read(FOLDER / f"{language}.toml")
    for game in GAMES:
        sentences[game] = read(FOLDER.parent / game / "words" / f"{language}.toml")
    return Words(language, sentences)


def read(path: Path) -> dict[str, Any]:
    """One file of sentences."""
    return tomllib.loads(path.read_text(encoding="utf-8"))

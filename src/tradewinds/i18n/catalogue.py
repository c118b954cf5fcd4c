"""Message catalogues, one per language, and the formatting of phrases."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from tradewinds.i18n.message import MessageParser, Part
from tradewinds.i18n.phrase import Phrase
from tradewinds.i18n.plural import plural_category
from tradewinds.registry import GAMES, game_folder

Language = Literal["en", "de", "it"]
LANGUAGES: tuple[str, ...] = get_args(Language)
FOLDER = Path(__file__).resolve().parent
COMPOSED = (Phrase, list)


class Words:
    """The message catalogue of one language."""

    def __init__(
        self,
        language: str,
        sentences: dict[str, Any],
        seats: Sequence[str] = (),
        parsed: dict[str, list[Part]] | None = None,
    ) -> None:
        self.language = language
        self.sentences = sentences
        self.seats = tuple(seats)
        self.parsed = {} if parsed is None else parsed
        """Parsed messages by key."""

    def with_seats(self, seats: Sequence[str]) -> "Words":
        """Return a copy of the catalogue that uses these names for the seats."""
        return Words(self.language, self.sentences, seats, self.parsed)

    def find(self, key: str) -> Any:
        """Return the entry at a dotted key."""
        entry: Any = self.sentences
        for part in key.split("."):
            if not isinstance(entry, dict) or part not in entry:
                raise KeyError(f"The words have no {key!r} in {self.language}.")
            entry = entry[part]
        return entry

    def parse(self, key: str) -> list[Part]:
        """Parse and cache the message at a key; its game's name tables take precedence over shared ones."""
        own = self.find(key.split(".", maxsplit=1)[0]).get("names", {})

        def find_names(table: str) -> Any:
            return own[table] if table in own else self.find(f"names.{table}")

        parts = MessageParser(self.find(key), plural_category(self.language), find_names).parse()
        self.parsed[key] = parts
        return parts

    def say(self, phrase: Phrase) -> str:
        """Format a phrase as text."""
        return self.fill(self.parsed.get(phrase.key) or self.parse(phrase.key), phrase.values)

    def fill(self, parts: Sequence[Part], values: Mapping[str, object]) -> str:
        """Format a parsed message with its values."""
        said = []
        for text, argument, write in parts:
            said.append(text)
            if argument is not None:
                value = values[argument]
                if write is not None:
                    said.append(write(value, self, values))
                else:
                    said.append(str(self.flatten(value) if isinstance(value, COMPOSED) else value))
        return "".join(said)

    def flatten(self, value: object) -> object:
        """Convert nested phrases and lists to text."""
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, list):
            return ", ".join([str(self.flatten(item)) for item in value])
        return value

    def text(self, key: str, **values: object) -> str:
        """Format the message at a key with its values."""
        return self.say(Phrase(key, values))


@cache
def load_words(language: str) -> Words:
    """Load the catalogue of a language; the messages of each game are under the game's name."""
    if language not in LANGUAGES:
        raise ValueError(f"There are no words in {language!r}. Known languages: {', '.join(LANGUAGES)}.")
    sentences = read(FOLDER / f"{language}.toml")
    for game in GAMES:
        sentences[game] = read(game_folder(game) / "i18n" / f"{language}.toml")
    return Words(language, sentences)


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))

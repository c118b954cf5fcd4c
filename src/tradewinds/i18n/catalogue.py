"""Message catalogues, one per language, and the formatting of phrases."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal, get_args

from tradewinds.i18n.phrase import Phrase
from tradewinds.i18n.template import Part, parse_template
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
        templates: dict[str, list[Part]] | None = None,
    ) -> None:
        self.language = language
        self.sentences = sentences
        self.seats = tuple(seats)
        self.templates = {} if templates is None else templates
        """Parsed templates by key."""

    def with_seats(self, seats: Sequence[str]) -> "Words":
        """Return the catalogue with names for the seats."""
        return Words(self.language, self.sentences, seats, self.templates)

    def find(self, key: str) -> Any:
        """Return the entry of a dotted key."""
        entry: Any = self.sentences
        for part in key.split("."):
            if not isinstance(entry, dict) or part not in entry:
                raise KeyError(f"The words have no {key!r} in {self.language}.")
            entry = entry[part]
        return entry

    def template(self, key: str) -> list[Part]:
        """Parse and cache the template of a key; names of its game take precedence over shared ones."""
        own = self.find(key.split(".", maxsplit=1)[0]).get("names", {})
        parts = parse_template(
            self.find(key), lambda table: own[table] if table in own else self.find(f"names.{table}")
        )
        self.templates[key] = parts
        return parts

    def say(self, phrase: Phrase) -> str:
        """Return the sentence for a phrase."""
        values, seats, said = phrase.values, self.seats, []
        for text, name, format_value in self.templates.get(phrase.key) or self.template(phrase.key):
            said.append(text)
            if name is not None:
                value = values[name]
                said.append(format_value(self.flatten(value) if isinstance(value, COMPOSED) else value, seats))
        return "".join(said)

    def flatten(self, value: object) -> object:
        """Convert nested phrases and lists to text."""
        if isinstance(value, Phrase):
            return self.say(value)
        if isinstance(value, list):
            return ", ".join([str(self.flatten(item)) for item in value])
        return value

    def text(self, key: str, **values: object) -> str:
        """Return the sentence for a key and its values."""
        return self.say(Phrase(key, values))


@cache
def load_words(language: str) -> Words:
    """Load the catalogue of a language, with the sentences of every game under its name."""
    if language not in LANGUAGES:
        raise ValueError(f"There are no words in {language!r}. Known languages: {', '.join(LANGUAGES)}.")
    sentences = read(FOLDER / f"{language}.toml")
    for game in GAMES:
        sentences[game] = read(game_folder(game) / "i18n" / f"{language}.toml")
    return Words(language, sentences)


def read(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))

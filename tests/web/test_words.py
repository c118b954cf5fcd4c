"""The sentences of the pages: the same keys in all languages, nothing empty, nothing forgotten in another language."""

import json
import re
from pathlib import Path

import pytest

from tests.i18n.reading import MessageReader
from tradewinds.i18n.plural import needed_categories
from tradewinds.kernel.game import load_game
from tradewinds.registry import GAMES

WORDS = Path(__file__).resolve().parents[2] / "web" / "src" / "i18n"
SOURCES = WORDS.parent
LANGUAGES = ("en", "de", "it")
PARTS = sorted(path.stem for path in (WORDS / "en").glob("*.json"))
ARGUMENT = re.compile(r"\{\w+[^{}]*")

SAME = {
    "de": {"Bot: {level}", "Bots", "Chat", "Name", "normal", "orange"},
    "it": {
        "Account",
        "Bot: {level}",
        "Chat",
        "Home",
        "Menu",
        "Nickname",
        "No",
        "Password",
        "bot · {level}",
    },
}
"""Texts that are the same in English because the word is."""
FORMS = {"silk": "colour"}
"""Values that are the same thing in another grammatical form."""


def read(language: str, part: str) -> dict[str, str]:
    """All sentences of a part by their dotted keys."""

    def flat(entry: object, place: str) -> dict[str, str]:
        if isinstance(entry, dict):
            return {key: text for name, inner in entry.items() for key, text in flat(inner, f"{place}.{name}").items()}
        assert isinstance(entry, str), f"{language} {place} is no text"
        return {place: entry}

    return flat(json.loads((WORDS / language / f"{part}.json").read_text(encoding="utf-8")), part)


def values(text: str) -> set[str]:
    """What is put into a sentence."""
    return {FORMS.get(value, value) for value in MessageReader(text).arguments}


def test_every_language_has_the_same_parts() -> None:
    for language in LANGUAGES:
        assert sorted(path.stem for path in (WORDS / language).glob("*.json")) == PARTS


@pytest.mark.parametrize("part", PARTS)
def test_every_language_says_the_same_things_with_the_same_values(part: str) -> None:
    english = read("en", part)
    for language in LANGUAGES[1:]:
        other = read(language, part)
        assert other.keys() == english.keys()
        for key, text in other.items():
            assert text.strip(), f"{language} {key} is empty"
            assert values(text) == values(english[key]), f"{language} {key}: other values"


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_exactly_the_categories_of_their_language(language: str) -> None:
    for part in PARTS:
        for key, text in read(language, part).items():
            assert all(forms == needed_categories(language) for forms in MessageReader(text).plurals), key


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_nothing_was_left_in_english(language: str) -> None:
    same = {
        key: text
        for part in PARTS
        for key, text in read(language, part).items()
        if text == read("en", part)[key] and re.search(r"[^\W\d_]{2}", ARGUMENT.sub("", text))
    }
    own_names = {f"{game}.name" for game in GAMES}
    forgotten = {key: text for key, text in same.items() if text not in SAME[language] and key not in own_names}
    assert not forgotten


def test_every_sentence_that_the_pages_ask_for_is_there() -> None:
    known = {key for part in PARTS for key in read("en", part)}
    asked = {}
    for path in SOURCES.rglob("*"):
        if path.suffix in (".svelte", ".ts"):
            for key in re.findall(r"""\bt\(\s*["'`]([\w.-]+)["'`]""", path.read_text(encoding="utf-8")):
                asked[key] = path.name
    assert {key: path for key, path in asked.items() if key not in known} == {}


def wanted(game: str) -> set[str]:
    """What the pages say of a game outside its table: itself, its editions, and what can be chosen."""
    loaded, keys = load_game(game), {"name", "facts", "pitch"}
    for edition in loaded.editions:
        keys.add(f"edition.{edition}")
        for option, choices in loaded.offers(edition).items():
            if option != "start":
                keys |= {f"option.{option}", *(f"value.{option}.{choice}" for choice in choices)}
    return {f"{game}.{key}" for key in keys}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_pieces_and_words(game: str) -> None:
    folder = SOURCES / "games" / game
    assert not [name for name in ("index.ts", "Emblem.svelte", "Mark.svelte") if not (folder / name).exists()]
    assert wanted(game) - read("en", game).keys() == set()

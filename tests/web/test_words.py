"""The sentences of the pages: the same keys in all languages, nothing empty, nothing forgotten in another language."""

import json
import re
from pathlib import Path

import pytest

WORDS = Path(__file__).resolve().parents[2] / "web" / "src" / "words"
SOURCES = WORDS.parent
LANGUAGES = ("en", "de", "it")
PARTS = sorted(path.stem for path in (WORDS / "en").glob("*.json"))
VALUE = re.compile(r"\{(\w+)\}")

SAME: dict[str, set[str]] = {}
"""Texts that are the same in two languages because the word is."""


def read(language: str, part: str) -> dict[str, str]:
    """All sentences of a part by their dotted keys."""

    def flat(entry: object, place: str) -> dict[str, str]:
        if isinstance(entry, dict):
            return {key: text for name, inner in entry.items() for key, text in flat(inner, f"{place}.{name}").items()}
        assert isinstance(entry, str), f"{language} {place} is no text"
        return {place: entry}

    return flat(json.loads((WORDS / language / f"{part}.json").read_text(encoding="utf-8")), part)


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
            assert set(VALUE.findall(text)) == set(VALUE.findall(english[key])), f"{language} {key}: other values"


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_nothing_was_left_in_english(language: str) -> None:
    same = {
        key: text
        for part in PARTS
        for key, text in read(language, part).items()
        if text == read("en", part)[key] and re.search(r"[^\W\d_]{2}", VALUE.sub("", text))
    }
    forgotten = {key: text for key, text in same.items() if text not in SAME.get(language, set())}
    assert not forgotten


def test_every_sentence_that_the_pages_ask_for_is_there() -> None:
    known = {key for part in PARTS for key in read("en", part)}
    asked = {}
    for path in SOURCES.rglob("*"):
        if path.suffix in (".svelte", ".ts"):
            for key in re.findall(r"""\bsay\(\s*["'`]([\w.-]+)["'`]""", path.read_text(encoding="utf-8")):
                asked[key] = path.name
    assert {key: path for key, path in asked.items() if key not in known} == {}

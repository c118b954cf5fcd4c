"""No language lacks a sentence, and every sentence that the program may say exists."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

import tradewinds
from tests.boxes import every_box
from tests.i18n.reading import MessageReader
from tradewinds.i18n import LANGUAGES, Phrase, load_words
from tradewinds.i18n.plural import needed_categories
from tradewinds.kernel.game import Box, load_game
from tradewinds.match import Match
from tradewinds.registry import GAMES

SOURCE = Path(tradewinds.__file__).parent
NAMES = re.compile(r"(^|\.)names\.")


def leaves(entry: Any, key: str = "") -> dict[str, Any]:
    if not isinstance(entry, dict):
        return {key: entry}
    found: dict[str, Any] = {}
    for name, inner in entry.items():
        found |= leaves(inner, f"{key}.{name}" if key else name)
    return found


SENTENCES = {language: leaves(load_words(language).sentences) for language in LANGUAGES}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_sentence(language: str) -> None:
    english, other = SENTENCES["en"], SENTENCES[language]
    # Names may need more forms in one language than in another; sentences may not differ.
    expected = {key for key in english if not NAMES.search(key)}
    assert {key for key in other if not NAMES.search(key)} == expected
    for key in expected:
        if isinstance(english[key], str):
            assert MessageReader(other[key]).arguments == MessageReader(english[key]).arguments, key
        else:
            assert len(other[key]) == len(english[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_known_where_sentences_use_them(language: str) -> None:
    words = load_words(language).sentences
    for key, template in SENTENCES[language].items():
        if isinstance(template, str):
            game = key.split(".")[0]
            known = {*words["names"], *words.get(game, {}).get("names", {})}
            assert MessageReader(template).tables <= known, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_exactly_the_categories_of_their_language(language: str) -> None:
    for key, message in SENTENCES[language].items():
        if isinstance(message, str):
            assert all(forms == needed_categories(language) for forms in MessageReader(message).plurals), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_that_stand_for_name_tables_have_one_argument(language: str) -> None:
    own = [load_words(language).find(f"{group}.names") for group in ("storage", *GAMES)]
    for table in (load_words(language).find("names"), *own):
        assert all(MessageReader(names).arguments == {"n"} for names in table.values() if isinstance(names, str))


def test_no_sentence_is_the_same_in_all_languages_by_oversight() -> None:
    same = {
        key
        for key, text in SENTENCES["en"].items()
        if isinstance(text, str) and len(text.split()) > 3 and "{" not in text and text == SENTENCES["de"][key]
    }
    assert not same


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_refusals_and_laws_have_sentences(name: str, language: str) -> None:
    game, words = load_game(name), load_words(language)
    for refusal in game.refusals.values():
        assert words.say(Phrase(f"{name}.refusal.{refusal.key}"))
    for law in game.laws.values():
        assert words.say(Phrase(f"{name}.law.{law}"))
    refusals = words.find(f"{name}.refusal")
    assert set(refusals) == {refusal.key for refusal in game.refusals.values()}


@every_box
def test_whole_games_can_be_told(box: Box) -> None:
    chooser = random.Random(box.name)
    all_words = [load_words(language).with_seats([f"P{n}" for n in range(box.players)]) for language in LANGUAGES]
    match = Match(box, seed="words")
    while not match.is_over:
        for action in match.legal():
            for words in all_words:
                assert words.say(match.describe(action))
        match.play(chooser.choice(match.legal()))
        for phrase in match.story(len(match.steps)):
            for words in all_words:
                text = words.say(phrase)
                assert "{" not in text
                assert "-2" not in text


NOT_FOUND = re.compile(r'not_found\("([a-z_]+)"')
REFUSAL = re.compile(r'(RequestError\("[a-z_]+", |StorageError\()"([a-z_]+)"(?: if [^()]*? else "([a-z_]+)")?')
COMPOSED = {"server.too_many_waiting", "server.too_many_playing"}


def refusals(code: str) -> set[str]:
    """Return the keys of the server's refusals, which its code names without their group."""
    found = {f"server.no_{what}" for what in NOT_FOUND.findall(code)}
    for which, key, other in REFUSAL.findall(code):
        group = "storage" if which.startswith("Storage") else "server"
        found |= {f"{group}.{name}" for name in (key, other) if name}
    return found


def test_every_sentence_is_used_and_every_used_sentence_exists() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    known = {key for key in SENTENCES["en"] if not NAMES.search(key)}
    groups = "|".join(sorted({key.split(".")[0] for key in known} - set(GAMES)))
    literal = set(re.findall(rf'"((?:{groups})\.[a-z_]+)"', code))
    assert literal <= known
    composed = {"box.sound", "box.playable", "box.broken"} | {
        f"record.{key}" for key in ("verified", "verified_open", "verified_position")
    }
    shared = {key for key in known if key.split(".")[0] not in GAMES}
    server = {key for key in shared if key.startswith(("server.", "storage."))}
    assert shared - server == (literal | composed) - server
    assert refusals(code) <= server
    quoted = set(re.findall(r'"([a-z_]+)"', code)) | {f"no_{what}" for what in NOT_FOUND.findall(code)}
    assert {key for key in server - literal if key.split(".")[1] not in quoted} == COMPOSED


def test_help_names_every_command_of_its_language() -> None:
    known = set(load_words("en").find("names.command"))
    for language in LANGUAGES:
        words = load_words(language)
        assert set(words.find("names.command")) == known
        for command in words.find("names.command").values():
            assert f"\n  {command} " in words.text("play.help")


def test_plurals_and_names() -> None:
    words = load_words("en").with_seats(["Ada", "Bo"])
    assert words.text("bombay.story.wait", seat=1, n=1) == "Bo waits for better times and gets 1 rupee."
    assert words.text("bombay.story.wait", seat=0, n=2) == "Ada waits for better times and gets 2 rupees."
    assert load_words("en").text("bombay.story.move", seat=2, space="A") == "3 moves to A."


def test_values_are_not_templates() -> None:
    """A name with braces is a name."""
    words = load_words("en").with_seats(["{n}", "{seat.__class__}"])
    assert words.text("bombay.story.move", seat=0, space="A") == "{n} moves to A."
    assert words.text("bombay.story.move", seat=1, space="A") == "{seat.__class__} moves to A."


def test_unknown_languages_and_keys_say_so() -> None:
    with pytest.raises(ValueError, match="en, de, it"):
        load_words("xx")
    with pytest.raises(KeyError, match="nothing"):
        load_words("en").find("nothing.here")

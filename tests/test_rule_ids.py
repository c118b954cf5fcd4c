"""Every rule of a rules page has a test named after it, every cited id exists, and the quick references cite the same
ids in every language.
"""

import re
from pathlib import Path

import pytest

from tradewinds.i18n import LANGUAGES
from tradewinds.i18n.reference import quick_reference, read_reference
from tradewinds.kernel.game import load_game
from tradewinds.registry import GAMES

ROOT = Path(__file__).parents[1]
ID = re.compile(r"\b[A-Z]{2}-\d+(?:\.\d+)?")

every_game = pytest.mark.parametrize("game", GAMES)


def page(game: str) -> str:
    return (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")


def rules_of(game: str) -> list[str]:
    return re.findall(r"\*\*([A-Z]{2}-[\d.]+)\*\*", page(game))


def known_ids(game: str) -> set[str]:
    return {*rules_of(game), *re.findall(r"## ([A-Z]{2}-\d+)", page(game))}


@every_game
def test_every_rule_has_a_test(game: str) -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests" / game).glob("test_*_rules.py"))
    rules = rules_of(game)
    names = [f"def test_{rule.lower().replace('-', '_').replace('.', '_')}_" for rule in rules]
    assert not [rule for rule, name in zip(rules, names, strict=True) if name not in tests]
    assert len(set(rules)) == len(rules) > 0


@every_game
def test_every_cited_rule_is_on_the_page(game: str) -> None:
    assert {refusal.rule for refusal in load_game(game).refusals.values()} <= known_ids(game)
    folder = ROOT / "src" / "tradewinds" / "games" / game
    sources = [path for path in folder.rglob("*") if path.suffix in (".py", ".toml", ".md")]
    cited = {found for path in sources for found in ID.findall(path.read_text(encoding="utf-8"))}
    assert cited
    assert cited <= known_ids(game)


@every_game
def test_quick_references_have_the_same_items_in_every_language(game: str) -> None:
    def items(language: str) -> list[tuple[str, ...]]:
        lines = [line for line in read_reference(game, language).splitlines() if line.startswith("- ")]
        return [(*re.findall(r"^- (\{[a-z0-9_=-]+\})?", line), *ID.findall(line)) for line in lines]

    assert items("en")
    assert all(len(item) > 1 for item in items("en"))
    for language in LANGUAGES:
        assert items(language) == items("en")


@every_game
def test_a_refused_move_is_explained_in_the_quick_reference(game: str) -> None:
    cited = set(ID.findall(read_reference(game, "en")))
    refused = {refusal.rule for refusal in load_game(game).refusals.values() if "." in refusal.rule}
    assert refused <= cited


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_quick_reference_of_an_edition(game: str, language: str) -> None:
    loaded = load_game(game)
    for edition in loaded.editions:
        text = quick_reference(game, loaded.read_edition(loaded.edition_file(edition)), language)
        assert "{" not in text
        assert 100 < len(text.split()) < 1100
    marks = set(re.findall(r"^- \{([a-z0-9-]+)\}", read_reference(game, language), re.MULTILINE))
    assert marks <= set(loaded.editions)

"""Commands, options and links in the documentation exist."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tradewinds.cli import COMMANDS, main

ROOT = Path(__file__).parents[1]
DOCS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_commands_and_options_in_documents_exist(page: Path) -> None:
    for line in re.findall(r"(?:\./run(?: lab)?|tradewinds) ([a-z]+[^\n`|#]*)", page.read_text(encoding="utf-8")):
        command, *rest = line.split()
        if command not in COMMANDS:
            assert command in ("bench", "lab", "python", "record", "position", "chance", "seed"), line
            continue
        path = [command, rest[0]] if command in ("box", "study") else [command]
        known = CliRunner().invoke(main, [*path, "--help"]).output
        for option in re.findall(r"(?<!\S)--?[a-z]+", " ".join(rest)):
            assert re.search(rf"(?<![-\w]){option}\b", known), f"{line}: {option}"


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_links_resolve(page: Path) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_files_in_the_architecture_page_exist() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    files = re.findall(r"^\| \d+ \| `([^`]+)` \|", page, re.MULTILINE)
    assert 15 <= len(files) <= 25
    for file in files:
        assert (ROOT / file).is_file() or (ROOT / "src" / "tradewinds" / file).is_file(), file

"""One-page rules of the games, in every language, for the terminal, the browser and documents.

Each game's folder contains `rules/LANGUAGE.md`. A line that begins with `- {edition}` applies only to that printed
edition, and one that begins with `- {field=value}` only to editions whose `rules` table has that value.
"""

import re
from typing import Any

from tradewinds.i18n.catalogue import LANGUAGES
from tradewinds.registry import game_folder

MARKED = re.compile(r"^- \{(?:(?P<field>[a-z_]+)=)?(?P<value>[a-z0-9-]+)\} ")


def read_reference(game: str, language: str) -> str:
    """Return the complete text, covering all editions."""
    if language not in LANGUAGES:
        raise ValueError(f"There are no words in {language!r}. Known languages: {', '.join(LANGUAGES)}.")
    return (game_folder(game) / "rules" / f"{language}.md").read_text(encoding="utf-8")


def quick_reference(game: str, edition: Any, language: str) -> str:
    """Return the text for an edition; a custom edition gets the lines of the printed edition it is based on."""
    printed = getattr(edition, "printed", None) or edition.name
    lines = []
    for line in read_reference(game, language).splitlines():
        mark = MARKED.match(line)
        if mark is None:
            lines.append(line)
        elif mark["value"] == (getattr(edition.rules, mark["field"]) if mark["field"] else printed):
            lines.append(MARKED.sub("- ", line))
    return "\n".join(lines) + "\n"

"""The rules of a game on one page, in every language: the same text for the terminal, the browser and documents.

A game's folder has `rules/LANGUAGE.md`. A line that begins with `- {edition}` holds for that printed edition only,
one that begins with `- {field=value}` for boxes whose file has this value in its table of rules.
"""

import re
from typing import Any

from tradewinds.i18n.catalogue import FOLDER, LANGUAGES

MARKED = re.compile(r"^- \{(?:(?P<field>[a-z_]+)=)?(?P<value>[a-z0-9-]+)\} ")


def read_reference(game: str, language: str) -> str:
    """The whole text, for all editions."""
    if language not in LANGUAGES:
        raise ValueError(f"There are no words in {language!r}. Known languages: {', '.join(LANGUAGES)}.")
    return (FOLDER.parent / "games" / game / "rules" / f"{language}.md").read_text(encoding="utf-8")


def quick_reference(game: str, edition: Any, language: str) -> str:
    """The text for an edition as its game has read it: for a box of one's own, the printed one that it follows."""
    printed = getattr(edition, "printed", None) or edition.name
    lines = []
    for line in read_reference(game, language).splitlines():
        mark = MARKED.match(line)
        if mark is None:
            lines.append(line)
        elif mark["value"] == (getattr(edition.rules, mark["field"]) if mark["field"] else printed):
            lines.append(MARKED.sub("- ", line))
    return "\n".join(lines) + "\n"

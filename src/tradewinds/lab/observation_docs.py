"""Names of all observation indices, and the generated tables of docs/environments.md.

`python -m tradewinds.lab.observation_docs docs/environments.md` regenerates the tables and keeps their last column.
"""

import re
import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from tradewinds.kernel.game import Box, Game, load_game
from tradewinds.kernel.observation import Slice, observation_spec
from tradewinds.kernel.record import Field
from tradewinds.registry import GAMES

MARKED = re.compile(r"(<!-- slices (\w+) -->\n)(.*?)(<!-- end -->)", re.DOTALL)
"""Matches a generated table between two markers."""


def index_names(box: Box) -> list[str]:
    """Return the name of every observation index, such as `bales[you, blue]`."""
    return [name for part in observation_spec(box).slices for name in names_in(box, part)]


def names_in(box: Box, part: Slice) -> list[str]:
    if not part.axes:
        return [part.name]
    places = [axis_names(box, axis) for axis in part.axes]
    return [f"{part.name}[{', '.join(place)}]" for place in product(*places)]


def axis_names(box: Box, axis: str) -> Sequence[str]:
    """Return the labels along an axis. Seats are counted clockwise from the observer."""
    if axis == "seat":
        return ["you", *(f"left {step}" for step in range(1, box.players))]
    return box.labels[axis] if axis in box.labels else [str(place) for place in range(1, box.game.sizes[axis] + 1)]


def kind_of(field: Field) -> str:
    if field.members:
        return f"set of {field.members}"
    return f"which {field.names}" if field.names else "number"


def table_of(game: Game, meanings: dict[str, str]) -> str:
    """Return the Markdown table of a game's slices, with the indices for every player count."""
    boxes = [game.box(players) for players in game.players]
    heads = ["slice", "kind", "axes", *(f"{box.players} players" for box in boxes), "what it is"]
    lines = [heads, ["---"] * len(heads)]
    for field, *parts in zip(game.fields, *(observation_spec(box).slices for box in boxes), strict=True):
        axes = " × ".join(parts[0].axes) or "–"
        ranges = [span(part) for part in parts]
        lines.append([f"`{field.name}`", kind_of(field), axes, *ranges, meanings.get(field.name, "")])
    sizes = [f"**{observation_spec(box).size}**" for box in boxes]
    lines.append(["**all**", "", "", *sizes, "How many numbers there are."])
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)


def span(part: Slice) -> str:
    return str(part.start) if part.end == part.start + 1 else f"{part.start}–{part.end - 1}"


def meanings_in(table: str) -> dict[str, str]:
    """Return the last column of a table by slice name."""
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in table.splitlines()]
    return {cells[0].strip("`"): cells[-1] for cells in rows if cells[0].startswith("`")}


def with_tables(page: str) -> str:
    """Return a page with its tables regenerated."""

    def write(found: re.Match[str]) -> str:
        begin, name, table, end = found.groups()
        if name not in GAMES:
            return found[0]
        return f"{begin}{table_of(load_game(name), meanings_in(table))}{end}"

    return MARKED.sub(write, page)


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(with_tables(file.read_text(encoding="utf-8")), encoding="utf-8")

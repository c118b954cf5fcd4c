"""Per-game data of a study: one row per game, one column per quantity."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]

Key = tuple[str, str, str]
"""Column key: group, item and quantity."""

SEPARATOR = "\t"


class Columns:
    """Columns by key; missing columns are zero."""

    def __init__(self, games: int, columns: Mapping[Key, Floats]) -> None:
        self.games, self.columns = games, dict(columns)

    def __getitem__(self, key: Key) -> Floats:
        return self.columns.get(key, np.zeros(self.games))

    def items_in(self, group: str) -> list[str]:
        """Return the items of a group in insertion order."""
        return list(dict.fromkeys(key[1] for key in self.columns if key[0] == group))

    def groups(self) -> list[str]:
        return list(dict.fromkeys(key[0] for key in self.columns))

    def parts(self, group: str) -> set[str]:
        """Return the quantities recorded for a group."""
        return {key[2] for key in self.columns if key[0] == group}

    def save(self, file: Path) -> None:
        """Write the columns to a file atomically."""
        beside = file.with_suffix(".part")
        names = np.array([SEPARATOR.join(key) for key in self.columns], np.str_)
        values = np.array(list(self.columns.values())) if self.columns else np.zeros((0, self.games))
        with beside.open("wb") as out:
            np.savez_compressed(out, games=np.array(self.games), names=names, values=values)
        beside.replace(file)


def load(file: Path) -> Columns:
    with np.load(file, allow_pickle=False) as found:
        keys: list[Any] = [tuple(str(name).split(SEPARATOR)) for name in found["names"]]
        return Columns(int(found["games"]), dict(zip(keys, found["values"], strict=True)))


def concatenate(parts: Sequence[Columns]) -> Columns:
    """Concatenate batches in order."""
    keys = dict.fromkeys(key for part in parts for key in part.columns)
    joined = {key: np.concatenate([part[key] for part in parts]) for key in keys}
    return Columns(sum(part.games for part in parts), joined)

"""What players observe, as OpenSpiel asks for it: tensors with named pieces, and text."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyspiel

from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box
from tradewinds.kernel.observation import sight, sight_of
from tradewinds.kernel.record import blank, with_content
from tradewinds.lab.spiel.memory import Memory, masks
from tradewinds.match.position import write_fields

if TYPE_CHECKING:
    from tradewinds.lab.spiel.state import SpielState

Shapes = Iterator[tuple[str, tuple[int, ...]]]


@lru_cache(maxsize=1024)
def in_words(box: Box, position: bytes) -> tuple[str, ...]:
    """The lines of a position or mask; none before the deal."""
    return tuple(write_fields(box, with_content(blank(box.game.state_type), position))) if position else ()


class Observer:
    """Writes what a player observes into `tensor`, whose pieces have names in `dict`."""

    def __init__(self, box: Box, kind: Any, params: Mapping[str, object] | None) -> None:
        if params:
            raise Problem(Phrase("spiel.observation", {"names": ", ".join(params)}))
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.box = box
        self.private = kind.private_info
        self.public: bool = kind.public_info
        self.recall: bool = kind.perfect_recall
        if self.recall and not (self.public and self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER):
            raise Problem(Phrase("spiel.recall"))
        shapes = list(self.shapes())
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in shapes), np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        start = 0
        for name, shape in shapes:
            end = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end

    def shapes(self) -> Shapes:
        """The pieces of the tensor: the fields of the position and, for those who remember, a summary of the past."""
        for piece in sight_of(self.box).slices:
            yield piece.name, piece.shape or (1,)
        if self.recall:
            yield "times_done", (self.box.game.actions,)
            yield "times_seen", (1,)

    def set_from(self, state: "SpielState", player: int) -> None:
        """Write what a player observes."""
        self.tensor.fill(0)
        memory = state.memories[player]
        size = sight_of(self.box).size
        if memory.mask:
            own, table = self.sources(state, player)
            self.tensor[:size] = self.numbers(own, player)
            if not self.public:
                self.tensor[:size][self.tensor[:size] == self.numbers(table, player)] = 0
        if self.recall:
            np.add.at(self.dict["times_done"], list(memory.done), 1)
            self.dict["times_seen"][0] = memory.seen

    def string_from(self, state: "SpielState", player: int) -> str:
        """What a player observes in words: the lines of its mask."""
        memory = state.memories[player]
        lines: tuple[str, ...] = ()
        if memory.mask:
            own, table = self.sources(state, player)
            lines = in_words(self.box, own)
            if not self.public:
                known = in_words(self.box, table)
                lines = tuple(line for line in lines if line not in known)
        head = [f"seat: {player + 1}"] if self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER else []
        return "\n".join([*head, *lines, *([self.recalled(memory)] if self.recall else [])])

    def sources(self, state: "SpielState", player: int) -> tuple[bytes, bytes]:
        """What is looked at, and what all may know of it."""
        position = state.course.position
        if self.public and self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return state.memories[player].mask, b""
        table = masks(self.box, position)[-1]
        if self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return state.memories[player].mask, table
        return (position if self.private == pyspiel.PrivateInfoType.ALL_PLAYERS else table), table

    def numbers(self, position: bytes, player: int) -> npt.NDArray[np.int8]:
        """A position or mask as numbers, seen from a player's place."""
        return sight(self.box, with_content(blank(self.box.game.state_type), position), player)

    def recalled(self, memory: Memory) -> str:
        """The past in a line."""
        return f"past: {memory.seen} positions, {len(memory.done)} own actions, {memory.trace.hex()}"

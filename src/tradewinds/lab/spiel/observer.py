"""OpenSpiel observers: tensors with named pieces, and text."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pyspiel

from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box
from tradewinds.kernel.observation import observation_spec, observation_tensor
from tradewinds.kernel.record import blank, with_content
from tradewinds.lab.spiel.chance import Transition
from tradewinds.lab.spiel.history import PlayerHistory, masks
from tradewinds.match.position import write_fields

Shapes = Iterator[tuple[str, tuple[int, ...]]]


@lru_cache(maxsize=1024)
def position_lines(box: Box, position: bytes) -> tuple[str, ...]:
    """Return the text lines of a position or mask; none before the deal."""
    return tuple(write_fields(box, with_content(blank(box.game.state_type), position))) if position else ()


class ObservedState(Protocol):
    """The part of a state that observers read."""

    @property
    def transition(self) -> Transition: ...

    @property
    def histories(self) -> tuple[PlayerHistory, ...]: ...


class Observer:
    """Writes observations to `tensor`; `dict` maps the names of its pieces to views of them."""

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
        """Yield the tensor's pieces: position fields and, with perfect recall, a summary of the history."""
        for piece in observation_spec(self.box).slices:
            yield piece.name, piece.shape or (1,)
        if self.recall:
            yield "times_done", (self.box.game.actions,)
            yield "times_seen", (1,)

    def set_from(self, state: ObservedState, player: int) -> None:
        """Write a player's observation to the tensor."""
        self.tensor.fill(0)
        history = state.histories[player]
        size = observation_spec(self.box).size
        if history.mask:
            own, table = self.sources(state, player)
            self.tensor[:size] = self.encode(own, player)
            if not self.public:
                self.tensor[:size][self.tensor[:size] == self.encode(table, player)] = 0
        if self.recall:
            np.add.at(self.dict["times_done"], list(history.done), 1)
            self.dict["times_seen"][0] = history.seen

    def string_from(self, state: ObservedState, player: int) -> str:
        """Return a player's observation as text."""
        history = state.histories[player]
        lines: tuple[str, ...] = ()
        if history.mask:
            own, table = self.sources(state, player)
            lines = position_lines(self.box, own)
            if not self.public:
                known = position_lines(self.box, table)
                lines = tuple(line for line in lines if line not in known)
        head = [f"seat: {player + 1}"] if self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER else []
        return "\n".join([*head, *lines, *([self.history_line(history)] if self.recall else [])])

    def sources(self, state: ObservedState, player: int) -> tuple[bytes, bytes]:
        """Return the position or mask to observe, and the public mask (empty where it is not needed)."""
        position = state.transition.position
        if self.public and self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return state.histories[player].mask, b""
        table = masks(self.box, position)[-1]
        if self.private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return state.histories[player].mask, table
        return (position if self.private == pyspiel.PrivateInfoType.ALL_PLAYERS else table), table

    def encode(self, position: bytes, player: int) -> npt.NDArray[np.int8]:
        """Encode a position or mask from a player's perspective."""
        return observation_tensor(self.box, with_content(blank(self.box.game.state_type), position), player)

    def history_line(self, history: PlayerHistory) -> str:
        return f"past: {history.seen} positions, {len(history.done)} own actions, {history.trace.hex()}"

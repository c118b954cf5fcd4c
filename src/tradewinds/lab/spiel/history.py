"""Information states: what a player has observed and done, derived from the player's masks and own actions."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from tradewinds.kernel.bindings import masks as all_masks
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import blank, with_content

TRACE_BYTES = 16


class PlayerHistory(NamedTuple):
    """The information state of one player.

    A position that looks the same as the previous one is not recorded, so that the number of hidden decisions by others
    does not leak.
    """

    trace: bytes
    """Digest of all observations and own actions, in order."""
    seen: int
    """Number of observations recorded."""
    done: tuple[int, ...]
    """Own actions."""
    mask: bytes
    """Latest observation; empty before the deal."""

    def add_action(self, action: int) -> "PlayerHistory":
        """Return the history with one more action."""
        return self._replace(trace=_extend_digest(self.trace, b"do" + action.to_bytes(2)), done=(*self.done, action))

    def add_observation(self, mask: bytes) -> "PlayerHistory":
        """Return the history with one more observation, unless it equals the latest."""
        if mask == self.mask:
            return self
        return self._replace(trace=_extend_digest(self.trace, b"see" + mask), seen=self.seen + 1, mask=mask)


EMPTY_HISTORY = PlayerHistory(bytes(TRACE_BYTES), 0, (), b"")


def _extend_digest(trace: bytes, what: bytes) -> bytes:
    return blake2b(trace + what, digest_size=TRACE_BYTES).digest()


def observe_all(box: Box, histories: Sequence[PlayerHistory], position: bytes) -> tuple[PlayerHistory, ...]:
    """Return the histories after every player has observed a position."""
    return tuple(history.add_observation(mask) for history, mask in zip(histories, masks(box, position), strict=False))


def masks(box: Box, position: bytes) -> list[bytes]:
    """Return the masks of all seats and, last, of spectators."""
    return all_masks(box.record, with_content(blank(box.game.state_type), position), box.players)

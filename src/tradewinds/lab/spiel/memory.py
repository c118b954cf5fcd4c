"""What a player has seen and done: the information state that OpenSpiel asks for, made from masks and own actions."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import NamedTuple

from tradewinds.kernel.bindings import masks as all_masks
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import blank, with_content

TRACE_BYTES = 16


class Memory(NamedTuple):
    """All that one player knows.

    A position that looks like the one before adds nothing: others may decide several things in secret, and how many
    must not show.
    """

    trace: bytes
    """A digest of everything seen and done, in order."""
    seen: int
    """How many different-looking positions there were."""
    done: tuple[int, ...]
    """The own actions."""
    mask: bytes
    """The latest position as the player sees it; empty before the deal."""

    def do(self, action: int) -> "Memory":
        """The player has acted."""
        return self._replace(trace=longer(self.trace, b"do" + action.to_bytes(2)), done=(*self.done, action))

    def see(self, mask: bytes) -> "Memory":
        """The player looks at the table."""
        if mask == self.mask:
            return self
        return self._replace(trace=longer(self.trace, b"see" + mask), seen=self.seen + 1, mask=mask)


BLANK = Memory(bytes(TRACE_BYTES), 0, (), b"")


def longer(trace: bytes, what: bytes) -> bytes:
    """A trace with one thing more."""
    return blake2b(trace + what, digest_size=TRACE_BYTES).digest()


def look(box: Box, memories: Sequence[Memory], position: bytes) -> tuple[Memory, ...]:
    """Everybody looks at a position."""
    return tuple(memory.see(mask) for memory, mask in zip(memories, masks(box, position), strict=False))


def masks(box: Box, position: bytes) -> list[bytes]:
    """What each seat may know of a position and, last, what all may know."""
    return all_masks(box.record, with_content(blank(box.game.state_type), position), box.players)

"""Changes of the position at a table, and which of them each viewer has seen."""

from dataclasses import dataclass, field

from tradewinds.kernel.record import SPECTATOR, Record, content, with_content
from tradewinds.match import Match


@dataclass(frozen=True, slots=True)
class PositionChange:
    """A change of the position: a decision, or its undo."""

    seat: int
    action: int
    before: Record
    after: Record
    undone: bool


@dataclass
class History:
    """Changes of the position in a game, and which of them each viewer has seen; the last viewer is the public.

    Each viewer counts only the changes visible to it, so that position numbers reveal nothing beyond its mask.
    """

    changes: list[PositionChange] = field(default_factory=list)
    visible: list[list[int]] = field(default_factory=list)
    masks: list[Record] = field(default_factory=list)
    """Concealed mask of each viewer: what it is shown now."""
    previous_masks: list[Record] = field(default_factory=list)
    """Concealed mask of each viewer before the last change visible to it."""
    turn: int = 0
    """Seat to act according to the public mask."""

    def start(self, match: Match) -> None:
        """Initialise the masks from the opening position."""
        self.masks = [match.shown(viewer) for viewer in (*range(match.box.players), SPECTATOR)]
        self.previous_masks = list(self.masks)
        self.visible = [[] for _ in self.masks]
        self.turn = match.game.rules.to_act(match.box.record, self.masks[SPECTATOR])

    def add(self, match: Match, change: PositionChange) -> list[int]:
        """Record a change and return the viewers whose mask changed."""
        self.changes.append(change)
        seen = []
        for viewer, known in zip((*range(match.box.players), SPECTATOR), match.shown_to_all(match.state), strict=True):
            if known != content(mask := self.masks[viewer]):
                self.previous_masks[viewer], self.masks[viewer] = mask, with_content(mask, known)
                self.visible[viewer].append(len(self.changes) - 1)
                seen.append(viewer)
        if SPECTATOR in seen:
            self.turn = match.game.rules.to_act(match.box.record, self.masks[SPECTATOR])
        return seen

    def copy(self) -> "History":
        visible = [list(numbers) for numbers in self.visible]
        return History(list(self.changes), visible, list(self.masks), list(self.previous_masks), self.turn)

    def learned_in_public(self, viewer: int) -> bool:
        """Return whether the last change that a viewer saw was public and left its private knowledge unchanged."""
        if self.visible[SPECTATOR][-1:] != self.visible[viewer][-1:]:
            return False
        return private_knowledge(self.previous_masks, viewer) == private_knowledge(self.masks, viewer)

    def position(self, viewer: int) -> int:
        """Return a viewer's current position number: the count of changes visible to it."""
        return len(self.visible[viewer])


def private_knowledge(masks: list[Record], viewer: int) -> int:
    """Return the bits in which a viewer's mask differs from the public mask."""
    return int.from_bytes(content(masks[viewer]), "little") ^ int.from_bytes(content(masks[SPECTATOR]), "little")

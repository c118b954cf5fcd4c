"""Positions as seen by a seat, rendered as a view struct, as SVG, and in notebooks."""

from dataclasses import dataclass

import msgspec

from tradewinds.i18n import Words, load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record


@dataclass(frozen=True, repr=False, eq=False)
class Position:
    """A masked state with the names of the seats; everything shown is derived from the mask."""

    box: Box
    masked: Record
    seats: tuple[str, ...] = ()

    @property
    def view(self) -> msgspec.Struct:
        """The position as the game's view struct."""
        return self.box.game.view(self.box, self.masked)

    def picture(self, words: Words | None = None) -> str:
        """Return the position as SVG."""
        said = words or load_words("en")
        return self.box.game.picture(self.box, self.view, said.with_seats(said.seats or self.seats))

    def __repr__(self) -> str:
        return f"<Position {self.box.game.name} {self.box.name}>"

    def _repr_svg_(self) -> str:
        return self.picture()

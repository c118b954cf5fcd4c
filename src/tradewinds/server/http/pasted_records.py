"""Records that somebody brings along, played again; the last ones are kept, since their steps are asked for in turn."""

import asyncio
import hashlib
from collections import OrderedDict
from typing import Any

from tradewinds.match import Match
from tradewinds.match.record import GameRecord, match_from_record
from tradewinds.server.errors import Refusal
from tradewinds.server.tables.boxes import Boxes

KEPT = 32
MOST_MOVES = 2000
"""Several times as many as the longest game has."""


class Records:
    """The games of records that were read lately. Reading takes up to a second, so one is read at a time."""

    def __init__(self, boxes: Boxes) -> None:
        self.boxes = boxes
        self.kept: OrderedDict[bytes, Match] = OrderedDict()
        self.reviews: OrderedDict[bytes, bytes] = OrderedDict()
        self.reading = asyncio.Lock()

    def find(self, text: str) -> Match | None:
        """The game of a record, if it was read lately."""
        key = digest(text)
        if key in self.kept:
            self.kept.move_to_end(key)
        return self.kept.get(key)

    async def read(self, text: str) -> Match:
        """The game of a record; a TextError says why it is none."""
        async with self.reading:
            found = self.find(text)
            if found is None:
                found = self.kept[digest(text)] = await asyncio.to_thread(self.play_again, text)
                forget(self.kept)
            return found

    def play_again(self, text: str) -> Match:
        """Read a record and play it; its box is its own, so nobody else uses it meanwhile."""
        record = GameRecord.parse(text)
        if len(record.moves) > MOST_MOVES:
            raise Refusal("bad_request", "many_moves", 400, most=MOST_MOVES)
        edition, _, box = record.header.get("box", "").partition(" ")
        return match_from_record(record, self.boxes.find_file(record.header.get("game", ""), edition, box))

    def keep_review(self, key: bytes, review: bytes) -> None:
        """Keep the review of a record, by its digest."""
        self.reviews[key] = review
        forget(self.reviews)


def forget(kept: OrderedDict[bytes, Any]) -> None:
    """Keep the last ones only."""
    while len(kept) > KEPT:
        kept.popitem(last=False)


def digest(text: str) -> bytes:
    """What tells a text from every other."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()

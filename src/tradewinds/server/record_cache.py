"""LRU cache of uploaded game records: clients request their steps in many small requests."""

import asyncio
import hashlib
from collections import OrderedDict
from typing import Any

from tradewinds.match import Match
from tradewinds.match.record import GameRecord, match_from_record
from tradewinds.server.errors import RequestError
from tradewinds.server.tables.boxes import Boxes

MAX_RECORDS = 32
MAX_MOVES = 2000
"""Maximum number of moves in an uploaded record: several times the length of the longest game."""


class RecordCache:
    """Cache of the matches and reviews of uploaded records. Loading one takes up to a second, so it is serialised."""

    def __init__(self, boxes: Boxes) -> None:
        self.boxes = boxes
        self.matches: OrderedDict[bytes, Match] = OrderedDict()
        self.reviews: OrderedDict[bytes, bytes] = OrderedDict()
        self.lock = asyncio.Lock()

    def get(self, text: str) -> Match | None:
        """Return the match of a record if it is cached."""
        key = record_digest(text)
        if key in self.matches:
            self.matches.move_to_end(key)
        return self.matches.get(key)

    async def load(self, text: str) -> Match:
        """Return the match of a record; raise a `Problem` if it is not valid."""
        async with self.lock:
            found = self.get(text)
            if found is None:
                found = self.matches[record_digest(text)] = await asyncio.to_thread(self._replay, text)
                _evict(self.matches)
            return found

    def _replay(self, text: str) -> Match:
        """Parse and replay a record, in a box of its own because this runs on another thread."""
        record = GameRecord.parse(text)
        if len(record.moves) > MAX_MOVES:
            raise RequestError("bad_request", "many_moves", 400, most=MAX_MOVES)
        edition, _, box = record.header.get("box", "").partition(" ")
        return match_from_record(record, self.boxes.find_file(record.header.get("game", ""), edition, box))

    def add_review(self, key: bytes, review: bytes) -> None:
        self.reviews[key] = review
        _evict(self.reviews)


def _evict(cache: OrderedDict[bytes, Any]) -> None:
    while len(cache) > MAX_RECORDS:
        cache.popitem(last=False)


def record_digest(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()

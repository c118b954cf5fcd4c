"""Fixed deals for all games started in this process."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from tradewinds.kernel.record import copy
from tradewinds.match import Match


@contextmanager
def deal_position(match: Match) -> Iterator[None]:
    """Start all games from the position of a match, which must have the same box."""
    with patch("tradewinds.match.match.deal", lambda _box, _seed: copy(match.state)):
        yield


@contextmanager
def deal_seed(seed: str) -> Iterator[None]:
    """Use this seed for all games that are started without one."""
    with patch("tradewinds.match.match.new_seed", lambda: seed):
        yield

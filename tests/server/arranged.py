"""Games that begin from a position which a test has arranged."""

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from tradewinds.kernel.record import copy
from tradewinds.match import Match


@contextmanager
def dealt_as(arranged: Match) -> Iterator[None]:
    """Whoever begins a game meanwhile, in this process, begins it from this position, with the same box."""
    with patch("tradewinds.match.match.deal", lambda _box, _seed: copy(arranged.state)):
        yield

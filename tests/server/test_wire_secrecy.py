"""Every byte that a server sends to a viewer is the same in any world of which the viewer is shown the same."""

import asyncio
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.server.all_requests import create_guests, harmless_commands, load_table, responses_for, two_servers
from tests.server.equivalent_games import START_TIME, OriginalGame, viewers_of
from tests.server.servers import ThreadServer
from tradewinds.kernel.game import load_game
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import SPECTATOR
from tradewinds.match import Match
from tradewinds.match.clock import BankClock, MoveClock, NoClock, Pace
from tradewinds.server import protocol
from tradewinds.server.bots import executor
from tradewinds.server.http.routes import records
from tradewinds.server.tables import events as e
from tradewinds.server.tables import view_cache
from tradewinds.server.tables.table import Table

NAMES = ["Ada", "Bob", "Cleo", "Dan", "Eva", "Stranger"]
LATER = START_TIME + 1_000_000
"""The frozen time: after all events, before any clock has run out."""


NO_CLOCK = NoClock()


@dataclass(frozen=True)
class Case:
    """A box, and how a table plays with it."""

    game: str
    edition: str
    players: int
    options: dict[str, str]
    clock: Pace = NO_CLOCK
    hides: bool = True

    def settings(self) -> e.TableSettings:
        box = load_game(self.game).box(self.players, self.edition, self.options)
        return e.TableSettings(self.game, self.edition, self.players, dict(box.options), self.clock, public=True)


CLOSED = {"stores": "closed", "pirates": "blackbeard"}
CASES = {
    "borneo-closed-pirates": Case("borneo", "board-2008", 4, CLOSED, BankClock(14_400, 5)),
    "borneo-board-2008": Case("borneo", "board-2008", 3, {}),
    "borneo-card-2007": Case("borneo", "card-2007", 4, {}, MoveClock(3600)),
    "borneo-card-2007-closed": Case("borneo", "card-2007", 3, {"stores": "closed"}),
    "bombay-closed": Case("bombay", "ystari-2009", 3, {"screens": "closed"}, BankClock(14_400)),
    "bombay-open": Case("bombay", "ystari-2009", 4, {"screens": "open"}, hides=False),
}


@dataclass
class Coverage:
    """Counts of what a comparison has covered."""

    bytes: int = 0
    comparisons: int = 0
    different: int = 0
    """Comparisons in which the other world really differed."""
    hidden_decisions: int = 0
    """Comparisons during a decision that nobody else sees."""
    overtaken: int = 0
    """Comparisons in which a hidden decision blocks somebody's undo."""
    advised: int = 0


class SamplingRates(NamedTuple):
    """Probabilities of a comparison: usually, during a hidden decision, and when that blocks an undo."""

    usual: float = 0.5
    begun: float = 0.5
    overtaken: float = 1.0


@pytest.fixture
def frozen_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Freeze time and the random streams of bots."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tradewinds.server.") and hasattr(module, "now_ms"):
            monkeypatch.setattr(module, "now_ms", lambda: LATER)
    monkeypatch.setattr(executor, "fresh_stream", lambda: stream(5))


SAMPLE = SamplingRates(0.06, 0.15, 1.0)
ANY_TIME = SamplingRates()
BEGUN = SamplingRates(0.0, 1.0, 1.0)
OVERTAKEN = SamplingRates(0.0, 0.0, 1.0)


class Leak(AssertionError):
    """A byte depends on what its reader cannot know."""


def compare_game(case: Case, folder: Path, rates: SamplingRates, seed: str = "") -> Coverage:
    """Play a random game and compare two servers whose worlds differ in what a viewer cannot know."""
    chooser, coverage = random.Random(f"{case}{seed}"), Coverage()
    known = asyncio.run(create_guests(f"sqlite:///{folder / 'known.db'}", NAMES))
    people, cookies = [person for person, _ in known], [cookie for _, cookie in known]
    original = OriginalGame(case.settings(), people, viewers_of(case.players), chooser)
    with two_servers(folder / "known.db") as servers:
        while original.table.status == "playing":
            begun = original.table.match.published < len(original.table.match.steps)
            late = overtaken(original.table.match)
            rate = rates.overtaken if late else rates.begun if begun else rates.usual
            if chooser.random() < rate:
                viewer = chooser.choice(late or viewers_of(case.players))
                cookie = chooser.choice([cookies[-1], None]) if viewer == SPECTATOR else cookies[viewer]
                compare(servers, original, viewer, cookie, coverage)
                coverage.hidden_decisions += begun
                coverage.overtaken += bool(late)
            original.step()
    return coverage


def overtaken(match: Match) -> list[int]:
    """Return the seats whose undo is blocked by a hidden decision."""
    last = match.published
    begun = match.floor < last < len(match.steps) and match.steps[last - 1].seat != match.steps[-1].seat
    return [match.steps[last - 1].seat] if begun else []


def compare(
    servers: tuple[ThreadServer, ThreadServer],
    original: OriginalGame,
    viewer: int,
    cookie: str | None,
    coverage: Coverage,
) -> None:
    """Send both servers the same requests as one viewer and compare every byte."""
    table, equivalent = original.table, original.equivalents[viewer]
    # With closed screens and stores, hints know more than a person is shown.
    closed = "closed" in table.match.box.options.values()
    advice = table.match.to_act == viewer and coverage.advised < 2 and not closed
    asked = harmless_commands(table, viewer, original.chooser, advice)
    heard = []
    for server, logged in zip(servers, (original, equivalent), strict=True):
        server.call(load_table(server, logged))
        heard.append(responses_for(server, table, viewer, cookie, asked))
    for answer, other in zip(*heard, strict=True):
        if answer != other or table.match.seed.encode() in answer:
            raise Leak(answer, other)
    coverage.bytes += sum(map(len, heard[0]))
    coverage.comparisons += 1
    coverage.different += equivalent.differs_from(table)
    coverage.advised += advice


@pytest.mark.usefixtures("frozen_time")
@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_every_byte_is_the_same_in_an_equivalent_game(case: Case, tmp_path: Path) -> None:
    coverage = compare_game(case, tmp_path, SAMPLE)
    assert coverage.comparisons > 4
    assert coverage.bytes > 50_000
    assert (coverage.different > coverage.comparisons // 2) == case.hides
    assert (coverage.hidden_decisions > 0) == (case.game == "borneo")


def from_the_state(self: view_cache.ViewCache, _viewer: int) -> msgspec.Raw:
    """A view that forgets the mask."""
    match = self.table.match
    return msgspec.Raw(view_cache.ENCODER.encode(match.game.view(match.box, match.state)))


PICTURE = view_cache.ViewCache.seat_view


def any_position(self: view_cache.ViewCache, viewer: int, language: str, known: int | None) -> protocol.SeatView:
    """Positions that count everything."""
    return msgspec.structs.replace(PICTURE(self, viewer, language, known), position=len(self.table.history.changes))


def any_change(self: Table, entry: e.LogEntry, apply: Callable[[Table, e.LogEntry], None] = Table.apply) -> None:
    """A table that tells when anything happened."""
    apply(self, entry)
    self.changed = entry.at


def last_mover(self: Match, seat: int) -> bool:
    """Undo that knows of what nobody has seen."""
    return self.can_undo and self.steps[-1].seat == seat


def whole_record(match: Match) -> str:
    """A record that keeps nothing back."""
    moves = [match.write(step.action) for step in match.steps]
    return "\n".join(moves)


def deal_in_words(self: view_cache.ViewCache, number: int, _viewer: int, _words: object) -> list[str]:
    """A story told by who knows everything."""
    change = self.table.history.changes[number]
    return [str(change.after.tobytes())]


LEAKS: dict[str, tuple[str, SamplingRates, Any, str, Any]] = {
    "view": ("borneo-card-2007", ANY_TIME, view_cache.ViewCache, "view", from_the_state),
    "view of screens": ("bombay-closed", ANY_TIME, view_cache.ViewCache, "view", from_the_state),
    "story": ("bombay-closed", ANY_TIME, view_cache.ViewCache, "change_sentences", deal_in_words),
    "position": ("borneo-board-2008", BEGUN, view_cache.ViewCache, "seat_view", any_position),
    "changed": ("borneo-board-2008", BEGUN, Table, "apply", any_change),
    "undo": ("borneo-card-2007", OVERTAKEN, Match, "may_undo", last_mover),
    "record": ("borneo-board-2008", BEGUN, records, "record_text", whole_record),
    "seed": ("bombay-open", ANY_TIME, view_cache, "table_info", lambda table: {"seed": table.match.seed}),
}


@pytest.mark.usefixtures("frozen_time")
@pytest.mark.parametrize(("case", "rates", "owner", "name", "leak"), LEAKS.values(), ids=LEAKS.keys())
def test_a_leak_is_found(
    case: str, rates: SamplingRates, owner: Any, name: str, leak: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, leak)
    with pytest.raises(Leak):
        for attempt in range(12):
            folder = tmp_path / str(attempt)
            folder.mkdir()
            compare_game(CASES[case], folder, rates, f"leak{attempt}")

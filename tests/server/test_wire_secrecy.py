"""Every byte that a server sends to a seat, a spectator or a stranger is the same in any world that fits its mask."""

import asyncio
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from tests.server.serving import ThreadServer
from tests.server.spectators import introduce, lay, overheard, questions, two_servers
from tests.server.twins import BEGINNING, Original, viewers_of
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
LATER = BEGINNING + 1_000_000
"""When everything is asked: after all events, before any clock has run out."""


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
class Seen:
    """What a comparison has covered."""

    bytes: int = 0
    moments: int = 0
    others: int = 0
    """Moments at which the other world was really another."""
    begun: int = 0
    """Moments at which somebody had begun a decision that nobody else sees."""
    overtaken: int = 0
    """Moments at which somebody could have taken something back but for that."""
    advised: int = 0


class Rates(NamedTuple):
    """How often two servers are asked: usually, when somebody has begun something unseen, and when another is late."""

    usual: float = 0.5
    begun: float = 0.5
    overtaken: float = 1.0


@pytest.fixture
def still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still, and whoever thinks has the same luck: what differs then differs for another reason."""
    for name, module in list(sys.modules.items()):
        if name.startswith("tradewinds.server.") and hasattr(module, "now_ms"):
            monkeypatch.setattr(module, "now_ms", lambda: LATER)
    monkeypatch.setattr(executor, "fresh_stream", lambda: stream(5))


SAMPLE = Rates(0.06, 0.06, 1.0)
ANY_TIME = Rates()
BEGUN = Rates(0.0, 1.0, 1.0)
OVERTAKEN = Rates(0.0, 0.0, 1.0)


class Leak(AssertionError):
    """A byte depends on what its reader cannot know."""


def compare_game(case: Case, folder: Path, rates: Rates, seed: str = "") -> Seen:
    """Play a game at random; now and then a viewer asks two servers whose worlds differ in what it cannot know."""
    chooser, seen = random.Random(f"{case}{seed}"), Seen()
    known = asyncio.run(introduce(f"sqlite:///{folder / 'known.db'}", NAMES))
    people, cookies = [person for person, _ in known], [cookie for _, cookie in known]
    original = Original(case.settings(), people, viewers_of(case.players), chooser)
    with two_servers(folder / "known.db") as servers:
        while original.table.status == "playing":
            begun = original.table.match.published < len(original.table.match.steps)
            late = overtaken(original.table.match)
            rate = rates.overtaken if late else rates.begun if begun else rates.usual
            if chooser.random() < rate:
                viewer = chooser.choice(late or viewers_of(case.players))
                cookie = chooser.choice([cookies[-1], None]) if viewer == SPECTATOR else cookies[viewer]
                compare(servers, original, viewer, cookie, seen)
                seen.begun += begun
                seen.overtaken += bool(late)
            original.go_on()
    return seen


def overtaken(match: Match) -> list[int]:
    """Those who could take something back if nobody had begun anything since, which they cannot see."""
    last = match.published
    begun = match.floor < last < len(match.steps) and match.steps[last - 1].seat != match.steps[-1].seat
    return [match.steps[last - 1].seat] if begun else []


def compare(
    servers: tuple[ThreadServer, ThreadServer], original: Original, viewer: int, cookie: str | None, seen: Seen
) -> None:
    """Ask both servers the same, as one viewer, and compare every byte."""
    table, twin = original.table, original.twins[viewer]
    advice = table.match.to_act == viewer and seen.advised < 2
    asked = questions(table, viewer, original.chooser, advice)
    heard = []
    for server, tale in zip(servers, (original, twin), strict=True):
        server.call(lay(server, tale))
        heard.append(overheard(server, table, viewer, cookie, asked))
    for answer, other in zip(*heard, strict=True):
        if answer != other or table.match.seed.encode() in answer:
            raise Leak(answer, other)
    seen.bytes += sum(map(len, heard[0]))
    seen.moments += 1
    seen.others += twin.differs(table)
    seen.advised += advice


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_every_byte_is_the_same_in_another_world(case: Case, tmp_path: Path) -> None:
    seen = compare_game(case, tmp_path, SAMPLE)
    assert seen.moments > 4
    assert seen.bytes > 50_000
    assert (seen.others > seen.moments // 2) == case.hides
    assert (seen.begun > 0) == (case.game == "borneo")


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


LEAKS: dict[str, tuple[str, Rates, Any, str, Any]] = {
    "view": ("borneo-card-2007", ANY_TIME, view_cache.ViewCache, "view", from_the_state),
    "view of screens": ("bombay-closed", ANY_TIME, view_cache.ViewCache, "view", from_the_state),
    "story": ("bombay-closed", ANY_TIME, view_cache.ViewCache, "change_sentences", deal_in_words),
    "position": ("borneo-board-2008", BEGUN, view_cache.ViewCache, "seat_view", any_position),
    "changed": ("borneo-board-2008", BEGUN, Table, "apply", any_change),
    "undo": ("borneo-card-2007", OVERTAKEN, Match, "may_undo", last_mover),
    "record": ("borneo-board-2008", BEGUN, records, "record_text", whole_record),
    "seed": ("bombay-open", ANY_TIME, view_cache, "table_info", lambda table: {"seed": table.match.seed}),
}


@pytest.mark.usefixtures("still")
@pytest.mark.parametrize(("case", "rates", "owner", "name", "leak"), LEAKS.values(), ids=LEAKS.keys())
def test_a_leak_is_found(
    case: str, rates: Rates, owner: Any, name: str, leak: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, leak)
    with pytest.raises(Leak):
        for attempt in range(12):
            folder = tmp_path / str(attempt)
            folder.mkdir()
            compare_game(CASES[case], folder, rates, f"leak{attempt}")

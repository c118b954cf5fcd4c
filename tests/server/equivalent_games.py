"""A game at a table, and equivalent games that look the same to one viewer but differ in everything hidden."""

import random

from tests.worlds import look_alike
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import SPECTATOR, Record
from tradewinds.match.history import Step
from tradewinds.match.match import Match
from tradewinds.match.selection import select
from tradewinds.server import protocol
from tradewinds.server.accounts.person import Person
from tradewinds.server.tables import events as e
from tradewinds.server.tables.boxes import builtin_box
from tradewinds.server.tables.commands import decide
from tradewinds.server.tables.event_rows import layout
from tradewinds.server.tables.table import Table

TABLE = "the-only-table"
START_TIME = 1_700_000_000_000
MAX_TRIES = 12
"""Number of actions tried to find one that the viewer cannot see."""


def find_box(settings: e.TableSettings, _digest: str | None = None) -> Box:
    """Return the box for a table's settings."""
    options = tuple(sorted(settings.options.items()))
    return builtin_box(settings.game, settings.edition, settings.players, options)


class LoggedTable:
    """A table with its event log."""

    def __init__(self) -> None:
        self.table = Table(TABLE, find_box)
        self.entries: list[e.LogEntry] = []

    def apply_entry(self, entry: e.LogEntry) -> None:
        """Apply an event and log it."""
        self.table.apply(entry)
        self.entries.append(entry)


class OriginalGame(LoggedTable):
    """A game of random moves, with an equivalent game for each viewer."""

    def __init__(
        self, settings: e.TableSettings, people: list[Person], viewers: list[int], chooser: random.Random
    ) -> None:
        super().__init__()
        self.people = people
        self.chooser = chooser
        self.equivalents = {viewer: EquivalentGame(viewer, chooser) for viewer in viewers}
        self.append_public([e.Opened(settings, people[0].id)], people[0])
        for seat in range(settings.players):
            self.append_public([e.Seated(seat, people[seat].id, people[seat].nickname)], people[seat])
        box = find_box(settings)
        match = Match(box, self.table.seat_names(), f"{chooser.getrandbits(128):032x}")
        started = e.Started(match.seed, box.digest, layout(box.game.state_type))
        self.append(e.LogEntry(started, self.now, people[0].id, None, match.origin))

    @property
    def now(self) -> int:
        """Time of the next event, in milliseconds."""
        return START_TIME + 1000 * self.table.seq

    def append_public(self, events: list[e.AnyEvent], person: Person) -> None:
        """Append events that everybody sees."""
        for event in events:
            self.append(e.LogEntry(event, self.now, person.id))

    def execute(self, person: Person, command: protocol.AnyCommand) -> None:
        """Execute a command as a table actor would."""
        for pending in decide(self.table, person, command):
            self.append(e.LogEntry(pending.event, self.now, person.id, command.id, pending.state))

    def append(self, entry: e.LogEntry) -> None:
        """Apply an event here, and an indistinguishable one in the equivalent games."""
        steps = len(self.table.match.steps) if self.table.status == "playing" else 0
        self.apply_entry(entry)
        for equivalent in self.equivalents.values():
            equivalent.follow_entry(entry, self.table, steps)

    def step(self) -> None:
        """Play a random move, or occasionally undo one or send a chat message."""
        table, chance = self.table, self.chooser.random()
        match = table.match
        undoing = [seat for seat in range(match.box.players) if match.may_undo(seat)]
        if chance < 0.03:
            self.execute(self.chooser.choice(self.people), protocol.Chat(text=f"after {len(match.steps)} moves"))
        elif chance < 0.15 and undoing:
            seat = self.chooser.choice(undoing)
            self.execute(self.people[seat], protocol.Undo(position=table.history.position(seat), seat=seat))
        else:
            seat, move = match.to_act, self.choose_move(match)
            self.execute(self.people[seat], protocol.Play(position=table.history.position(seat), move=move, seat=seat))

    def choose_move(self, match: Match) -> int | list[int | str]:
        """Choose an action or, occasionally, a selection of several."""
        mask = match.masked(match.to_act)
        found = select(match.box, mask)
        head = self.chooser.sample(list(found.heads), min(1, len(found.heads))) if found else []
        found = select(match.box, mask, head, suggest=True)
        if found and found.play and self.chooser.random() < 0.5:
            return list(found.play)
        return self.chooser.choice(match.legal())


class EquivalentGame(LoggedTable):
    """A game that looks like the original to one viewer, with different hidden information and hidden actions."""

    def __init__(self, viewer: int, chooser: random.Random) -> None:
        super().__init__()
        self.viewer = viewer
        self.chooser = chooser
        self.kept: list[bool] = []
        """Whether each action of the original has a counterpart here."""

    def follow_entry(self, entry: e.LogEntry, original: Table, steps: int) -> None:
        """Follow an event of the original, which had `steps` actions before it."""
        match entry.event:
            case e.Started():
                self.apply_entry(replace_entry(entry, entry.event, self.redeal(original, original.match.origin)))
            case e.Played():
                self.play(entry, entry.event, original)
            case e.Undone():
                gone = self.kept[len(original.match.steps) :]
                del self.kept[len(original.match.steps) :]
                assert steps == len(self.kept) + len(gone)
                # One decision of the original may be several here, if the viewer cannot see the difference.
                here = self.table.match.steps[len(self.table.match.steps) - sum(gone) :]
                for _ in [step for step in here if step.seat == entry.event.seat and not step.joined]:
                    self.apply_entry(entry)
            case _:
                self.apply_entry(entry)

    def play(self, entry: e.LogEntry, event: e.Played, original: Table) -> None:
        """Play the same action if the viewer sees or chose it, else any action hidden from the viewer, or none."""
        number = len(original.match.steps)
        if event.seat == self.viewer or self.is_visible(original, number):
            self.replay_hidden(entry, original)
            self.replay_step(entry, original, number)
        else:
            step = self.chooser.choice([None, *self.hidden_steps(event.seat)])
            self.kept.append(step is not None)
            if step is not None:
                self.add_step(entry, step)

    def is_visible(self, original: Table, number: int) -> bool:
        """Return whether an action of the original changed what the viewer is shown."""
        match = original.match
        return bool(match.shown(self.viewer, number).tobytes() != match.shown(self.viewer, number - 1).tobytes())

    def hidden_steps(self, seat: int) -> list[Step]:
        """Return some actions of a seat that the viewer would not see."""
        match = self.table.match
        assert match.to_act == seat
        now, legal = match.shown(self.viewer).tobytes(), match.legal()
        tried = [match.preview(action) for action in self.chooser.sample(legal, min(MAX_TRIES, len(legal)))]
        return [step for step in tried if match.show(step.state, self.viewer).tobytes() == now][:3]

    def replay_hidden(self, entry: e.LogEntry, original: Table) -> None:
        """Replace the latest hidden actions with those of the original, since they may be about to be revealed."""
        match, first = original.match, len(self.kept)
        while first and match.steps[first - 1].seat != self.viewer and not self.is_visible(original, first):
            first -= 1
        for kept in reversed(self.kept[first:]):
            if kept:
                seat = self.table.match.steps[-1].seat
                self.apply_entry(e.LogEntry(e.Undone(seat), entry.at))
        del self.kept[first:]
        for number in range(first + 1, len(match.steps)):
            self.replay_step(entry, original, number)

    def replay_step(self, entry: e.LogEntry, original: Table, number: int) -> None:
        """Play an action of the original, in a redealt world if it would look different here."""
        step, match = original.match.steps[number - 1], self.table.match
        known = original.match.shown(self.viewer, number).tobytes()
        own = step.seat == self.viewer
        assert not own or step.action in match.legal()
        here = match.preview(step.action) if own or step.action in match.legal() else step
        fits = here is not step and match.show(here.state, self.viewer).tobytes() == known
        if not fits or self.chooser.random() < 0.3:
            world = self.redeal(original, step.state)
            here = Step(step.seat, step.action, world, here.chance, here.final)
        self.kept.append(True)
        # Only the acting seat may see that actions were played together.
        self.add_step(entry, here, more=own and isinstance(entry.event, e.Played) and entry.event.more)

    def add_step(self, entry: e.LogEntry, step: Step, *, more: bool = False) -> None:
        event = e.Played(step.seat, step.action, step.chance, step.final, more=more)
        self.apply_entry(replace_entry(entry, event, step.state))

    def redeal(self, original: Table, state: Record) -> Record:
        """Return another world that looks the same to the viewer."""
        match = original.match
        return look_alike(match.box, state, self.viewer, self.chooser)

    def differs_from(self, original: Table) -> bool:
        """Return whether this game really differs from the original."""
        mine, other = self.table.match, original.match
        return bool(mine.state.tobytes() != other.state.tobytes() or len(mine.steps) != len(other.steps))


def replace_entry(entry: e.LogEntry, event: e.AnyEvent, state: Record) -> e.LogEntry:
    """Return an entry with another event and state."""
    return e.LogEntry(event, entry.at, entry.person, entry.request, state)


def viewers_of(players: int) -> list[int]:
    """Return all viewers of a table: its seats and spectators."""
    return [*range(players), SPECTATOR]

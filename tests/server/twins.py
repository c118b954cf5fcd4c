"""A game at a table and its twins: other games that look the same to one viewer and differ in all it cannot know."""

import random

from tradewinds.kernel.game import Box
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import SPECTATOR, Record, copy
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
BEGINNING = 1_700_000_000_000
TRIES = 12
"""So many actions are tried to find one that looks the same."""


def find_box(settings: e.TableSettings, _digest: str | None = None) -> Box:
    """The box for a table's settings."""
    options = tuple(sorted(settings.options.items()))
    return builtin_box(settings.game, settings.edition, settings.players, options)


class Tale:
    """A table with the events that made it."""

    def __init__(self) -> None:
        self.table = Table(TABLE, find_box)
        self.entries: list[e.LogEntry] = []

    def happen(self, entry: e.LogEntry) -> None:
        """Let an event happen."""
        self.table.apply(entry)
        self.entries.append(entry)


class Original(Tale):
    """A game that people play at random, with its twins, one for each of some viewers."""

    def __init__(
        self, settings: e.TableSettings, people: list[Person], viewers: list[int], chooser: random.Random
    ) -> None:
        super().__init__()
        self.people = people
        self.chooser = chooser
        self.twins = {viewer: Twin(viewer, chooser) for viewer in viewers}
        self.tell([e.Opened(settings, people[0].id)], people[0])
        for seat in range(settings.players):
            self.tell([e.Seated(seat, people[seat].id, people[seat].nickname)], people[seat])
        box = find_box(settings)
        match = Match(box, self.table.seat_names(), f"{chooser.getrandbits(128):032x}")
        started = e.Started(match.seed, box.digest, layout(box.game.state_type))
        self.share(e.LogEntry(started, self.now, people[0].id, None, match.origin))

    @property
    def now(self) -> int:
        """The time of the next event."""
        return BEGINNING + 1000 * self.table.seq

    def tell(self, events: list[e.AnyEvent], person: Person) -> None:
        """Let events happen of which all know."""
        for event in events:
            self.share(e.LogEntry(event, self.now, person.id))

    def obey(self, person: Person, command: protocol.AnyCommand) -> None:
        """Carry out a command as a table actor would."""
        for pending in decide(self.table, person, command):
            self.share(e.LogEntry(pending.event, self.now, person.id, command.id, pending.state))

    def share(self, entry: e.LogEntry) -> None:
        """Let an event happen here, and something that looks like it in the twins."""
        steps = len(self.table.match.steps) if self.table.status == "playing" else 0
        self.happen(entry)
        for twin in self.twins.values():
            twin.follow(entry, self.table, steps)

    def go_on(self) -> None:
        """Somebody does something: mostly a move, now and then a move is taken back or something is said."""
        table, chance = self.table, self.chooser.random()
        match = table.match
        undoing = [seat for seat in range(match.box.players) if match.may_undo(seat)]
        if chance < 0.03:
            self.obey(self.chooser.choice(self.people), protocol.Chat(text=f"after {len(match.steps)} moves"))
        elif chance < 0.15 and undoing:
            seat = self.chooser.choice(undoing)
            self.obey(self.people[seat], protocol.Undo(position=table.history.position(seat), seat=seat))
        else:
            seat, move = match.to_act, self.decision(match)
            self.obey(self.people[seat], protocol.Play(position=table.history.position(seat), move=move, seat=seat))

    def decision(self, match: Match) -> int | list[int | str]:
        """An action or, now and then, several that are chosen together."""
        mask = match.masked(match.to_act)
        found = select(match.box, mask)
        head = self.chooser.sample(list(found.heads), min(1, len(found.heads))) if found else []
        found = select(match.box, mask, head, suggest=True)
        if found and found.play and self.chooser.random() < 0.5:
            return list(found.play)
        return self.chooser.choice(match.legal())


class Twin(Tale):
    """A game that looks like another one to a viewer: other hidden things, other hidden actions, fewer of them."""

    def __init__(self, viewer: int, chooser: random.Random) -> None:
        super().__init__()
        self.viewer = viewer
        self.chooser = chooser
        self.kept: list[bool] = []
        """Which actions of the original have one here."""

    def follow(self, entry: e.LogEntry, original: Table, steps: int) -> None:
        """Something has happened in the original, which had so many actions before."""
        match entry.event:
            case e.Started():
                self.happen(replaced(entry, entry.event, self.dealt_anew(original, original.match.origin)))
            case e.Played():
                self.play(entry, entry.event, original)
            case e.Undone():
                gone = self.kept[len(original.match.steps) :]
                del self.kept[len(original.match.steps) :]
                assert steps == len(self.kept) + len(gone)
                # What was one decision there may be several here, where the viewer sees no difference.
                here = self.table.match.steps[len(self.table.match.steps) - sum(gone) :]
                for _ in [step for step in here if step.seat == entry.event.seat and not step.joined]:
                    self.happen(entry)
            case _:
                self.happen(entry)

    def play(self, entry: e.LogEntry, event: e.Played, original: Table) -> None:
        """An action: the same if the viewer sees it or has chosen it, any other or none while it sees nothing."""
        number = len(original.match.steps)
        if event.seat == self.viewer or self.sees(original, number):
            self.begin_anew(entry, original)
            self.repeat(entry, original, number)
        else:
            step = self.chooser.choice([None, *self.unseen(event.seat)])
            self.kept.append(step is not None)
            if step is not None:
                self.add(entry, step)

    def sees(self, original: Table, number: int) -> bool:
        """Whether the viewer could see an action of the original."""
        match = original.match
        return bool(match.masked(self.viewer, number).tobytes() != match.masked(self.viewer, number - 1).tobytes())

    def unseen(self, seat: int) -> list[Step]:
        """Some actions that a seat could play here and of which the viewer would see nothing."""
        match = self.table.match
        assert match.to_act == seat
        now, legal = match.masked(self.viewer).tobytes(), match.legal()
        tried = [match.preview(action) for action in self.chooser.sample(legal, min(TRIES, len(legal)))]
        return [step for step in tried if match.mask(step.state, self.viewer).tobytes() == now][:3]

    def begin_anew(self, entry: e.LogEntry, original: Table) -> None:
        """What was begun unseen is about to be shown: let it have been the same as in the original."""
        match, first = original.match, len(self.kept)
        while first and match.steps[first - 1].seat != self.viewer and not self.sees(original, first):
            first -= 1
        for kept in reversed(self.kept[first:]):
            if kept:
                seat = self.table.match.steps[-1].seat
                self.happen(e.LogEntry(e.Undone(seat), entry.at))
        del self.kept[first:]
        for number in range(first + 1, len(match.steps)):
            self.repeat(entry, original, number)

    def repeat(self, entry: e.LogEntry, original: Table, number: int) -> None:
        """Play an action of the original here; where chance or something hidden shows, in a world where it fits."""
        step, match = original.match.steps[number - 1], self.table.match
        known = original.match.masked(self.viewer, number).tobytes()
        own = step.seat == self.viewer
        assert not own or step.action in match.legal()
        here = match.preview(step.action) if own or step.action in match.legal() else step
        fits = here is not step and match.mask(here.state, self.viewer).tobytes() == known
        if not fits or self.chooser.random() < 0.3:
            world = self.dealt_anew(original, step.state)
            here = Step(step.seat, step.action, world, here.chance, here.final)
        self.kept.append(True)
        # Only who chooses several actions together may notice that.
        self.add(entry, here, more=own and isinstance(entry.event, e.Played) and entry.event.more)

    def add(self, entry: e.LogEntry, step: Step, *, more: bool = False) -> None:
        """Let an action happen here."""
        event = e.Played(step.seat, step.action, step.chance, step.final, more=more)
        self.happen(replaced(entry, event, step.state))

    def dealt_anew(self, original: Table, state: Record) -> Record:
        """Another world that fits what the viewer knows of a position."""
        match = original.match
        world = copy(match.mask(state, self.viewer))
        match.game.rules.redeal(match.box.record, world, self.viewer, stream(self.chooser.randrange(2**32)))
        return world

    def differs(self, original: Table) -> bool:
        """Whether this is another world."""
        mine, other = self.table.match, original.match
        return bool(mine.state.tobytes() != other.state.tobytes() or len(mine.steps) != len(other.steps))


def replaced(entry: e.LogEntry, event: e.AnyEvent, state: Record) -> e.LogEntry:
    """An entry with another event and position, all else the same."""
    return e.LogEntry(event, entry.at, entry.person, entry.request, state)


def viewers_of(players: int) -> list[int]:
    """Everybody who may look at a table: its seats, and the public."""
    return [*range(players), SPECTATOR]

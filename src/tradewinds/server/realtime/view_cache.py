"""What a client is shown of a table, as bytes. Of the game, everything comes from masks, as the course keeps them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec

from tradewinds.i18n import Words, load_words
from tradewinds.kernel.record import SPECTATOR, Record, content
from tradewinds.match.selection import select
from tradewinds.server.http import schemas
from tradewinds.server.realtime import protocol
from tradewinds.server.tables.selection import tell_selection
from tradewinds.server.tables.table import Table

RECENT = 30
"""Who does not say what it knows is told so many changes."""

ENCODER = msgspec.json.Encoder()
EMPTY, NOTHING = msgspec.Raw(b"[]"), msgspec.Raw(b"null")


@dataclass(frozen=True)
class Gaze:
    """What a client looks at: seats of its own or the public view, and in which language."""

    viewers: tuple[int, ...]
    language: str


class Picture(msgspec.Struct):
    """A sight as it is sent, its larger parts encoded already: they are the same for all who look at it."""

    seat: int | None
    position: int
    turn: int | None
    view: msgspec.Raw
    story: msgspec.Raw
    legal: msgspec.Raw
    may_undo: bool
    selection: msgspec.Raw


class Poster(msgspec.Struct, tag_field="type", tag="table"):
    """The message `protocol.Table`, put together from parts."""

    table: msgspec.Raw
    mine: list[int]
    owner: bool
    sights: list[Picture]
    clock: protocol.ClockInfo | None
    chat: list[protocol.Line]
    result: msgspec.Raw | None
    done: list[protocol.Done]
    here: list[int] | None


class Gallery:
    """Everything that clients are shown of one table; what several of them see is made once."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.views: dict[bytes, msgspec.Raw] = {}
        self.legal: dict[tuple[int, str], tuple[int, msgspec.Raw]] = {}
        self.selections: dict[tuple[int, str], tuple[int, msgspec.Raw]] = {}
        self.told: dict[tuple[int, str, int, int, bool], msgspec.Raw] = {}
        self.accounts: dict[tuple[int, bytes, bytes, str], list[str]] = {}
        self.sign: tuple[int, msgspec.Raw] = (-1, EMPTY)

    def poster(
        self,
        gaze: Gaze,
        known: Mapping[int, int],
        mine: list[int],
        owner: bool,
        heard: int,
        now: int,
        done: Sequence[protocol.Done] = (),
        here: list[int] | None = None,
    ) -> bytes:
        """The whole message for a client that knows these positions, has heard so many remarks, and had these done."""
        table = self.table
        begun = table.status in ("playing", "finished")
        message = Poster(
            table=self.notice(),
            mine=mine,
            owner=owner,
            sights=[self.picture(viewer, gaze.language, known.get(viewer)) for viewer in gaze.viewers] if begun else [],
            clock=clock_of(table, now) if begun else None,
            chat=lines(table, heard),
            result=msgspec.Raw(ENCODER.encode(result_of(table))) if table.status == "finished" else None,
            done=list(done),
            here=here,
        )
        return ENCODER.encode(message)

    def notice(self) -> msgspec.Raw:
        """What all may know about the table."""
        if self.sign[0] != self.table.info:
            self.sign = self.table.info, msgspec.Raw(ENCODER.encode(describe(self.table)))
        return self.sign[1]

    def picture(self, viewer: int, language: str, known: int | None) -> Picture:
        """What one viewer sees."""
        table, course = self.table, self.table.course
        position = course.position(viewer)
        turn = table.turn_seen
        return Picture(
            seat=None if viewer == SPECTATOR else viewer,
            position=position,
            turn=turn,
            view=self.view(viewer),
            story=self.story(viewer, language, position, known),
            legal=self.choices(viewer, language, position) if turn == viewer else EMPTY,
            may_undo=viewer != SPECTATOR and turn is not None and table.may_undo(viewer),
            selection=self.selection(viewer, language, position) if turn == viewer else NOTHING,
        )

    def view(self, viewer: int) -> msgspec.Raw:
        """The position by names; viewers who know the same see the same."""
        mask = self.table.course.masks[viewer]
        known = content(mask)
        found = self.views.get(known)
        if found is None:
            if len(self.views) > len(self.table.course.masks):
                self.views.clear()
            match = self.table.match
            found = self.views[known] = msgspec.Raw(ENCODER.encode(match.game.view(match.box, mask)))
        return found

    def choices(self, viewer: int, language: str, position: int) -> msgspec.Raw:
        """The legal actions of the seat to act, with their sentences."""
        found = self.legal.get((viewer, language))
        if found is None or found[0] != position:
            match, words = self.table.match, self.words(language)
            listed = [protocol.Choice(c.action, c.text, words.say(c.phrase)) for c in match.choices()]
            found = self.legal[viewer, language] = position, msgspec.Raw(ENCODER.encode(listed))
        return found[1]

    def selection(self, viewer: int, language: str, position: int) -> msgspec.Raw:
        """Where several actions make up the decision of the seat to act: what is chosen to begin with."""
        found = self.selections.get((viewer, language))
        if found is None or found[0] != position:
            match, mask = self.table.match, self.table.course.masks[viewer]
            selected = select(match.box, mask, suggest=True)
            told = tell_selection(match.box, selected, self.words(language)) if selected else None
            found = self.selections[viewer, language] = position, msgspec.Raw(ENCODER.encode(told))
        return found[1]

    def story(self, viewer: int, language: str, position: int, known: int | None) -> msgspec.Raw:
        """What has happened since a known position."""
        since = max(0, position - RECENT) if known is None or known > position else known
        arriving = known is None
        key = viewer, language, since, position, arriving
        if key not in self.told:
            if len(self.told) > 64:
                self.told.clear()
            self.told[key] = msgspec.Raw(ENCODER.encode(self.tell(viewer, language, since, position, opening=arriving)))
        return self.told[key]

    def chapter(self, viewer: int, language: str, last: int) -> schemas.Chapter:
        """What a viewer was told up to a position, as much of it as who arrives is told."""
        since = max(0, last - RECENT)
        story = self.tell(viewer, language, since, last, opening=True)
        return schemas.Chapter(None if viewer == SPECTATOR else viewer, since + 1 if since else 0, last, story)

    def tell(self, viewer: int, language: str, since: int, until: int, *, opening: bool) -> list[protocol.Told]:
        """The changes that a viewer has seen since a position; from the first, also how the game began if wanted."""
        course, words = self.table.course, self.words(language)
        told = []
        if opening and since == 0:
            told.append(protocol.Told(0, self.opening(viewer, words)))
        for position, number in enumerate(course.noticed[viewer][since:until], since + 1):
            if lines := self.account(number, viewer, words):
                told.append(protocol.Told(position, lines))
        return told

    def opening(self, viewer: int, words: Words) -> list[str]:
        """How the game began, as a viewer saw it."""
        match = self.table.match
        return [words.say(phrase) for phrase in match.game.opening(match.box, match.masked(viewer, 0))]

    def seen(self, viewer: int, language: str, position: int) -> schemas.Seen:
        """What one viewer saw at one of its positions, and the change that led there as it was told then."""
        match, course = self.table.match, self.table.course
        if position == 0:
            mask, lines = match.masked(viewer, 0), self.opening(viewer, self.words(language))
        else:
            number = course.noticed[viewer][position - 1]
            mask = match.mask(course.changes[number].after, viewer)
            lines = self.account(number, viewer, self.words(language))
        view = match.game.view(match.box, mask)
        return schemas.Seen(None if viewer == SPECTATOR else viewer, position, course.position(viewer), view, lines)

    def account(self, number: int, viewer: int, words: Words) -> list[str]:
        """One change in sentences, as a viewer saw it."""
        match, course = self.table.match, self.table.course
        change = course.changes[number]
        if change.undone:
            return [words.text("server.undone", name=match.seats[change.seat])]
        if number == course.noticed[viewer][-1]:
            return self.latest(change.action, viewer, words)
        before, after = match.mask(change.before, viewer), match.mask(change.after, viewer)
        return self.tell_change(change.action, before, after, words)

    def latest(self, action: int, viewer: int, words: Words) -> list[str]:
        """The same for the last change; viewers who know the same are told the same."""
        course = self.table.course
        if course.learned_in_public(viewer):
            viewer = SPECTATOR
        before, after = course.earlier[viewer], course.masks[viewer]
        key = action, content(before), content(after), words.language
        if key not in self.accounts:
            if len(self.accounts) > len(course.masks):
                self.accounts.clear()
            self.accounts[key] = self.tell_change(action, before, after, words)
        return self.accounts[key]

    def tell_change(self, action: int, before: Record, after: Record, words: Words) -> list[str]:
        """What an action did, between what was seen before and after it."""
        match = self.table.match
        return [words.say(phrase) for phrase in match.game.story(match.box, before, action, after)]

    def words(self, language: str) -> Words:
        """The sentences of a language, with the names at this table."""
        return load_words(language).with_seats(self.table.match.seats)


def describe(table: Table) -> protocol.TableInfo:
    """A table as everybody may know it who knows its id."""
    settings = table.settings
    return protocol.TableInfo(
        id=table.id,
        game=settings.game,
        edition=settings.edition,
        players=settings.players,
        options=settings.options,
        clock=settings.clock,
        public=settings.public,
        spectators=settings.spectators,
        hints=settings.hints,
        status=table.status,
        seats=seats_of(table),
        commitment=table.match.commitment if table.status in ("playing", "finished") else None,
        rematch=table.rematch,
        title=settings.title,
        free_undo=table.free_undo,
    )


def seats_of(table: Table) -> list[protocol.SeatInfo]:
    """Who sits where."""
    names = table.seat_names()
    return [
        protocol.SeatInfo(
            kind="bot" if place.level else "person" if place.person or table.status != "waiting" else "open",
            name=names[seat] if place.taken or table.status != "waiting" else "",
            level=place.level,
            ready=place.ready,
            stand_in=place.stand_in,
            resigned=place.resigned,
            beside=beside(table, seat),
        )
        for seat, place in enumerate(table.places)
    ]


def beside(table: Table, seat: int) -> int | None:
    """The first seat of somebody who has several: whoever plays against them should know."""
    mine = table.seats_of(table.places[seat].person)
    return mine[0] if seat in mine[1:] else None


def clock_of(table: Table, now: int) -> protocol.ClockInfo | None:
    """The clocks now."""
    clock = table.clock
    if table.deadline is None and not clock.full:
        return None
    left = list(clock.left)
    running = clock.seat if table.deadline is not None else None
    if running is not None:
        left[running] = max(0, left[running] - (now - clock.since))
    return protocol.ClockInfo(running, left)


def lines(table: Table, heard: int) -> list[protocol.Line]:
    """What was said since a client has heard so much."""
    first = table.said - len(table.remarks)
    fresh = table.remarks[max(0, heard - first) :]
    start = table.said - len(fresh)
    return [protocol.Line(number, r.name, r.text, r.at, r.seat) for number, r in enumerate(fresh, start + 1)]


def result_of(table: Table) -> protocol.Result:
    """How a finished game ended, with its seed."""
    return protocol.Result(table.match.scores(), table.match.winners(), table.match.seed)

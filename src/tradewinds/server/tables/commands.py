"""What people may ask of a table, judged: each command becomes the events that it causes, or a refusal.

Nothing is changed here. Whoever asks is known; `Person` is who it is.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tradewinds.bots.levels import LEVELS
from tradewinds.kernel.record import Record
from tradewinds.match import Match
from tradewinds.server.accounts.names import clean_name, is_stacked
from tradewinds.server.accounts.people import Person
from tradewinds.server.errors import Refusal
from tradewinds.server.realtime import protocol
from tradewinds.server.tables import events as e
from tradewinds.server.tables.events import clock_time
from tradewinds.server.tables.snapshots import layout
from tradewinds.server.tables.table import Table

LONG, SHORT = 5 * 60_000, 60_000
"""Milliseconds for which a game without a clock waits before others may leave a seat to a bot; for who is gone."""


class Deed(msgspec.Struct, frozen=True):
    """An event that a command causes, and the position that belongs to it."""

    event: e.AnyEvent
    state: Record | None = None


def judge(table: Table, person: Person, command: protocol.AnyCommand, here: list[int] | None = None) -> list[Deed]:
    """What a command causes; `here` are the seats whose people are connected, if that is known."""
    if isinstance(command, protocol.Relieve):
        return relieve(table, person, command, here)
    order: Callable[[Table, Person, Any], list[Deed]] = ORDERS[type(command)]
    return order(table, person, command)


def take(table: Table, person: Person, command: protocol.Take) -> list[Deed]:
    """A seat that is open, or one's own to say that one is ready."""
    must_wait(table)
    place = table.places[must_exist(table, command.seat)]
    if place.taken and place.person != person.id:
        raise Refusal("taken", "seat_taken", seat=command.seat + 1)
    name = clean_name(command.name) if command.name is not None else place.name or person.nickname
    return [Deed(e.Seated(command.seat, person.id, name))]


def leave(table: Table, person: Person, command: protocol.Leave) -> list[Deed]:
    """A seat of one's own."""
    must_wait(table)
    if command.seat not in table.seats_of(person.id):
        raise not_yours(command.seat)
    return [Deed(e.Furnished(command.seat))]


def furnish(table: Table, person: Person, command: protocol.Furnish) -> list[Deed]:
    """A bot for a seat, or nobody: also instead of somebody who does not come."""
    must_wait(table)
    must_own(table, person)
    if command.level is not None:
        must_be_level(command.level)
    return [Deed(e.Furnished(must_exist(table, command.seat), command.level))]


def start(table: Table, person: Person, _command: protocol.Start) -> list[Deed]:
    """The game, as soon as every seat is taken and everybody is there."""
    must_wait(table)
    if person.id != table.owner and not table.seats_of(person.id):
        raise Refusal("not_allowed", "only_seated", 403)
    empty = [str(seat + 1) for seat, place in enumerate(table.places) if not place.taken or not place.ready]
    if empty:
        raise Refusal("not_ready", "not_ready", seats=", ".join(empty))
    box = table.find_box(table.settings, None)
    match = Match(box, table.seat_names())
    return [Deed(e.Started(match.seed, box.digest, layout(box.game.state_type)), match.origin)]


def play(table: Table, person: Person, command: protocol.Play) -> list[Deed]:
    """An action for the position that the seat has seen."""
    seat = own_seat(table, person, command.seat)
    must_be_current(table, seat, command.position)
    if table.match.to_act != seat:
        raise Refusal("not_your_turn", "not_your_turn", name=table.match.seats[table.match.to_act])
    if isinstance(command.move, list):
        return [*returns(table, seat), *actions(table.match, command.move)]
    return [*returns(table, seat), action(table.match, command.move)]


def returns(table: Table, seat: int) -> list[Deed]:
    """Who decides something for a stand-in is back."""
    return [Deed(e.Returned(seat))] if table.places[seat].stand_in else []


def action(match: Match, move: int | str, *, by_bot: bool = False) -> Deed:
    """What playing an action causes."""
    step = match.foresee(move)
    return Deed(e.Played(step.seat, step.action, step.chance, step.final, by_bot), step.state)


def actions(match: Match, moves: Sequence[int | str]) -> list[Deed]:
    """What playing the actions of one decision causes."""
    steps = match.foresee_all(moves)
    last = len(steps) - 1
    return [
        Deed(e.Played(step.seat, step.action, step.chance, step.final, more=number < last), step.state)
        for number, step in enumerate(steps)
    ]


def undo(table: Table, person: Person, command: protocol.Undo) -> list[Deed]:
    """The last decision of a seat: against bots with all answers to it, else as long as nobody has learned anything."""
    seat, match = own_seat(table, person, command.seat), table.match
    if table.free_undo:
        must_mean_last(table, seat, command.position)
        match.must_undo_freely(seat)
        last = match.last_by(seat)
    else:
        must_be_current(table, seat, command.position)
        match.must_undo(seat)
        last = match.last_for(seat)
    return [*returns(table, seat), Deed(e.Undone(seat), match.state_at(match.before(last)))]


def chat(table: Table, person: Person, command: protocol.Chat) -> list[Deed]:
    """A line of talk, from those who sit here, and from others where they may watch."""
    mine = table.seats_of(person.id)
    if not mine and person.id != table.owner and not table.settings.spectators:
        raise Refusal("not_allowed", "no_spectators", 403)
    text = " ".join(command.text.split())
    if not text or not text.isprintable() or is_stacked(text):
        raise Refusal("bad_request", "chat_text", 400)
    name = table.seat_names()[mine[0]] if len(mine) == 1 else person.nickname
    return [Deed(e.Said(name, text, mine[0] if mine else None))]


def resign(table: Table, person: Person, command: protocol.Resign) -> list[Deed]:
    """A seat that a bot takes for good."""
    return [Deed(e.Resigned(own_seat(table, person, command.seat)))]


def come_back(table: Table, person: Person, command: protocol.Return) -> list[Deed]:
    """A seat whose time was up."""
    seat = own_seat(table, person, command.seat)
    if not table.places[seat].stand_in:
        raise Refusal("not_away", "not_away")
    return [Deed(e.Returned(seat))]


def relieve(table: Table, person: Person, command: protocol.Relieve, here: list[int] | None) -> list[Deed]:
    """A seat of somebody else for which all wait, less if they are gone; a clock, where there is one, sees to that."""
    must_play(table)
    if not table.seats_of(person.id):
        raise Refusal("not_allowed", "only_seated", 403)
    seat = must_exist(table, command.seat)
    name = table.match.seats[seat]
    if table.turn_seen != seat or table.is_bot(seat):
        raise Refusal("not_waiting", "not_waiting", name=name)
    if table.deadline is not None:
        raise Refusal("too_soon", "clock_runs", name=name)
    wait = (SHORT if here is not None and seat not in here else LONG) - (clock_time() - table.clock.since)
    if wait > 0:
        raise Refusal("too_soon", "too_soon", name=name, seconds=-(-wait // 1000))
    return [Deed(e.Lapsed(seat))]


def close(table: Table, person: Person, _command: protocol.Close) -> list[Deed]:
    """The whole table, before anything was played."""
    must_wait(table)
    must_own(table, person)
    return [Deed(e.Closed())]


ORDERS: dict[type, Callable[[Table, Person, Any], list[Deed]]] = {
    protocol.Take: take,
    protocol.Leave: leave,
    protocol.Furnish: furnish,
    protocol.Start: start,
    protocol.Play: play,
    protocol.Undo: undo,
    protocol.Chat: chat,
    protocol.Resign: resign,
    protocol.Return: come_back,
    protocol.Close: close,
}


def must_wait(table: Table) -> None:
    """Some things are possible only before the game."""
    if table.status != "waiting":
        raise Refusal("begun", "begun" if table.status != "closed" else "closed")


def must_play(table: Table) -> None:
    """Some things are possible only during the game."""
    if table.status != "playing":
        raise Refusal("not_playing", "over" if table.status == "finished" else "not_begun")


def must_exist(table: Table, seat: int) -> int:
    """A seat of this table."""
    if seat >= table.settings.players:
        raise Refusal("no_seat", "no_seat", 404, seat=seat + 1, players=table.settings.players)
    return seat


def must_own(table: Table, person: Person) -> None:
    """Only who opened the table may arrange it."""
    if person.id != table.owner:
        raise Refusal("not_allowed", "only_owner", 403)


def must_be_level(level: str) -> None:
    """A bot that can be had at a table."""
    if level not in LEVELS:
        raise Refusal("no_level", "no_level", 400, level=level, known=", ".join(LEVELS))


def must_be_current(table: Table, seat: int, position: int) -> None:
    """Nothing has happened, as far as the seat can see, since the position that it means."""
    if position != table.course.position(seat):
        raise Refusal("stale", "stale", position=position, now=table.course.position(seat))


def must_mean_last(table: Table, seat: int, position: int) -> None:
    """Bots may have moved since the position that the seat means, but the seat itself has done nothing."""
    course = table.course
    since = course.noticed[seat][position:]
    if position > course.position(seat) or any(course.changes[number].seat == seat for number in since):
        raise Refusal("stale", "stale", position=position, now=course.position(seat))


def own_seat(table: Table, person: Person, seat: int | None) -> int:
    """The seat of a running game that a person means: the one named, or the only one."""
    must_play(table)
    mine = table.seats_of(person.id)
    if seat is None:
        if len(mine) != 1:
            raise Refusal("which_seat", "which_seat" if mine else "no_seat_here", 400 if mine else 403)
        seat = mine[0]
    if seat not in mine:
        raise not_yours(seat)
    if table.places[seat].resigned:
        raise Refusal("resigned", "resigned")
    return seat


def not_yours(seat: int) -> Refusal:
    """A seat of somebody else."""
    return Refusal("not_yours", "not_yours", 403, seat=seat + 1)

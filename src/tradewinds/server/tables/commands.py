"""Command handlers of a table: each returns the events that a command causes, or raises.

Handlers never change the table; the caller stores and applies the events.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from tradewinds.bots.levels import LEVELS
from tradewinds.kernel.record import Record
from tradewinds.match import Match
from tradewinds.server import protocol
from tradewinds.server.accounts.names import clean_name, has_stacked_marks
from tradewinds.server.accounts.person import Person
from tradewinds.server.errors import RequestError
from tradewinds.server.storage.rows import now_ms
from tradewinds.server.tables import events as e
from tradewinds.server.tables.event_rows import layout
from tradewinds.server.tables.table import Table

ABSENCE_MS, DISCONNECTED_MS = 5 * 60_000, 60_000
"""Milliseconds after which a bot may replace a connected or a disconnected player in a game without a clock."""


class PendingEvent(msgspec.Struct, frozen=True):
    """An event to be stored, with a snapshot of the position it leads to."""

    event: e.AnyEvent
    state: Record | None = None


def decide(
    table: Table, person: Person, command: protocol.AnyCommand, connected: list[int] | None = None
) -> list[PendingEvent]:
    """Return the events that a command causes.

    `connected` lists the seats whose players are connected, or is None if that is unknown.
    """
    if isinstance(command, protocol.ReplaceAbsent):
        return replace_absent(table, person, command, connected)
    handler: Callable[[Table, Person, Any], list[PendingEvent]] = HANDLERS[type(command)]
    return handler(table, person, command)


def take(table: Table, person: Person, command: protocol.Take) -> list[PendingEvent]:
    """Take an open seat, or confirm one's own seat."""
    require_waiting(table)
    place = table.places[require_seat(table, command.seat)]
    if place.taken and place.person != person.id:
        raise RequestError("taken", "seat_taken", seat=command.seat + 1)
    name = clean_name(command.name) if command.name is not None else place.name or person.nickname
    return [PendingEvent(e.Seated(command.seat, person.id, name))]


def leave(table: Table, person: Person, command: protocol.Leave) -> list[PendingEvent]:
    """Give up one's own seat."""
    require_waiting(table)
    if command.seat not in table.seats_of(person.id):
        raise not_yours(command.seat)
    return [PendingEvent(e.BotAssigned(command.seat))]


def assign_bot(table: Table, person: Person, command: protocol.AssignBot) -> list[PendingEvent]:
    """Give a seat to a bot or empty it, even if a person has taken it."""
    require_waiting(table)
    require_owner(table, person)
    if command.level is not None:
        require_level(command.level)
    return [PendingEvent(e.BotAssigned(require_seat(table, command.seat), command.level))]


def start(table: Table, person: Person, _command: protocol.Start) -> list[PendingEvent]:
    """Start the game if every seat is taken and ready."""
    require_waiting(table)
    if person.id != table.owner and not table.seats_of(person.id):
        raise RequestError("not_allowed", "only_seated", 403)
    empty = [str(seat + 1) for seat, place in enumerate(table.places) if not place.taken or not place.ready]
    if empty:
        raise RequestError("not_ready", "not_ready", seats=", ".join(empty))
    box = table.find_box(table.settings, None)
    match = Match(box, table.seat_names())
    return [PendingEvent(e.Started(match.seed, box.digest, layout(box.game.state_type)), match.origin)]


def play(table: Table, person: Person, command: protocol.Play) -> list[PendingEvent]:
    """Play one action, or all actions of a decision."""
    seat = require_own_seat(table, person, command.seat)
    require_current(table, seat, command.position)
    require_turn(table, seat)
    if isinstance(command.move, list):
        return [*returns(table, seat), *move_events(table.match, command.move)]
    return [*returns(table, seat), move_event(table.match, command.move)]


def returns(table: Table, seat: int) -> list[PendingEvent]:
    """Return the event that ends a stand-in, if a bot stands in for the seat."""
    return [PendingEvent(e.Returned(seat))] if table.places[seat].stand_in else []


def move_event(match: Match, move: int | str, *, by_bot: bool = False) -> PendingEvent:
    """Return the event for one action."""
    step = match.preview(move)
    return PendingEvent(e.Played(step.seat, step.action, step.chance, step.final, by_bot), step.state)


def move_events(match: Match, moves: Sequence[int | str]) -> list[PendingEvent]:
    """Return the events for all actions of one decision."""
    steps = match.preview_all(moves)
    last = len(steps) - 1
    return [
        PendingEvent(e.Played(step.seat, step.action, step.chance, step.final, more=number < last), step.state)
        for number, step in enumerate(steps)
    ]


def undo(table: Table, person: Person, command: protocol.Undo) -> list[PendingEvent]:
    """Take back the last decision of a seat.

    In a game against bots only, the bots' replies are undone too. Otherwise undo is allowed only while no other player
    has learned anything from the decision.
    """
    seat, match = require_own_seat(table, person, command.seat), table.match
    if table.free_undo:
        require_no_own_move_since(table, seat, command.position)
        match.require_free_undo(seat)
        last = match.last_by(seat)
    else:
        require_current(table, seat, command.position)
        match.require_undo(seat)
        last = match.last_for(seat)
    return [*returns(table, seat), PendingEvent(e.Undone(seat), match.state_at(match.before(last)))]


def chat(table: Table, person: Person, command: protocol.Chat) -> list[PendingEvent]:
    """Send a chat message, as a player or, where spectators are allowed, as a spectator."""
    mine = table.seats_of(person.id)
    if not mine and person.id != table.owner and not table.settings.spectators:
        raise RequestError("not_allowed", "no_spectators", 403)
    text = " ".join(command.text.split())
    if not text or not text.isprintable() or has_stacked_marks(text):
        raise RequestError("bad_request", "chat_text", 400)
    name = table.seat_names()[mine[0]] if len(mine) == 1 else person.nickname
    return [PendingEvent(e.ChatSent(name, text, mine[0] if mine else None))]


def resign(table: Table, person: Person, command: protocol.Resign) -> list[PendingEvent]:
    """Leave one's seat to a bot for the rest of the game."""
    return [PendingEvent(e.Resigned(require_own_seat(table, person, command.seat)))]


def come_back(table: Table, person: Person, command: protocol.Return) -> list[PendingEvent]:
    """Take one's seat back from a stand-in."""
    seat = require_own_seat(table, person, command.seat)
    if not table.places[seat].stand_in:
        raise RequestError("not_away", "not_away")
    return [PendingEvent(e.Returned(seat))]


def replace_absent(
    table: Table, person: Person, command: protocol.ReplaceAbsent, connected: list[int] | None
) -> list[PendingEvent]:
    """Let a bot stand in for an absent player in a game without a clock."""
    require_playing(table)
    if not table.seats_of(person.id):
        raise RequestError("not_allowed", "only_seated", 403)
    seat = require_seat(table, command.seat)
    name = table.match.seats[seat]
    if table.public_turn != seat or table.is_bot(seat):
        raise RequestError("not_waiting", "not_waiting", name=name)
    if table.deadline is not None:
        raise RequestError("too_soon", "clock_runs", name=name)
    wait = (DISCONNECTED_MS if connected is not None and seat not in connected else ABSENCE_MS) - (
        now_ms() - table.clock.since
    )
    if wait > 0:
        raise RequestError("too_soon", "too_soon", name=name, seconds=-(-wait // 1000))
    return [PendingEvent(e.TimedOut(seat))]


def close(table: Table, person: Person, _command: protocol.Close) -> list[PendingEvent]:
    """Close a table before its game starts."""
    require_waiting(table)
    require_owner(table, person)
    return [PendingEvent(e.Closed())]


HANDLERS: dict[type, Callable[[Table, Person, Any], list[PendingEvent]]] = {
    protocol.Take: take,
    protocol.Leave: leave,
    protocol.AssignBot: assign_bot,
    protocol.Start: start,
    protocol.Play: play,
    protocol.Undo: undo,
    protocol.Chat: chat,
    protocol.Resign: resign,
    protocol.Return: come_back,
    protocol.Close: close,
}


def require_waiting(table: Table) -> None:
    if table.status != "waiting":
        raise RequestError("begun", "begun" if table.status != "closed" else "closed")


def require_playing(table: Table) -> None:
    if table.status != "playing":
        raise RequestError("not_playing", "over" if table.status == "finished" else "not_begun")


def require_started(table: Table) -> None:
    if not table.begun:
        raise RequestError("not_playing", "not_begun")


def require_admitted(table: Table, person: Person | None) -> None:
    """Raise if a person may not watch the table."""
    if not table.admits(person.id if person else None):
        raise RequestError("not_allowed", "no_spectators", 403)


def require_seat(table: Table, seat: int) -> int:
    if seat >= table.settings.players:
        raise RequestError("no_seat", "no_seat", 404, seat=seat + 1, players=table.settings.players)
    return seat


def require_owner(table: Table, person: Person) -> None:
    if person.id != table.owner:
        raise RequestError("not_allowed", "only_owner", 403)


def require_level(level: str) -> None:
    """Raise unless a bot level of this name exists."""
    if level not in LEVELS:
        raise RequestError("no_level", "no_level", 400, level=repr(level), known=", ".join(LEVELS))


def require_turn(table: Table, seat: int) -> None:
    if table.turn != seat:
        raise RequestError("not_your_turn", "not_your_turn", name=table.match.seats[table.match.to_act])


def require_current(table: Table, seat: int, position: int) -> None:
    """Raise if the seat has seen a change since this position."""
    if position != table.history.position(seat):
        raise RequestError("stale", "stale", position=position, now=table.history.position(seat))


def require_no_own_move_since(table: Table, seat: int, position: int) -> None:
    """Raise if the seat itself has moved since this position; moves of bots are allowed."""
    history = table.history
    since = history.visible[seat][position:]
    if position > history.position(seat) or any(history.changes[number].seat == seat for number in since):
        raise RequestError("stale", "stale", position=position, now=history.position(seat))


def require_own_seat(table: Table, person: Person, seat: int | None) -> int:
    """Return the seat a person acts for, by default their only one; raise if they cannot act for it."""
    require_playing(table)
    mine = table.seats_of(person.id)
    if seat is None:
        if len(mine) != 1:
            raise RequestError("which_seat", "which_seat" if mine else "no_seat_here", 400 if mine else 403)
        seat = mine[0]
    if seat not in mine:
        raise not_yours(seat)
    if table.places[seat].resigned:
        raise RequestError("resigned", "resigned")
    return seat


def not_yours(seat: int) -> RequestError:
    return RequestError("not_yours", "not_yours", 403, seat=seat + 1)

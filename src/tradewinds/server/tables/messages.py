"""Parts of the messages about a table, made from its state and from masks."""

from collections.abc import Sequence

from tradewinds.i18n import Words
from tradewinds.kernel.game import Box
from tradewinds.kernel.game_types import Selection
from tradewinds.match.notation import write
from tradewinds.server import protocol
from tradewinds.server.tables.table import Table


def table_info(table: Table) -> protocol.TableInfo:
    """Return the public information about a table."""
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
        seats=seat_infos(table),
        commitment=table.match.commitment if table.begun else None,
        rematch=table.rematch,
        title=settings.title,
        free_undo=table.free_undo,
    )


def seat_infos(table: Table) -> list[protocol.SeatInfo]:
    names = table.seat_names()
    return [
        protocol.SeatInfo(
            kind="bot" if place.level else "person" if place.person or table.status != "waiting" else "open",
            name=names[seat] if place.taken or table.status != "waiting" else "",
            level=place.level,
            ready=place.ready,
            stand_in=place.stand_in,
            resigned=place.resigned,
            beside=_screen_host(table, seat),
        )
        for seat, place in enumerate(table.places)
    ]


def _screen_host(table: Table, seat: int) -> int | None:
    """Return the person's first seat if this is another seat of theirs; the other players should know."""
    mine = table.seats_of(table.places[seat].person)
    return mine[0] if seat in mine[1:] else None


def clock_info(table: Table, now: int) -> protocol.ClockInfo | None:
    """Return the clocks as of now; None if no clock is used."""
    clock = table.clock
    if table.deadline is None and not clock.full:
        return None
    left = list(clock.left)
    running = clock.seat if table.deadline is not None else None
    if running is not None:
        left[running] = max(0, left[running] - (now - clock.since))
    return protocol.ClockInfo(running, left)


def chat_since(table: Table, chat_seen: int) -> list[protocol.ChatLine]:
    """Return the chat lines after the first `chat_seen`."""
    first = table.chat_count - len(table.chat)
    fresh = table.chat[max(0, chat_seen - first) :]
    start = table.chat_count - len(fresh)
    return [protocol.ChatLine(number, r.name, r.text, r.at, r.seat) for number, r in enumerate(fresh, start + 1)]


def game_result(table: Table) -> protocol.GameResult:
    return protocol.GameResult(table.match.scores(), table.match.winners(), table.match.seed)


def selection_message(box: Box, found: Selection, words: Words) -> protocol.SelectionInfo:
    def texts(actions: Sequence[int]) -> list[str]:
        return [write(box, action) for action in actions]

    return protocol.SelectionInfo(
        heads=texts(found.heads),
        options=texts(found.options),
        chosen=texts(found.chosen),
        suggestion=texts(found.suggestion),
        play=texts(found.play),
        sentence=" ".join(words.say(phrase) for phrase in found.sentences),
        label=words.say(found.label) if found.label else "",
    )

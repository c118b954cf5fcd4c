"""Questions of the seat to act, answered from its mask: hints, what a selection would do, why a move is not legal."""

import msgspec

from tradewinds.bots.hint_text import hint_info
from tradewinds.i18n import load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.match import MoveError, notation
from tradewinds.match.errors import error_info
from tradewinds.match.match import refusal
from tradewinds.match.selection import parse_chosen, select
from tradewinds.server import protocol
from tradewinds.server.accounts.service import Person
from tradewinds.server.bots.executor import BotExecutor
from tradewinds.server.errors import RequestError
from tradewinds.server.rate_limits import RateLimiter
from tradewinds.server.tables.commands import require_current, require_own_seat, require_turn
from tradewinds.server.tables.selection import selection_message
from tradewinds.server.tables.table import Table


async def give_hint(
    table: Table,
    person: Person,
    command: protocol.HintCommand,
    language: str,
    executor: BotExecutor,
    limiter: RateLimiter,
) -> protocol.Hinted:
    """Return the best few actions for the seat to act."""
    seat = require_own_seat(table, person, command.seat)
    if not table.settings.hints:
        raise RequestError("not_allowed", "no_hints", 403)
    require_turn(table, seat)
    box, mask, position = table.match.box, table.match.masked(seat), table.history.position(seat)
    limiter.check("hints", person.id)
    words = load_words(language).with_seats(table.match.seats)
    found = await executor.compute_hint(box, mask, seat, person.id)
    info = hint_info(box, mask, found, words)
    return protocol.Hinted(**msgspec.structs.asdict(info), id=command.id, position=position)


def preview(table: Table, person: Person, command: protocol.Preview, language: str) -> protocol.Previewed:
    """Return what a selection would do."""
    seat = require_seat_to_act(table, person, command)
    box = table.match.box
    found = select(box, table.history.masks[seat], parse_chosen(box, command.moves), suggest=command.suggest)
    if found is None:
        raise RequestError("no_selection", "no_selection")
    words = load_words(language).with_seats(table.match.seats)
    return protocol.Previewed(command.id, seat, command.position, selection_message(box, found, words))


def explain(table: Table, person: Person, command: protocol.Why, language: str) -> protocol.Explained:
    """Return why an action is not legal, if so."""
    seat = require_seat_to_act(table, person, command)
    answer = protocol.Explained(command.id, seat, command.position)
    found = why_not(table.match.box, table.history.masks[seat], table.match.legal(), command.move)
    if found is not None:
        words = load_words(language).with_seats(table.match.seats)
        info = error_info(found, words, "not_legal")
        answer.message, answer.rule = info.message, info.rule
    return answer


def why_not(box: Box, mask: Record, legal: list[int], move: int | str) -> MoveError | None:
    """Return why a move of the seat to act is not possible, from its mask, or None if it is."""
    if isinstance(move, int):
        return refusal(box, mask, move)
    try:
        notation.read(box, move, legal, lambda action: refusal(box, mask, action))
    except MoveError as error:
        return error
    return None


def require_seat_to_act(table: Table, person: Person, command: protocol.Preview | protocol.Why) -> int:
    """Return the seat that a person asks for; it must be the person's own, and to act at the position seen."""
    seat = require_own_seat(table, person, command.seat)
    require_current(table, seat, command.position)
    require_turn(table, seat)
    return seat

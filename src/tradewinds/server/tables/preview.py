"""Questions of the seat to act, answered from its mask: what a selection would do, why an action is not legal."""

from tradewinds.i18n import load_words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.match import IllegalMove, MoveError, notation
from tradewinds.match.match import refusal
from tradewinds.match.selection import parse_chosen, select
from tradewinds.server.accounts.service import Person
from tradewinds.server.errors import RequestError
from tradewinds.server.realtime import protocol
from tradewinds.server.tables.actor import TableActor
from tradewinds.server.tables.commands import require_current, require_own_seat
from tradewinds.server.tables.selection import selection_message
from tradewinds.server.tables.table import Table


async def preview(actor: TableActor, person: Person, command: protocol.Preview, language: str) -> protocol.Previewed:
    """Answer a preview command without changing the table."""
    async with actor.lock:
        table = await actor.load()
        seat = require_seat_to_act(table, person, command)
        box, mask, names = table.match.box, table.history.masks[seat], table.match.seats
    found = select(box, mask, parse_chosen(box, command.moves), suggest=command.suggest)
    if found is None:
        raise RequestError("no_selection", "no_selection")
    words = load_words(language).with_seats(names)
    return protocol.Previewed(command.id, seat, command.position, selection_message(box, found, words))


async def explain(actor: TableActor, person: Person, command: protocol.Why, language: str) -> protocol.Explained:
    """Answer a why command without changing the table."""
    async with actor.lock:
        table = await actor.load()
        seat = require_seat_to_act(table, person, command)
        box, mask, names = table.match.box, table.history.masks[seat], table.match.seats
        legal = table.match.legal()
    answer = protocol.Explained(command.id, seat, command.position)
    found = why_not(box, mask, legal, command.move)
    if found is not None:
        words = load_words(language).with_seats(names)
        answer.message = "\n".join(words.say(phrase) for phrase in found.phrases)
        answer.rule = found.rule if isinstance(found, IllegalMove) else None
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
    if table.turn != seat:
        raise RequestError("not_your_turn", "not_your_turn", name=table.match.seats[table.match.to_act])
    return seat

"""Preview of a selection for the seat to act, computed from its mask."""

from tradewinds.i18n import load_words
from tradewinds.match.selection import parse_chosen, select
from tradewinds.server.accounts.service import Person
from tradewinds.server.errors import RequestError
from tradewinds.server.realtime import protocol
from tradewinds.server.tables.actor import TableActor
from tradewinds.server.tables.commands import require_current, require_own_seat
from tradewinds.server.tables.selection import selection_message


async def preview(actor: TableActor, person: Person, command: protocol.Preview, language: str) -> protocol.Previewed:
    """Answer a preview command without changing the table."""
    async with actor.lock:
        table = await actor.load()
        seat = require_own_seat(table, person, command.seat)
        require_current(table, seat, command.position)
        if table.turn != seat:
            raise RequestError("not_your_turn", "not_your_turn", name=table.match.seats[table.match.to_act])
        box, mask, names = table.match.box, table.history.masks[seat], table.match.seats
    found = select(box, mask, parse_chosen(box, command.moves), suggest=command.suggest)
    if found is None:
        raise RequestError("no_selection", "no_selection")
    words = load_words(language).with_seats(names)
    return protocol.Previewed(command.id, seat, command.position, selection_message(box, found, words))

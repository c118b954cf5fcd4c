"""What a selection would do, for the seat that is to act: from what it may know, and nothing is changed."""

from tradewinds.i18n import load_words
from tradewinds.match.selection import read_chosen, select
from tradewinds.server.accounts.people import Person
from tradewinds.server.errors import Refusal
from tradewinds.server.realtime import protocol
from tradewinds.server.tables.commands import must_be_current, own_seat
from tradewinds.server.tables.room import Room
from tradewinds.server.tables.selection import tell_selection


async def preview(room: Room, person: Person, command: protocol.Preview, language: str) -> protocol.Previewed:
    """What the chosen actions would do together."""
    async with room.lock:
        table = await room.loaded()
        seat = own_seat(table, person, command.seat)
        must_be_current(table, seat, command.position)
        if table.turn != seat:
            raise Refusal("not_your_turn", "not_your_turn", name=table.match.seats[table.match.to_act])
        box, mask, names = table.match.box, table.course.masks[seat], table.match.seats
    found = select(box, mask, read_chosen(box, command.moves), suggest=command.suggest)
    if found is None:
        raise Refusal("no_selection", "no_selection")
    words = load_words(language).with_seats(names)
    return protocol.Previewed(command.id, seat, command.position, tell_selection(box, found, words))

"""Hints at a table that allows them: from what the seat may know, and counted."""

from typing import TYPE_CHECKING

from tradewinds.match.choices import tell_choices
from tradewinds.server import wire
from tradewinds.server.orders import own_seat
from tradewinds.server.people import Person
from tradewinds.server.problems import Refusal
from tradewinds.server.room import Room
from tradewinds.words import load_words

if TYPE_CHECKING:
    from tradewinds.server.app import Office


async def advise(office: "Office", room: Room, person: Person, command: wire.Hint, language: str) -> wire.Hinted:
    """The best few actions for the seat to act."""
    async with room.lock:
        table = await room.loaded()
        seat = own_seat(table, person, command.seat)
        if not table.settings.hints:
            raise Refusal("not_allowed", "no_hints", 403)
        if table.turn != seat:
            raise Refusal("not_your_turn", "not_your_turn", name=table.match.seats[table.match.to_act])
        box, mask, names = table.match.box, table.course.masks[seat], table.match.seats
        position = table.course.position(seat)
    office.rates.check("hints", person.id)
    found = await office.hall.thinkers.advise(box, mask, seat, person.id)
    words = load_words(language).with_seats(names)
    choices = tell_choices(box, mask, [advice.action for advice in found.best])
    best = [
        wire.Advised(choice.action, choice.text, words.say(choice.phrase), advice.share, advice.margin)
        for advice, choice in zip(found.best, choices, strict=True)
    ]
    return wire.Hinted(command.id, seat, position, found.certainty, best)

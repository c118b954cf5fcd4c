"""Hints at a table that allows them: from what the seat may know, and counted."""

from typing import TYPE_CHECKING

from tradewinds.bots.hint_text import tell_verdict
from tradewinds.i18n import load_words
from tradewinds.match.choices import tell_choices
from tradewinds.server.accounts.people import Person
from tradewinds.server.errors import Refusal
from tradewinds.server.realtime import protocol
from tradewinds.server.tables.commands import own_seat
from tradewinds.server.tables.room import Room

if TYPE_CHECKING:
    from tradewinds.server.app import Office


async def advise(
    office: "Office", room: Room, person: Person, command: protocol.Hint, language: str
) -> protocol.Hinted:
    """The best few actions for the seat to act."""
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
        protocol.Advised(
            action=choice.action,
            text=choice.text,
            sentence=words.say(choice.phrase),
            share=advice.share,
            margin=advice.margin,
            points=advice.points,
            points_margin=advice.points_margin,
            rival=advice.rival,
            plan=[words.say(step) for step in advice.plan],
            reason=words.say(advice.reason) if advice.reason else None,
        )
        for advice, choice in zip(found.best, choices, strict=True)
    ]
    verdict = words.say(tell_verdict(found))
    return protocol.Hinted(command.id, seat, position, found.certainty, found.decided, verdict, best)

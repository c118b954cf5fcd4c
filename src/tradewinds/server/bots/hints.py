"""Hints for the seat to act, computed from its mask and rate limited."""

from typing import TYPE_CHECKING

from tradewinds.bots.hint_text import advised_choices, verdict_phrase
from tradewinds.i18n import load_words
from tradewinds.server.accounts.service import Person
from tradewinds.server.errors import RequestError
from tradewinds.server.realtime import protocol
from tradewinds.server.tables.actor import TableActor
from tradewinds.server.tables.commands import require_own_seat

if TYPE_CHECKING:
    from tradewinds.server.app import Services


async def answer_hint(
    services: "Services", actor: TableActor, person: Person, command: protocol.Hint, language: str
) -> protocol.Hinted:
    """Answer a hint command with the best few actions."""
    table = await actor.load()
    seat = require_own_seat(table, person, command.seat)
    if not table.settings.hints:
        raise RequestError("not_allowed", "no_hints", 403)
    if table.turn != seat:
        raise RequestError("not_your_turn", "not_your_turn", name=table.match.seats[table.match.to_act])
    box, mask, names = table.match.box, table.match.masked(seat), table.match.seats
    position = table.history.position(seat)
    services.rate_limiter.check("hints", person.id)
    found = await services.registry.bot_executor.compute_hint(box, mask, seat, person.id)
    words = load_words(language).with_seats(names)
    best = advised_choices(box, mask, found, words)
    verdict = words.say(verdict_phrase(found))
    return protocol.Hinted(command.id, seat, position, found.certainty, found.decided, verdict, best)

"""Finished games over HTTP: the record, the table at any move, and what the decisions were worth."""

from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from tradewinds.kernel.record import SPECTATOR
from tradewinds.lab.review import Review, review
from tradewinds.match import Match
from tradewinds.match.record import record_text
from tradewinds.server import wire
from tradewinds.server.answers import answer, language_of
from tradewinds.server.http_people import person_of
from tradewinds.server.http_tables import office_of
from tradewinds.server.problems import Refusal
from tradewinds.server.rates import address_of
from tradewinds.server.room import Room, clock_time
from tradewinds.server.storage.rows import ReviewRow
from tradewinds.server.storage.tables import add_review, find_review
from tradewinds.server.table import Table
from tradewinds.words import load_words

if TYPE_CHECKING:
    from tradewinds.server.app import Office

PLAYOUTS = 1600
"""For each action that is weighed: a person waits for the review."""


async def record(request: Request) -> Response:
    """The record in text; of a running game what all have seen, without the seed."""
    person = await person_of(request)
    room = office_of(request).hall.room(request.path_params["table"])
    async with room.lock:
        table = await room.loaded()
        if not table.admits(person.id if person else None):
            raise Refusal("not_allowed", "no_spectators", 403)
        text = record_text(begun(table))
    headers = {"content-disposition": f'attachment; filename="{table.settings.game}-{table.id}.txt"'}
    return PlainTextResponse(text, headers=headers)


def begun(table: Table) -> Match:
    """The game of a table, if it has begun."""
    if table.status not in ("playing", "finished"):
        raise Refusal("not_playing", "not_begun")
    return table.match


async def finished(room: Room) -> Match:
    """The game of a table, if it is over; it does not change any more."""
    async with room.lock:
        table = await room.loaded()
        if table.status != "finished":
            raise Refusal("not_over", "not_over")
        return table.match


async def replay(request: Request) -> Response:
    """The table at one move of a finished game, as a seat or everybody saw it."""
    match = await finished(office_of(request).hall.room(request.path_params["table"]))
    number = number_in(request, "at", 0, len(match.steps), len(match.steps))
    seat = number_in(request, "seat", SPECTATOR, match.box.players - 1, SPECTATOR)
    words = load_words(language_of(request)).with_seats(match.seats)
    return answer(
        wire.Replay(
            number=number,
            last=len(match.steps),
            seat=match.steps[number - 1].seat if number else None,
            move=match.write(match.steps[number - 1].action) if number else None,
            view=match.view(seat, number),
            story=[words.say(phrase) for phrase in match.story(number, seat)],
        )
    )


def number_in(request: Request, name: str, low: int, high: int, default: int) -> int:
    """A number in the address, within bounds."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not text.lstrip("-").isdecimal() or len(text) > 8 or not low <= int(text) <= high:
        raise Refusal("bad_request", "bad_number", 400, name=name, low=low, high=high)
    return int(text)


async def show_review(request: Request) -> Response:
    """What the decisions of a finished game were worth: kept once it was made."""
    office, table = office_of(request), request.path_params["table"]
    match = await finished(office.hall.room(table))
    kept = await office.database.reading(lambda connection: find_review(connection, table))
    if kept is None:
        await make_review(request, office, table, match)
        return answer({"status": "working"}, 202)
    return answer(msgspec.Raw(kept.body))


async def make_review(request: Request, office: "Office", table: str, match: Match) -> None:
    """Begin a review, unless it is being made."""
    if table in office.reviewing:
        return
    office.rates.check("reviews", address_of(request))
    office.reviewing.add(table)
    office.hall.do(reviewed(office, table, match))


async def reviewed(office: "Office", table: str, match: Match) -> None:
    """Make a review in a thinking thread and keep it."""
    try:
        found: Review = await office.hall.thinkers.run(lambda: review(match, PLAYOUTS))
        row = ReviewRow(table, msgspec.json.encode(found), clock_time())
        await office.database.write(lambda connection: add_review(connection, row))
    finally:
        office.reviewing.discard(table)


routes = [
    Route("/api/tables/{table}/record", record),
    Route("/api/tables/{table}/replay", replay),
    Route("/api/tables/{table}/review", show_review),
]

"""Games from beginning to end over HTTP: finished ones of a table, and records that somebody brings along."""

import asyncio
from typing import Literal, TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tradewinds.i18n import Words, load_words
from tradewinds.kernel.record import SPECTATOR, Record, content
from tradewinds.match import Match
from tradewinds.server.errors import Refusal
from tradewinds.server.http import schemas
from tradewinds.server.http.rate_limits import address_of
from tradewinds.server.http.responses import answer, language_of, number_in, read_body
from tradewinds.server.http.routes.records import finished
from tradewinds.server.http.routes.tables import office_of

Eyes: TypeAlias = int | Literal["open"] | None
"""Whose: a seat's, everybody's (None), or those of one who sees all that was hidden."""

MOST_VIEWS = 48
"""So many positions are in one answer; without views it has the whole game."""
BREATH = 4
"""After so many steps others have their turn."""


async def replay(request: Request) -> Response:
    """Steps of a finished game: from `from` to `to`, through the eyes of `seat`; `views=0` tells the whole story."""
    match = await finished(office_of(request).hall.room(request.path_params["table"]))
    views = number_in(request, "views", 0, 1, 1) == 1
    first = number_in(request, "from", 0, len(match.steps), 0)
    last = number_in(request, "to", first, len(match.steps), len(match.steps))
    return answer(await replayed(match, eyes_in(request, match), range(first, last + 1), views, language_of(request)))


async def replay_record(request: Request) -> Response:
    """The same of a record."""
    asked = await read_body(request, schemas.ReplayRecord)
    match = await match_of(request, asked.record)
    if isinstance(asked.seat, int) and asked.seat >= match.box.players:
        raise no_seat(asked.seat, match)
    steps = range(len(match.steps) + 1)[asked.first : None if asked.to is None else asked.to + 1]
    return answer(await replayed(match, asked.seat, steps, asked.views, language_of(request)))


async def match_of(request: Request, text: str) -> Match:
    """The game of a record; who brings many has to wait."""
    office = office_of(request)
    found = office.records.find(text)
    if found is None:
        office.rates.check("records", address_of(request))
        found = await office.records.read(text)
    return found


def eyes_in(request: Request, match: Match) -> Eyes:
    """Through whose eyes somebody wants to look."""
    text = request.query_params.get("seat", "")
    if text == "open":
        return "open"
    return number_in(request, "seat", 0, match.box.players - 1, 0) if text else None


def no_seat(seat: int, match: Match) -> Refusal:
    """There are fewer seats."""
    return Refusal("no_seat", "no_seat", 404, seat=seat + 1, players=match.box.players)


async def replayed(match: Match, eyes: Eyes, numbers: range, views: bool, language: str) -> schemas.Replay:
    """Steps of a game; others have their turn now and then."""
    words, steps = load_words(language).with_seats(match.seats), []
    for number in numbers[:MOST_VIEWS] if views else numbers:
        steps.append(step(match, eyes, number, views, words))
        if number % BREATH == 0:
            await asyncio.sleep(0)
    return schemas.Replay(
        game=match.game.name,
        edition=match.box.edition,
        players=match.box.players,
        seats=list(match.seats),
        last=len(match.steps),
        seat=eyes,
        steps=steps,
        scores=match.scores() if match.is_over else None,
        shares=match.winners() if match.is_over else None,
        title="" if match.box.edition in match.game.editions else match.box.data.title,
    )


def step(match: Match, eyes: Eyes, number: int, views: bool, words: Words) -> schemas.ReplayStep:
    """The game after so many actions."""
    played, after = match.steps[number - 1] if number else None, known(match, eyes, number)
    if played is None:
        seen, phrases = True, match.game.opening(match.box, after)
    else:
        before = known(match, eyes, number - 1)
        seen = content(before) != content(after)
        phrases = match.game.story(match.box, before, played.action, after) if seen else []
    return schemas.ReplayStep(
        number=number,
        seat=played.seat if played else None,
        move=match.write(played.action) if played else None,
        seen=seen,
        story=[words.say(phrase) for phrase in phrases],
        view=match.game.view(match.box, after) if views else None,
    )


def known(match: Match, eyes: Eyes, number: int) -> Record:
    """What these eyes could see after so many actions."""
    if eyes == "open":
        return match.state_at(number)
    return match.masked(SPECTATOR if eyes is None else eyes, number)


routes = [
    Route("/api/tables/{table}/replay", replay),
    Route("/api/replay", replay_record, methods=["POST"]),
]

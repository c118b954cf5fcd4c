"""Routes for replays of finished games and of uploaded records."""

import asyncio
from typing import Literal, TypeAlias

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tradewinds.i18n import Words, load_words
from tradewinds.kernel.record import SPECTATOR, Record, content
from tradewinds.match import Match
from tradewinds.server.errors import RequestError
from tradewinds.server.http.responses import json_response, query_int, read_body, request_language
from tradewinds.server.http.routes.records import finished_match
from tradewinds.server.protocol import schemas
from tradewinds.server.rate_limits import client_address
from tradewinds.server.services import services_of

Viewer: TypeAlias = int | Literal["open"] | None
"""A seat, None for the public, or "open" for a view of all hidden information."""

MAX_VIEWS = 48
"""Maximum number of views in one response; without views, a response can contain the whole game."""
STEPS_PER_YIELD = 4
"""Steps computed before other tasks may run."""


async def get_replay(request: Request) -> Response:
    """Return the steps `from` to `to` of a finished game as `seat` saw them; `views=0` returns only the story."""
    match = await finished_match(services_of(request).registry.actor(request.path_params["table"]))
    views = query_int(request, "views", 0, 1, 1) == 1
    first = query_int(request, "from", 0, len(match.steps), 0)
    last = query_int(request, "to", first, len(match.steps), len(match.steps))
    return json_response(
        await _replay(
            match, _requested_viewer(request, match), range(first, last + 1), views, request_language(request)
        )
    )


async def post_replay(request: Request) -> Response:
    """Return the requested steps of an uploaded record."""
    body = await read_body(request, schemas.ReplayRequest)
    match = await load_pasted_match(request, body.record)
    if isinstance(body.seat, int) and body.seat >= match.box.players:
        raise _no_seat(body.seat, match)
    steps = range(len(match.steps) + 1)[body.first : None if body.to is None else body.to + 1]
    return json_response(await _replay(match, body.seat, steps, body.views, request_language(request)))


async def load_pasted_match(request: Request, text: str) -> Match:
    """Return the match of an uploaded record; unless it is cached, this counts towards the rate limit."""
    services = services_of(request)
    found = services.records.get(text)
    if found is None:
        services.rate_limiter.check("records", client_address(request))
        found = await services.records.load(text)
    return found


def _requested_viewer(request: Request, match: Match) -> Viewer:
    text = request.query_params.get("seat", "")
    if text == "open":
        return "open"
    return query_int(request, "seat", 0, match.box.players - 1, 0) if text else None


def _no_seat(seat: int, match: Match) -> RequestError:
    return RequestError("no_seat", "no_seat", 404, seat=seat + 1, players=match.box.players)


async def _replay(match: Match, viewer: Viewer, numbers: range, views: bool, language: str) -> schemas.Replay:
    """Return steps of a match, yielding to other tasks every few steps."""
    words, steps = load_words(language).with_seats(match.seats), []
    for number in numbers[:MAX_VIEWS] if views else numbers:
        steps.append(_step(match, viewer, number, views, words))
        if number % STEPS_PER_YIELD == 0:
            await asyncio.sleep(0)
    return schemas.Replay(
        game=match.game.name,
        edition=match.box.edition,
        players=match.box.players,
        seats=list(match.seats),
        last=len(match.steps),
        seat=viewer,
        steps=steps,
        scores=match.scores() if match.is_over else None,
        shares=match.winners() if match.is_over else None,
        title="" if match.box.edition in match.game.editions else match.box.data.title,
    )


def _step(match: Match, viewer: Viewer, number: int, views: bool, words: Words) -> schemas.ReplayStep:
    """Return the step after `number` actions."""
    played, after = match.steps[number - 1] if number else None, _masked_state(match, viewer, number)
    if played is None:
        seen, phrases = True, match.game.opening(match.box, after)
    else:
        before = _masked_state(match, viewer, number - 1)
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


def _masked_state(match: Match, viewer: Viewer, number: int) -> Record:
    """Return the state after `number` actions as the viewer was shown it."""
    if viewer == "open":
        return match.state_at(number)
    return match.shown(SPECTATOR if viewer is None else viewer, number)


routes = [
    Route("/api/tables/{table}/replay", get_replay),
    Route("/api/replay", post_replay, methods=["POST"]),
]

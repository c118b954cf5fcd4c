"""Routes for reviews, which evaluate each decision of a game. A review is computed once, in the background."""

from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tradewinds.analysis.review import Decision, Review, review
from tradewinds.analysis.review_report import cost_phrase, reason_phrase, worth_phrase
from tradewinds.bots.plan import describe_plan, follow
from tradewinds.i18n import Words, load_words
from tradewinds.match import Match
from tradewinds.server.errors import RequestError
from tradewinds.server.http.responses import json_response, read_body, request_language
from tradewinds.server.http.routes.records import finished_match
from tradewinds.server.http.routes.replay import load_pasted_match
from tradewinds.server.protocol import schemas
from tradewinds.server.rate_limits import client_address
from tradewinds.server.record_cache import record_digest
from tradewinds.server.services import Services, services_of
from tradewinds.server.storage.queries.tables import add_review, find_review
from tradewinds.server.storage.rows import ReviewRow, now_ms

PLAYOUTS = 160
"""Playouts for each action, limited because a person is waiting for the review."""

REVIEW_DECODER: msgspec.json.Decoder[Review] = msgspec.json.Decoder(Review)

Store = Callable[[bytes], Awaitable[None]]
"""Function that stores a complete, encoded review."""


async def get_review(request: Request) -> Response:
    """Return the review of a finished game, or its progress; a complete review is stored."""
    services, table = services_of(request), request.path_params["table"]
    match = await finished_match(services.registry.actor(table))
    stored = await services.database.read_async(lambda connection: find_review(connection, table))

    async def store(body: bytes) -> None:
        row = ReviewRow(table, body, now_ms())
        await services.database.write(lambda connection: add_review(connection, row))

    return _review_response(request, table, match, stored.body if stored else None, store)


async def post_review(request: Request) -> Response:
    """Return the review of an uploaded record, or its progress; a complete review is cached."""
    body, services = await read_body(request, schemas.ReviewRequest), services_of(request)
    match = await load_pasted_match(request, body.record)
    if not match.is_over:
        raise RequestError("not_over", "not_over")
    key = record_digest(body.record)

    async def store(body: bytes) -> None:
        services.records.add_review(key, body)

    return _review_response(request, key.hex(), match, services.records.reviews.get(key), store)


def _review_response(request: Request, key: str, match: Match, stored: bytes | None, store: Store) -> Response:
    """Return the review in the client's language or, starting it if necessary, its progress."""
    if stored is not None:
        return json_response(
            _review_result(
                REVIEW_DECODER.decode(stored), match, load_words(request_language(request)).with_seats(match.seats)
            )
        )
    services = services_of(request)
    if key not in services.reviewing:
        services.rate_limiter.check("reviews", client_address(request))
        services.reviewing[key] = 0
        services.background.spawn(_run_review(services, key, match, store))
    return json_response(schemas.ReviewProgress(len(match.steps), min(services.reviewing[key], len(match.steps))), 202)


async def _run_review(services: Services, key: str, match: Match, store: Store) -> None:

    def progress(count: int) -> None:
        services.reviewing[key] += count

    try:
        found = await services.registry.bot_executor.review(lambda: review(match, PLAYOUTS, progress=progress))
        await store(msgspec.json.encode(found))
    finally:
        del services.reviewing[key]


def _review_result(found: Review, match: Match, words: Words) -> schemas.ReviewResult:
    """Return a review with sentences about its costly decisions."""
    costly = [decision for decision in found.decisions if decision.costly]
    sentences = {decision.number: _sentences(decision, match, words) for decision in costly}
    return schemas.ReviewResult(**msgspec.structs.asdict(found), sentences=sentences)


def _sentences(decision: Decision, match: Match, words: Words) -> schemas.ReviewSentences:
    """Describe a decision using only what its seat knew."""
    box, masked = match.box, match.masked(decision.seat, decision.number - 1)
    played, best = match.game.describe(box, masked, [decision.played.action, decision.best.action])
    reason = reason_phrase(decision, match)
    return schemas.ReviewSentences(
        played=words.say(played),
        best=words.say(best),
        plan=[words.say(step) for step in describe_plan(box, follow(box, masked, decision.seat, decision.best.line))],
        cost=words.say(cost_phrase(decision)),
        worth=words.say(worth_phrase(decision)),
        reason=words.say(reason) if reason else None,
    )


routes = [
    Route("/api/tables/{table}/review", get_review),
    Route("/api/review", post_review, methods=["POST"]),
]

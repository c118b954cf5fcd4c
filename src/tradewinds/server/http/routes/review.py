"""Reviews over HTTP: what the decisions of a game were worth. Each is made once, beside everything else."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tradewinds.analysis.review import Decision, Review, review
from tradewinds.analysis.review_report import tell_cost, tell_why, tell_worth
from tradewinds.bots.plan import follow, tell_plan
from tradewinds.i18n import Words, load_words
from tradewinds.match import Match
from tradewinds.server.errors import Refusal
from tradewinds.server.http import schemas
from tradewinds.server.http.pasted_records import digest
from tradewinds.server.http.rate_limits import address_of
from tradewinds.server.http.responses import answer, language_of, read_body
from tradewinds.server.http.routes.records import finished
from tradewinds.server.http.routes.replay import match_of
from tradewinds.server.http.routes.tables import office_of
from tradewinds.server.storage.queries.tables import add_review, find_review
from tradewinds.server.storage.rows import ReviewRow
from tradewinds.server.tables.events import clock_time

if TYPE_CHECKING:
    from tradewinds.server.app import Office

PLAYOUTS = 1600
"""For each action that is weighed: a person waits for the review."""

REVIEWS: msgspec.json.Decoder[Review] = msgspec.json.Decoder(Review)

Keep = Callable[[bytes], Awaitable[None]]
"""Where a review goes when it is made."""


async def show_review(request: Request) -> Response:
    """What the decisions of a finished game were worth: kept once it was made."""
    office, table = office_of(request), request.path_params["table"]
    match = await finished(office.hall.room(table))
    kept = await office.database.reading(lambda connection: find_review(connection, table))

    async def keep(body: bytes) -> None:
        row = ReviewRow(table, body, clock_time())
        await office.database.write(lambda connection: add_review(connection, row))

    return review_or_wait(request, table, match, kept.body if kept else None, keep)


async def review_record(request: Request) -> Response:
    """The same of a record; it is kept for a while."""
    asked, office = await read_body(request, schemas.ReviewRecord), office_of(request)
    match = await match_of(request, asked.record)
    if not match.is_over:
        raise Refusal("not_over", "not_over")
    key = digest(asked.record)

    async def keep(body: bytes) -> None:
        office.records.keep_review(key, body)

    return review_or_wait(request, key.hex(), match, office.records.reviews.get(key), keep)


def review_or_wait(request: Request, key: str, match: Match, kept: bytes | None, keep: Keep) -> Response:
    """A review in the language of who asks; where there is none it is begun, unless it is being made."""
    if kept is not None:
        return answer(told(REVIEWS.decode(kept), match, load_words(language_of(request)).with_seats(match.seats)))
    office = office_of(request)
    if key not in office.reviewing:
        office.rates.check("reviews", address_of(request))
        office.reviewing[key] = 0
        office.hall.do(reviewed(office, key, match, keep))
    return answer(schemas.Reviewing(len(match.steps), min(office.reviewing[key], len(match.steps))), 202)


async def reviewed(office: "Office", key: str, match: Match, keep: Keep) -> None:
    """Make a review and keep it."""

    def progress(count: int) -> None:
        office.reviewing[key] += count

    try:
        found = await office.hall.thinkers.review(lambda: review(match, PLAYOUTS, progress=progress))
        await keep(msgspec.json.encode(found))
    finally:
        del office.reviewing[key]


def told(found: Review, match: Match, words: Words) -> schemas.Reviewed:
    """A review with sentences for what was played and what would have been better."""
    costly = [decision for decision in found.decisions if decision.costly]
    sentences = {decision.number: sentences_of(decision, match, words) for decision in costly}
    return schemas.Reviewed(**msgspec.structs.asdict(found), sentences=sentences)


def sentences_of(decision: Decision, match: Match, words: Words) -> schemas.Better:
    """One decision, as the seat that made it could describe it."""
    box, masked = match.box, match.masked(decision.seat, decision.number - 1)
    played, best = match.game.describe(box, masked, [decision.played.action, decision.best.action])
    reason = tell_why(decision, match)
    return schemas.Better(
        played=words.say(played),
        best=words.say(best),
        plan=[words.say(step) for step in tell_plan(box, follow(box, masked, decision.seat, decision.best.line))],
        cost=words.say(tell_cost(decision)),
        worth=words.say(tell_worth(decision)),
        reason=words.say(reason) if reason else None,
    )


routes = [
    Route("/api/tables/{table}/review", show_review),
    Route("/api/review", review_record, methods=["POST"]),
]

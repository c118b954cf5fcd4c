"""Decoding of HTTP requests and encoding of responses."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tradewinds.i18n import LANGUAGES, Problem, load_words
from tradewinds.server.errors import RequestError, refusal_message
from tradewinds.server.rate_limits import RateLimited
from tradewinds.server.storage.errors import Unavailable

T = TypeVar("T")


def json_response(value: Any, status: int = 200) -> Response:
    """Return a JSON response with the encoded value."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def request_language(connection: HTTPConnection) -> str:
    """Return the language of a request: from `lang` in the query, else from Accept-Language, else English."""
    language = connection.query_params.get("lang")
    if language in LANGUAGES:
        return language
    for part in connection.headers.get("accept-language", "").split(","):
        if (code := part.strip()[:2].lower()) in LANGUAGES:
            return code
    return "en"


async def read_body(request: Request, kind: type[T] | msgspec.json.Decoder[T]) -> T:
    """Decode the body of a request; raise a 400 error with the reason if it does not match the type."""
    decoder = kind if isinstance(kind, msgspec.json.Decoder) else msgspec.json.Decoder(kind)
    try:
        return decoder.decode(await request.body())
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError("bad_request", "bad_request", 400, reason=str(error)) from error


def query_int(request: Request, name: str, low: int, high: int, default: int) -> int:
    """Return an integer from the query; raise a 400 error if it is out of bounds."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not text.removeprefix("-").isdecimal() or len(text) > 8 or not low <= int(text) <= high:
        raise RequestError("bad_request", "bad_number", 400, name=name, low=low, high=high)
    return int(text)


def error_response(connection: HTTPConnection, problem: Problem) -> Response:
    """Return an error response in the client's language, with Retry-After if a rate limit was exceeded."""
    status = problem.status if isinstance(problem, RequestError | Unavailable) else 400
    response = json_response(refusal_message(problem, load_words(request_language(connection))), status)
    if isinstance(problem, RateLimited):
        response.headers["retry-after"] = str(problem.seconds)
    return response


async def handle_problem(request: Request, error: Exception) -> Response:
    """Convert a `Problem` raised by a route into an error response."""
    if not isinstance(error, Problem):
        raise error
    return error_response(request, error)

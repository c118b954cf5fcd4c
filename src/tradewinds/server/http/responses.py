"""HTTP requests read and answered as the protocol's types."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from tradewinds.i18n import LANGUAGES, Problem, Words, load_words
from tradewinds.server.errors import Refusal, refused
from tradewinds.server.http.rate_limits import TooMany
from tradewinds.server.storage.errors import Unavailable

T = TypeVar("T")


def answer(value: Any, status: int = 200) -> Response:
    """A value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def language_of(connection: HTTPConnection) -> str:
    """The language that a client asks for: `lang` in the address, else the first we have of its preferences."""
    asked = connection.query_params.get("lang")
    if asked in LANGUAGES:
        return asked
    for part in connection.headers.get("accept-language", "").split(","):
        if (code := part.strip()[:2].lower()) in LANGUAGES:
            return code
    return "en"


def words_for(connection: HTTPConnection) -> Words:
    """The sentences in the client's language."""
    return load_words(language_of(connection))


async def read_body(request: Request, kind: type[T] | msgspec.json.Decoder[T]) -> T:
    """The body of a request as a type; what does not fit is refused with the reason."""
    decoder = kind if isinstance(kind, msgspec.json.Decoder) else msgspec.json.Decoder(kind)
    try:
        return decoder.decode(await request.body())
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Refusal("bad_request", "bad_request", 400, reason=str(error)) from error


def number_in(request: Request, name: str, low: int, high: int, default: int) -> int:
    """A number in the address, within bounds."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not text.removeprefix("-").isdecimal() or len(text) > 8 or not low <= int(text) <= high:
        raise Refusal("bad_request", "bad_number", 400, name=name, low=low, high=high)
    return int(text)


def refusal(connection: HTTPConnection, problem: Problem) -> Response:
    """The answer to a request that is refused, in the client's language; who came too often is told when to return."""
    status = problem.status if isinstance(problem, Refusal | Unavailable) else 400
    response = answer(refused(problem, words_for(connection)), status)
    if isinstance(problem, TooMany):
        response.headers["retry-after"] = str(problem.seconds)
    return response


async def explain(request: Request, error: Exception) -> Response:
    """Turn a problem that was raised into an answer."""
    if not isinstance(error, Problem):
        raise error
    return refusal(request, error)

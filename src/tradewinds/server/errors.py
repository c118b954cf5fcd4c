"""Errors in requests, and the messages that report them."""

import msgspec

from tradewinds.i18n import Phrase, Problem, Words
from tradewinds.match.errors import error_info
from tradewinds.server import protocol


class RequestError(Problem):
    """A request that cannot be carried out; `kind` is for programs, `status` for HTTP, the phrase for people."""

    def __init__(self, kind: str, key: str, status: int = 409, **values: object) -> None:
        super().__init__(Phrase(f"server.{key}", values))
        self.kind = kind
        self.status = status


def not_found(what: str) -> RequestError:
    """Return a 404 error; also used for things that the person may not see."""
    return RequestError("not_found", f"no_{what}", 404)


def refusal_message(problem: Problem, words: Words, request: str | None = None) -> protocol.Refused:
    """Return the message that refuses a command."""
    info = error_info(problem, words, "bad_request")
    return protocol.Refused(**msgspec.structs.asdict(info), id=request)

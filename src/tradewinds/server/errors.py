"""Errors of requests and their encoding as messages."""

from tradewinds.i18n import Phrase, Problem, Words
from tradewinds.match.errors import AmbiguousMove, IllegalMove, MoveError
from tradewinds.server import protocol
from tradewinds.server.storage.errors import Unavailable


class RequestError(Problem):
    """A request that cannot be carried out; `kind` is for programs, `status` for HTTP, the phrase for people."""

    def __init__(self, kind: str, key: str, status: int = 409, **values: object) -> None:
        super().__init__(Phrase(f"server.{key}", values))
        self.kind = kind
        self.status = status


def not_found(what: str) -> RequestError:
    """Return a 404 error, also for what the person may not see."""
    return RequestError("not_found", f"no_{what}", 404)


def refusal_message(problem: Problem, words: Words, request: str | None = None) -> protocol.Refused:
    """Return the message that refuses a command."""
    kind = problem.kind if isinstance(problem, RequestError | MoveError | Unavailable) else "bad_request"
    return protocol.Refused(
        id=request,
        kind=kind,
        message="\n".join(words.say(phrase) for phrase in problem.phrases),
        rule=problem.rule if isinstance(problem, IllegalMove) else None,
        choices=problem.choices if isinstance(problem, AmbiguousMove) else None,
    )

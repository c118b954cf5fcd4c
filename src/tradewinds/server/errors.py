"""What can be wrong with what somebody asks of the server."""

from tradewinds.i18n import Phrase, Problem, Words
from tradewinds.match.errors import AmbiguousMove, IllegalMove, MoveError
from tradewinds.server.realtime import protocol
from tradewinds.server.storage.errors import Unavailable


class Refusal(Problem):
    """Something is not done; `kind` is for programs, `status` for HTTP, the sentence for people."""

    def __init__(self, kind: str, key: str, status: int = 409, **values: object) -> None:
        super().__init__(Phrase(f"server.{key}", values))
        self.kind = kind
        self.status = status


def not_found(what: str) -> Refusal:
    """There is no such thing, or none that this person may know of."""
    return Refusal("not_found", f"no_{what}", 404)


def refused(problem: Problem, words: Words, request: str | None = None) -> protocol.Refused:
    """The answer to a command that was not carried out."""
    kind = problem.kind if isinstance(problem, Refusal | MoveError | Unavailable) else "bad_request"
    return protocol.Refused(
        id=request,
        kind=kind,
        message="\n".join(words.say(phrase) for phrase in problem.phrases),
        rule=problem.rule if isinstance(problem, IllegalMove) else None,
        choices=problem.choices if isinstance(problem, AmbiguousMove) else None,
    )

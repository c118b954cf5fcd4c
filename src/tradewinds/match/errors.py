"""Errors of matches, records and positions."""

import msgspec

from tradewinds.i18n import Phrase, Problem, Words


class MoveError(Problem):
    """A move that could not be made; the match is unchanged."""

    kind = "move"


class InvalidMove(MoveError):
    """The text is not the notation of any action of the game."""

    kind = "not_understood"


class IllegalMove(MoveError):
    """The action is not legal now; `rule` names the rule that forbids it."""

    kind = "not_legal"

    def __init__(self, rule: str, phrase: Phrase) -> None:
        super().__init__(phrase)
        self.rule = rule


class AmbiguousMove(MoveError):
    """The text matches several legal actions, listed in `choices`."""

    kind = "ambiguous"

    def __init__(self, phrase: Phrase, choices: list[str]) -> None:
        super().__init__(phrase)
        self.choices = choices


class TextError(Problem):
    """A record or position that cannot be parsed or is inconsistent."""


class ErrorInfo(msgspec.Struct, omit_defaults=True):
    """An error: its kind, a message, the rule of an illegal move, and the choices of an ambiguous one."""

    kind: str
    message: str
    rule: str | None = None
    choices: list[str] | None = None


def error_info(problem: Problem, words: Words, kind: str) -> ErrorInfo:
    """Translate a problem; `kind` applies to problems without a kind of their own."""
    return ErrorInfo(
        kind=problem.kind or kind,
        message="\n".join(words.say(phrase) for phrase in problem.phrases),
        rule=problem.rule if isinstance(problem, IllegalMove) else None,
        choices=problem.choices if isinstance(problem, AmbiguousMove) else None,
    )

"""Errors of matches, records and positions."""

from tradewinds.i18n import Phrase, Problem


class MoveError(Problem):
    """A move that was not made; the match is unchanged."""

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

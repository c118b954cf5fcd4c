"""What can be wrong with what somebody asks of a match."""

from tradewinds.i18n import Phrase, Problem


class MoveError(Problem):
    """A move that is not made; the match is as it was."""

    kind = "move"


class InvalidMove(MoveError):
    """Not understood: no action of the game reads like this."""

    kind = "not_understood"


class IllegalMove(MoveError):
    """Understood, but not allowed now; `rule` names the rule that forbids it."""

    kind = "not_legal"

    def __init__(self, rule: str, phrase: Phrase) -> None:
        super().__init__(phrase)
        self.rule = rule


class AmbiguousMove(MoveError):
    """Several legal actions read like this; `choices` lists them."""

    kind = "ambiguous"

    def __init__(self, phrase: Phrase, choices: list[str]) -> None:
        super().__init__(phrase)
        self.choices = choices


class TextError(Problem):
    """A record or position that cannot be read, or that does not hold together."""

"""Rendering of hints in the terminal."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tradewinds.bots.hint import Hint
from tradewinds.bots.hint_text import (
    AdvisedChoice,
    advised_choices,
    chance_phrase,
    percent,
    points_phrase,
    verdict_phrase,
)
from tradewinds.i18n import Phrase, Words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.match.notation import localized_move


def draw_hint(hint: Hint, box: Box, masked: Record, words: Words) -> Group:
    """Render the verdict, the best moves and every seat's win share."""
    choices = advised_choices(box, masked, hint, words)
    moves = [
        part for number, choice in enumerate(choices) for part in draw_choice(choice, box, words, first=number == 0)
    ]
    return Group(Text(words.say(verdict_phrase(hint)), "bold"), *moves, Text(shares_text(hint, words), "dim"))


def draw_choice(choice: AdvisedChoice, box: Box, words: Words, *, first: bool) -> list[RenderableType]:
    """Render one move with its value, plan and reason."""
    head = Text.assemble((localized_move(box, choice.action, words.language), "bold"), " – ", choice.sentence)
    value = f"{words.say(chance_phrase(choice.share, choice.margin))} · {words.say(points_phrase(choice))}"
    lines = [value, *(words.text("hint.then", sentence=step) for step in choice.plan)]
    if choice.reason:
        lines.append(words.text("hint.because" if first else "hint.favour", reason=choice.reason))
    return [head, Padding(Group(*(Text(line) for line in lines)), (0, 0, 0, 2))]


def shares_text(hint: Hint, words: Words) -> str:
    shares = [Phrase("hint.seat", {"seat": seat, "share": percent(share)}) for seat, share in enumerate(hint.shares)]
    return words.text("hint.seats", shares=shares)

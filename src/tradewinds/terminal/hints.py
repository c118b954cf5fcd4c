"""Rendering of hints in the terminal."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tradewinds.bots.hint import Advice, Hint
from tradewinds.bots.hint_text import chance_phrase, percent, points_phrase, verdict_phrase
from tradewinds.i18n import Phrase, Words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.match.choices import Choice, describe_choices
from tradewinds.match.notation import localized_move


def draw_hint(hint: Hint, box: Box, masked: Record, words: Words) -> Group:
    """Render the verdict, the best moves and every seat's win share."""
    choices = describe_choices(box, masked, [advice.action for advice in hint.best])
    moves = [
        part
        for number, (advice, choice) in enumerate(zip(hint.best, choices, strict=True))
        for part in draw_advice(advice, choice, box, words, first=number == 0)
    ]
    return Group(Text(words.say(verdict_phrase(hint)), "bold"), *moves, Text(shares_text(hint, words), "dim"))


def draw_advice(advice: Advice, choice: Choice, box: Box, words: Words, *, first: bool) -> list[RenderableType]:
    """Render one move with its value, plan and reason."""
    head = Text.assemble((localized_move(box, choice.action, words.language), "bold"), " – ", words.say(choice.phrase))
    value = f"{words.say(chance_phrase(advice.share, advice.margin))} · {words.say(points_phrase(advice))}"
    lines = [value, *(words.text("hint.then", sentence=words.say(step)) for step in advice.plan)]
    if advice.reason:
        lines.append(words.text("hint.because" if first else "hint.favour", reason=words.say(advice.reason)))
    return [head, Padding(Group(*(Text(line) for line in lines)), (0, 0, 0, 2))]


def shares_text(hint: Hint, words: Words) -> str:
    shares = [Phrase("hint.seat", {"seat": seat, "share": percent(share)}) for seat, share in enumerate(hint.shares)]
    return words.text("hint.seats", shares=shares)

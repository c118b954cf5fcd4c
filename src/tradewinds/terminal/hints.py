"""A hint on the screen: the best moves with what they promise, the plan behind each, and why."""

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from tradewinds.bots.hint import Advice, Hint
from tradewinds.bots.hint_text import percent, tell_chance, tell_points, tell_verdict
from tradewinds.i18n import Phrase, Words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.match.choices import Choice, tell_choices
from tradewinds.match.notation import spell


def draw_hint(hint: Hint, box: Box, masked: Record, words: Words) -> Group:
    """How sure the hint is, the best moves one after the other, and everybody's chances."""
    choices = tell_choices(box, masked, [advice.action for advice in hint.best])
    moves = [
        part
        for number, (advice, choice) in enumerate(zip(hint.best, choices, strict=True))
        for part in draw_advice(advice, choice, box, words, first=number == 0)
    ]
    return Group(Text(words.say(tell_verdict(hint)), "bold"), *moves, Text(tell_shares(hint, words), "dim"))


def draw_advice(advice: Advice, choice: Choice, box: Box, words: Words, *, first: bool) -> list[RenderableType]:
    """One move: what to type, what it is, what it promises, the plan and the reason."""
    head = Text.assemble((spell(box, choice.action, words.language), "bold"), " – ", words.say(choice.phrase))
    promise = f"{words.say(tell_chance(advice.share, advice.margin))} · {words.say(tell_points(advice))}"
    lines = [promise, *(words.text("hint.then", sentence=words.say(step)) for step in advice.plan)]
    if advice.reason:
        lines.append(words.text("hint.because" if first else "hint.favour", reason=words.say(advice.reason)))
    return [head, Padding(Group(*(Text(line) for line in lines)), (0, 0, 0, 2))]


def tell_shares(hint: Hint, words: Words) -> str:
    """Everybody's chance to win if the first move is played."""
    shares = [Phrase("hint.seat", {"seat": seat, "share": percent(share)}) for seat, share in enumerate(hint.shares)]
    return words.text("hint.seats", shares=shares)

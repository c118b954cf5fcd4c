"""A hint on the screen: the best moves with what they promise, and how certain that is."""

from rich.console import Group
from rich.table import Table as Grid
from rich.text import Text

from tradewinds.bots.hint import Hint
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.match.choices import tell_choices
from tradewinds.match.notation import spell
from tradewinds.words import Phrase, Words


def draw_hint(hint: Hint, box: Box, masked: Record, words: Words) -> Group:
    """A small table of the best moves, a word on how certain they are, and where everybody would stand."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(justify="right", style="bold")
    choices = tell_choices(box, masked, [advice.action for advice in hint.best])
    for advice, choice in zip(hint.best, choices, strict=True):
        share = words.text("hint.line", share=percent(advice.share), margin=percent(advice.margin))
        sentence = words.say(choice.phrase)
        grid.add_row(Text(share), Text(spell(box, choice.action, words.language), "bold"), Text(sentence))
    return Group(grid, Text(tell_certainty(hint, words)), Text(tell_shares(hint, words), "dim"))


def tell_certainty(hint: Hint, words: Words) -> str:
    """Whether there is a choice, and whether it is a clear one."""
    if hint.certainty == "only":
        return words.text("hint.only")
    return words.text("hint.clear" if hint.certainty == "clear" else "hint.close")


def tell_shares(hint: Hint, words: Words) -> str:
    """Everybody's share of the win if the first move is played."""
    shares = [Phrase("hint.seat", {"seat": seat, "share": percent(share)}) for seat, share in enumerate(hint.shares)]
    return words.text("hint.seats", shares=shares)


def percent(share: float) -> int:
    """A share as whole percents."""
    return round(100 * share)

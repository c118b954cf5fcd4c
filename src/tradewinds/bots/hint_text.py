"""A hint in words: the same sentences for the terminal, the pages and programs."""

from tradewinds.bots.hint import Advice, Hint
from tradewinds.bots.verdict import Certainty, Decided
from tradewinds.i18n import Phrase

OPEN: dict[Certainty, str] = {
    "only": "hint.only",
    "clear": "hint.clear",
    "slight": "hint.slight",
    "close": "hint.close",
}
DECIDED: dict[Decided, dict[Certainty, str]] = {
    "won": {"clear": "hint.won_clear", "slight": "hint.won_slight", "close": "hint.won_close"},
    "lost": {"clear": "hint.lost_clear", "slight": "hint.lost_slight", "close": "hint.lost_close"},
}
"""Sentences for how sure a hint is, while the win is open and where it is decided."""


def tell_verdict(hint: Hint) -> Phrase:
    """How sure the hint is, and about what: the chance to win, or points where the win is decided."""
    sentences = OPEN if hint.decided is None or hint.certainty == "only" else DECIDED[hint.decided]
    return Phrase(sentences[hint.certainty], {"lead": max(1, round(hint.lead))})


def tell_chance(share: float, margin: float) -> Phrase:
    """A chance to win in whole percents."""
    return Phrase("hint.chance", {"share": percent(share), "margin": max(1, percent(margin))})


def tell_points(advice: Advice) -> Phrase:
    """The points that an action promises, beside those of the best other seat."""
    margin = max(1, round(advice.points_margin))
    return Phrase("hint.points", {"points": round(advice.points), "margin": margin, "rival": round(advice.rival)})


def percent(share: float) -> int:
    """A share as whole percents."""
    return round(100 * share)

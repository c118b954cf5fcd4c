"""Hints in words, shared by the terminal, the web client and the engine."""

import msgspec

from tradewinds.bots.hint import Hint
from tradewinds.bots.verdict import Certainty, Decided
from tradewinds.i18n import Phrase, Words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import Record
from tradewinds.match.choices import ChoiceInfo, describe_choices

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
"""Message keys by certainty: OPEN while the win is open, DECIDED once it is decided."""


class AdvisedChoice(ChoiceInfo):
    """A recommended action with its win share and expected points, each with its 95 % margin.

    `visits` is the number of playouts, `rival` the expected points of the best other seat, `plan` the rest of the turn,
    and `reason` the main argument for the action.
    """

    share: float
    margin: float
    visits: int
    points: float
    points_margin: float
    rival: float
    plan: list[str]
    reason: str | None


class HintInfo(msgspec.Struct):
    """The best actions for a seat, best first, and each seat's win share if the first is played.

    `certainty` says how much better the first action is than the second; `verdict` says it in a sentence. If the win is
    `decided` whatever the seat plays, points are compared.
    """

    seat: int
    certainty: Certainty
    decided: Decided | None
    verdict: str
    best: list[AdvisedChoice]
    shares: list[float]
    playouts: int


def hint_info(box: Box, mask: Record, hint: Hint, words: Words) -> HintInfo:
    """Return a hint in words, given the mask it was computed from."""
    return HintInfo(
        seat=hint.seat,
        certainty=hint.certainty,
        decided=hint.decided,
        verdict=words.say(verdict_phrase(hint)),
        best=advised_choices(box, mask, hint, words),
        shares=hint.shares,
        playouts=hint.playouts,
    )


def advised_choices(box: Box, mask: Record, hint: Hint, words: Words) -> list[AdvisedChoice]:
    """Return the actions of a hint in words, given the mask it was computed from."""
    choices = describe_choices(box, mask, [advice.action for advice in hint.best])
    return [
        AdvisedChoice(
            action=choice.action,
            text=choice.text,
            sentence=words.say(choice.phrase),
            share=advice.share,
            margin=advice.margin,
            visits=advice.visits,
            points=advice.points,
            points_margin=advice.points_margin,
            rival=advice.rival,
            plan=[words.say(step) for step in advice.plan],
            reason=words.say(advice.reason) if advice.reason else None,
        )
        for advice, choice in zip(hint.best, choices, strict=True)
    ]


def verdict_phrase(hint: Hint) -> Phrase:
    """Return the sentence for a hint's certainty: about the win or, once that is decided, about points."""
    sentences = OPEN if hint.decided is None or hint.certainty == "only" else DECIDED[hint.decided]
    return Phrase(sentences[hint.certainty], {"lead": max(1, round(hint.lead))})


def chance_phrase(share: float, margin: float) -> Phrase:
    """Return a win share and its margin as whole percentages."""
    return Phrase("hint.chance", {"share": percent(share), "margin": max(1, percent(margin))})


def points_phrase(choice: AdvisedChoice) -> Phrase:
    """Return the expected points together with those of the best other seat."""
    margin = max(1, round(choice.points_margin))
    return Phrase("hint.points", {"points": round(choice.points), "margin": margin, "rival": round(choice.rival)})


def percent(share: float) -> int:
    return round(100 * share)

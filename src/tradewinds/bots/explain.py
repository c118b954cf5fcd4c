"""Explanations: the feature that differs most between two lines of play.

Everything is computed from what the seat is shown along both lines. Only features that are the same in every sampled
world are used, so nothing depends on chance or hidden information.
"""

from tradewinds.bots.plan import Line
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.game_types import Feature

MIN_DIFFERENCE = 0.1
"""Smaller differences in points do not count as a reason."""


def why(box: Box, line: Line, other: Line, *, own: bool = False) -> Phrase | None:
    """Return the main reason to prefer a line over another, or None.

    The reason may be a drawback of the other line, unless `own` restricts it to merits of the line itself.
    """
    ours, theirs = features(box, line), features(box, other)
    gaps = {key: worth(ours, key) - worth(theirs, key) for key in {**ours, **theirs} if differs(ours, theirs, key)}
    if own:
        gaps = {key: gap for key, gap in gaps.items() if worth(ours, key) > 0}
    # Prefer merits over the other line's drawbacks, unless those are much larger.
    best = max(gaps, key=lambda key: gaps[key] * (1 if worth(ours, key) > 0 else 0.5), default=None)
    if best is None or gaps[best] < MIN_DIFFERENCE:
        return None
    if worth(ours, best) <= 0:
        return Phrase("hint.why_not", {"other": theirs[best].phrase})
    if worth(theirs, best) > 0:
        return Phrase("hint.why_more", {"reason": ours[best].phrase, "other": theirs[best].phrase})
    return Phrase("hint.why", {"reason": ours[best].phrase})


def features(box: Box, line: Line) -> dict[str, Feature]:
    """Return a line's features that are the same in every world, by key."""
    found: list[dict[str, Feature]] = []
    for end in line.ends:
        shown = [box.shown(mask, line.seat) for mask in (*line.masks[:-1], end)]
        listed = box.game.line_features(box, shown, line.actions, line.seat)
        found.append({feature.key: feature for feature in listed})
    return {key: feature for key, feature in found[0].items() if all(other.get(key) == feature for other in found)}


def differs(ours: dict[str, Feature], theirs: dict[str, Feature], key: str) -> bool:
    return key not in ours or key not in theirs or ours[key].phrase != theirs[key].phrase


def worth(found: dict[str, Feature], key: str) -> float:
    return found[key].worth if key in found else 0.0

"""Why one line of play is better than another: what differs most between what they bring, in one sentence.

Everything is computed from the seat's masks along the two lines. What depends on chance or on hidden things is left
out: a feature is told only if it is the same in every world that was tried.
"""

from tradewinds.bots.plan import Line
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box, Feature

LEAST = 0.1
"""What differs by less than so many points is no reason."""


def why(box: Box, line: Line, other: Line, *, own: bool = False) -> Phrase | None:
    """What speaks most for a line beside another; None if nothing that the game can tell does.

    That may be a drawback of the other line, unless only the line's own merits are asked for.
    """
    ours, theirs = features(box, line), features(box, other)
    gaps = {key: worth(ours, key) - worth(theirs, key) for key in {**ours, **theirs} if differs(ours, theirs, key)}
    if own:
        gaps = {key: gap for key, gap in gaps.items() if worth(ours, key) > 0}
    # A merit teaches more than the other line's drawback, unless that is much larger.
    best = max(gaps, key=lambda key: gaps[key] * (1 if worth(ours, key) > 0 else 0.5), default=None)
    if best is None or gaps[best] < LEAST:
        return None
    if worth(ours, best) <= 0:
        return Phrase("hint.why_not", {"other": theirs[best].phrase})
    if worth(theirs, best) > 0:
        return Phrase("hint.why_more", {"reason": ours[best].phrase, "other": theirs[best].phrase})
    return Phrase("hint.why", {"reason": ours[best].phrase})


def features(box: Box, line: Line) -> dict[str, Feature]:
    """What a line brings its seat in every world, by key."""
    found: list[dict[str, Feature]] = []
    for end in line.ends:
        listed = box.game.features(box, [*line.masks[:-1], end], line.actions, line.seat)
        found.append({feature.key: feature for feature in listed})
    return {key: feature for key, feature in found[0].items() if all(other.get(key) == feature for other in found)}


def differs(ours: dict[str, Feature], theirs: dict[str, Feature], key: str) -> bool:
    """Whether two lines do not read the same in one respect."""
    return key not in ours or key not in theirs or ours[key].phrase != theirs[key].phrase


def worth(found: dict[str, Feature], key: str) -> float:
    """What a feature is worth; nothing where it is missing."""
    return found[key].worth if key in found else 0.0

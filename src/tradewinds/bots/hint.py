"""Hints for people: the best few actions, what they promise, how sure that is, and why. From a mask alone."""

import msgspec

from tradewinds.bots import OWN, Budget
from tradewinds.bots.evaluate import Opinion, grown, legal_actions, opinions, plant
from tradewinds.bots.explain import why
from tradewinds.bots.plan import Line, plan, tell_plan
from tradewinds.bots.points import Trial, try_out, worlds_for
from tradewinds.bots.search import Forest
from tradewinds.bots.verdict import Certainty, Decided, compare_points, compare_wins, decided
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, fork, stream
from tradewinds.kernel.record import Record

ENOUGH = Budget(playouts=4000)
"""Enough for advice that a person waits for."""

CONSIDERED = 6
"""So many of the most visited actions must agree for the win to be decided, and are then compared by points."""


class Advice(msgspec.Struct, frozen=True):
    """An action with what it promises the seat: the share of the win and the points at the end, with 95 % margins.

    `rival` are the points of the best other seat. `plan` are the sentences for what the seat would do in the rest of
    its turn, `line` the same as actions, the first one included. `reason` says why the first action is better than the
    second, and what speaks for the others beside the first.
    """

    action: int
    share: float
    margin: float
    visits: int
    points: float
    points_margin: float
    rival: float
    line: list[int]
    plan: list[Phrase]
    reason: Phrase | None


class Hint(msgspec.Struct, frozen=True):
    """What a search advises a seat: the best actions, best first, and each seat's share of the win if it follows.

    `certainty` says how much better the first action is than the second (bots/verdict.py): by the chance to win, or, if
    the win is `decided` whatever the seat plays, by the points at the end. `lead` is the difference in points between
    the two. Margins tell how far searches disagree; they cannot tell where all are blind.
    """

    seat: int
    best: list[Advice]
    shares: list[float]
    certainty: Certainty
    decided: Decided | None
    lead: float
    playouts: int


def hint(box: Box, masked: Record, seat: int, budget: Budget = OWN, rng: Rng | None = None, best: int = 3) -> Hint:
    """The best few actions for a seat that is to act; without a stream the same question gets the same answer."""
    budget, rng = ENOUGH if budget == OWN else budget, stream(0) if rng is None else rng
    forest = grown(plant(box, masked, seat, budget, rng), budget)
    found = opinions(forest)
    settled = decided(found[:CONSIDERED]) if len(found) > 1 else None
    # What looks good after a few visits may be luck: the lower end of the margin decides.
    tried = sorted(found[:CONSIDERED], key=lambda o: o.margin - o.share) + found[CONSIDERED:]
    tried = tried[: max(2, best, CONSIDERED if settled else 0)]
    trials = try_out(box, masked, seat, [o.action for o in tried], worlds_for(budget), fork(rng))
    pairs = list(zip(tried, trials, strict=True))
    if settled:
        pairs.sort(key=lambda pair: -pair[1].mean)
    lead, margin = pairs[0][1].lead(pairs[1][1]) if len(pairs) > 1 else (0.0, 0.0)
    return Hint(
        seat=seat,
        best=advices(forest, pairs, best),
        shares=pairs[0][0].shares,
        certainty="only" if len(legal_actions(box, masked)) == 1 else certainty(pairs, settled, lead, margin),
        decided=settled,
        lead=lead,
        playouts=sum(o.visits for o in found),
    )


def certainty(pairs: list[tuple[Opinion, Trial]], settled: Decided | None, lead: float, margin: float) -> Certainty:
    """How much better the first of several options is than the second."""
    if len(pairs) < 2:
        return "close"
    return compare_points(lead, margin) if settled else compare_wins(pairs[0][0], pairs[1][0])


def advices(forest: Forest, pairs: list[tuple[Opinion, Trial]], best: int) -> list[Advice]:
    """Options with their plans and reasons; the second one is planned in any case, to compare the first with it."""
    lines = [plan(forest, opinion.action) for opinion, _ in pairs[: max(2, best)]]
    reasons = [why(forest.box, line, lines[0], own=True) for line in lines]
    reasons[0] = why(forest.box, lines[0], lines[1]) if len(lines) > 1 else None
    told = zip(pairs, lines, reasons, strict=False)
    return [advice(forest.box, *pair, line, reason) for pair, line, reason in told][:best]


def advice(box: Box, opinion: Opinion, trial: Trial, line: Line, reason: Phrase | None) -> Advice:
    """One option."""
    return Advice(
        action=opinion.action,
        share=opinion.share,
        margin=opinion.margin,
        visits=opinion.visits,
        points=trial.mean,
        points_margin=trial.margin,
        rival=trial.rival,
        line=line.actions,
        plan=tell_plan(box, line),
        reason=reason,
    )

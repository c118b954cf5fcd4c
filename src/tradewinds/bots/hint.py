"""Hints: the best actions with win shares, expected points, certainty and reasons, from a mask alone."""

import msgspec

from tradewinds.bots import DEFAULT_BUDGET, Budget
from tradewinds.bots.evaluate import Evaluation, evaluations, make_ensemble, run_search
from tradewinds.bots.explain import why
from tradewinds.bots.plan import Line, describe_plan, plan
from tradewinds.bots.points import PointsEstimate, estimate_points, worlds_for
from tradewinds.bots.turn_search import TurnEnsemble
from tradewinds.bots.verdict import Certainty, Decided, compare_points, compare_wins, decided
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, fork, stream
from tradewinds.kernel.record import Record

HINT_BUDGET = Budget(playouts=400)
"""Default budget of a hint."""

CONSIDERED = 6
"""Number of most visited actions that are checked for a decided win and, if it is decided, compared by points."""


class Advice(msgspec.Struct, frozen=True):
    """A recommended action with the seat's win share and expected final points, each with its 95 % margin.

    `rival` is the expected points of the best other seat. `line` holds this action and the rest of the turn, `plan`
    describes that rest in sentences. `reason` says why the best action beats the second best or, for any other action,
    names its main advantage over the best.
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
    """The recommendation for a seat: the best actions, best first, and each seat's win share if the first is played.

    `certainty` says how much better the first action is than the second (bots/verdict.py): by win share or, if the win
    is `decided` whatever the seat plays, by points. `lead` is the difference in points between the two. Margins measure
    how much searches disagree, not the errors they share.
    """

    seat: int
    best: list[Advice]
    shares: list[float]
    certainty: Certainty
    decided: Decided | None
    lead: float
    playouts: int


def hint(
    box: Box, masked: Record, seat: int, budget: Budget = DEFAULT_BUDGET, rng: Rng | None = None, best: int = 3
) -> Hint:
    """Return a hint for the seat to act. Without `rng` the seed is fixed: only a time limit can change the result."""
    budget, rng = HINT_BUDGET if budget == DEFAULT_BUDGET else budget, stream(0) if rng is None else rng
    ensemble = run_search(make_ensemble(box, masked, seat, budget, rng), budget)
    found = distinct(evaluations(ensemble))
    outcome = decided(found[:CONSIDERED]) if len(found) > 1 else None
    # Rank by the lower bound, as few visits may be lucky.
    tried = sorted(found[:CONSIDERED], key=lambda o: o.margin - o.share) + found[CONSIDERED:]
    tried = tried[: max(2, best, CONSIDERED if outcome else 0)]
    trials = estimate_points(box, masked, seat, [o.action for o in tried], worlds_for(budget), fork(rng))
    pairs = list(zip(tried, trials, strict=True))
    if outcome:
        pairs.sort(key=lambda pair: -pair[1].mean)
    lead, margin = pairs[0][1].lead(pairs[1][1]) if len(pairs) > 1 else (0.0, 0.0)
    return Hint(
        seat=seat,
        best=make_advice_list(ensemble, pairs, best),
        shares=pairs[0][0].shares,
        certainty="only" if len(box.legal_actions(masked)) == 1 else certainty(pairs, outcome, lead, margin),
        decided=outcome,
        lead=lead,
        playouts=ensemble.visits,
    )


def distinct(found: list[Evaluation]) -> list[Evaluation]:
    """Leave out actions that only begin in another order what an action before them begins."""
    first = {o.move: o for o in reversed(found)}
    return [o for o in found if first[o.move] is o]


def certainty(
    pairs: list[tuple[Evaluation, PointsEstimate]], outcome: Decided | None, lead: float, margin: float
) -> Certainty:
    if len(pairs) < 2:
        return "close"
    return compare_points(lead, margin) if outcome else compare_wins(pairs[0][0], pairs[1][0])


def make_advice_list(ensemble: TurnEnsemble, pairs: list[tuple[Evaluation, PointsEstimate]], best: int) -> list[Advice]:
    """Return the advice with plans and reasons; at least two actions are planned, so that they can be compared."""
    lines = [plan(ensemble, evaluation.move, evaluation.order) for evaluation, _ in pairs[: max(2, best)]]
    reasons = [why(ensemble.box, line, lines[0], own=True) for line in lines]
    reasons[0] = why(ensemble.box, lines[0], lines[1]) if len(lines) > 1 else None
    triples = zip(pairs, lines, reasons, strict=False)
    return [make_advice(ensemble.box, *pair, line, reason) for pair, line, reason in triples][:best]


def make_advice(box: Box, evaluation: Evaluation, trial: PointsEstimate, line: Line, reason: Phrase | None) -> Advice:
    return Advice(
        action=evaluation.action,
        share=evaluation.share,
        margin=evaluation.margin,
        visits=evaluation.visits,
        points=trial.mean,
        points_margin=trial.margin,
        rival=trial.rival,
        line=line.actions,
        plan=describe_plan(box, line),
        reason=reason,
    )

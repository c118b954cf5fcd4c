"""Review of a finished game: what each decision was worth, given what its seat could know, and what it cost.

Every decision is searched from the mask of the seat that made it, so that nothing hidden counts against a player. If
the search prefers another action, both are evaluated again with equal effort (bots/evaluate.py), and the difference
counts as a cost if it exceeds its 95 % margin. Where the win is decided whatever the seat plays, expected points are
compared instead (bots/points.py).

The graph of win shares comes from the same searches: before each decision it shows the estimate from the mask of the
seat to act, assuming best play. The perspective therefore changes from seat to seat and never includes hidden
information. The last point is the result.
"""

from math import hypot

import msgspec

from tradewinds.bots import Budget
from tradewinds.bots.evaluate import Evaluation, evaluate_action, evaluations, make_ensemble, run_search
from tradewinds.bots.hint import CONSIDERED
from tradewinds.bots.plan import plan
from tradewinds.bots.points import PointsEstimate, estimate_points, worlds_for
from tradewinds.bots.turn_search import TurnEnsemble
from tradewinds.bots.verdict import Decided, compare_points, decided
from tradewinds.executor import SERIAL, Executor, Progress, map_batches, no_progress
from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.random import Rng, fork, stream
from tradewinds.kernel.record import Record
from tradewinds.match import Match

PLAYOUTS = 800
"""Playouts per evaluated action, shared by eight searches."""

MIN_COST = 0.005
"""Smaller costs in win share are ignored."""

MIN_POINTS_COST = 1.0
"""Smaller costs in points are ignored where the win is decided."""


class Worth(msgspec.Struct, frozen=True):
    """An action, by number and in record notation, with its win share and 95 % margin.

    `points` is the seat's expected final points, estimated only for costly decisions. `line` holds the actions that the
    search would play in the same turn, starting with this one.
    """

    action: int
    move: str
    share: float
    margin: float
    points: float | None = None
    line: list[int] = []


class Decision(msgspec.Struct, frozen=True):
    """A reviewed decision: move number, seat, the action played and the action that the search prefers."""

    number: int
    seat: int
    choices: int
    played: Worth
    best: Worth
    margin: float
    """95 % margin of the difference between their win shares."""
    cost: float
    """Loss in win share; 0 if the difference is within its margin or the win was already decided."""
    shares: list[float]
    """Each seat's win share before the decision, estimated from the mask of the seat to act."""
    decided: Decided | None = None
    """Set if the win was already decided; the cost is then in points."""
    points_cost: float = 0.0
    points_margin: float = 0.0

    @property
    def costly(self) -> bool:
        """Whether the decision has a significant cost."""
        return self.cost > 0 or self.points_cost > 0


class SeatReview(msgspec.Struct, frozen=True):
    """Summary of a seat: win share at its first decision, result, and total cost of its decisions."""

    seat: int
    name: str
    first: float
    result: float
    points: int
    decisions: int
    agreed: int
    mistakes: int
    cost: float


class GraphPoint(msgspec.Struct, frozen=True):
    """Each seat's win share after `number` moves."""

    number: int
    shares: list[float]


class Review(msgspec.Struct, frozen=True):
    """The review of a game, with decisions in game order."""

    game: str
    box: str
    moves: int
    playouts: int
    seed: int
    seats: list[SeatReview]
    graph: list[GraphPoint]
    decisions: list[Decision]

    def worst(self, most: int, seat: int | None = None) -> list[Decision]:
        """Return up to `most` costly decisions of one seat or of all, the most costly first.

        Costs in win share rank before costs in points.
        """
        costly = [decision for decision in self.decisions if decision.costly and seat in (None, decision.seat)]
        return sorted(costly, key=lambda decision: (-decision.cost, -decision.points_cost))[:most]


class ReviewTask(msgspec.Struct, frozen=True):
    """A decision to review: the seat's mask and the action played."""

    number: int
    seat: int
    action: int
    masked: Record
    choices: int


def review(
    match: Match, playouts: int = PLAYOUTS, seed: int = 1, executor: Executor = SERIAL, progress: Progress = no_progress
) -> Review:
    """Review a finished game. The same seed gives the same result for any number of workers."""
    if not match.is_over:
        raise Problem(Phrase("review.running"))
    asked = review_tasks(match)
    trunk = stream(seed)
    rngs = [fork(trunk) for _ in asked]

    def work(first: int, count: int) -> list[Decision]:
        return [examine(match, asked[n], playouts, rngs[n]) for n in range(first, first + count)]

    decisions = [decision for batch in map_batches(work, len(asked), 1, executor, progress) for decision in batch]
    graph = [GraphPoint(decision.number - 1, decision.shares) for decision in decisions]
    graph.append(GraphPoint(len(match.steps), match.winners()))
    seats = [summarize_seat(match, seat, decisions, graph[0].shares) for seat in range(match.box.players)]
    box = match.box
    return Review(box.game.name, box.name, len(match.steps), playouts, seed, seats, graph, decisions)


def review_tasks(match: Match) -> list[ReviewTask]:
    """Return the decisions with more than one legal action; moves are numbered from 1."""
    found = []
    for number, step in enumerate(match.steps, 1):
        masked = match.masked(step.seat, number - 1)
        choices = len(match.box.legal_actions(masked))
        if choices > 1:
            found.append(ReviewTask(number, step.seat, step.action, masked, choices))
    return found


def examine(match: Match, asked: ReviewTask, playouts: int, rng: Rng) -> Decision:
    """Search one decision; if the search prefers a different action from the one played, evaluate both."""
    box, budget = match.box, Budget(playouts)
    ensemble = run_search(make_ensemble(box, asked.masked, asked.seat, budget, fork(rng)), budget)
    found = evaluations(ensemble)
    # The best move may begin with several actions: whoever played one of them agrees.
    best = played = next((o for o in found if o.move == found[0].move and o.action == asked.action), found[0])
    if best.action != asked.action:
        best = evaluate_action(box, asked.masked, asked.seat, best.action, budget, fork(rng))
        played = evaluate_action(box, asked.masked, asked.seat, asked.action, budget, fork(rng))
    difference, margin = best.share - played.share, hypot(best.margin, played.margin)
    settled = decided([*found[:CONSIDERED], best, played])
    cost = difference if difference > max(margin, MIN_COST) and not settled else 0.0
    trials: list[PointsEstimate] = []
    if settled:
        best, trials = more_points(match, asked, found, best, playouts, rng)
    elif cost:
        trials = estimate_points(
            box, asked.masked, asked.seat, [best.action, played.action], worlds_for(budget), fork(rng)
        )
    lead, points_margin = trials[0].lead(trials[1]) if trials else (0.0, 0.0)
    points: list[float | None] = [trial.mean for trial in trials] if trials else [None, None]
    return Decision(
        number=asked.number,
        seat=asked.seat,
        choices=asked.choices,
        played=worth(match, played, line_of(ensemble, found, played.action), points[1]),
        best=worth(match, best, line_of(ensemble, found, best.action), points[0]),
        margin=margin if difference else 0.0,
        cost=cost,
        shares=found[0].shares,
        decided=settled,
        points_cost=lead if settled else 0.0,
        points_margin=points_margin if settled else 0.0,
    )


def worth(match: Match, found: Evaluation, line: list[int], points: float | None) -> Worth:
    return Worth(found.action, match.write(found.action), found.share, found.margin, points, line)


def line_of(ensemble: TurnEnsemble, found: list[Evaluation], action: int) -> list[int]:
    """Return what the search would play from an action on; the action alone if the search left it out."""
    for evaluation in found:
        if evaluation.action == action:
            return plan(ensemble, evaluation.move, evaluation.order).actions
    return [action]


def more_points(
    match: Match, asked: ReviewTask, found: list[Evaluation], best: Evaluation, playouts: int, rng: Rng
) -> tuple[Evaluation, list[PointsEstimate]]:
    """Return the action with the most expected points, and the estimates for it and for the action played.

    It is selected on one set of rollouts and compared on another, to avoid selection bias. If it is not clearly better
    than the action played, return `best` without estimates.
    """
    box, worlds = match.box, worlds_for(Budget(playouts))
    considered = [o.action for o in found[:CONSIDERED] if o.action != asked.action]
    tried = estimate_points(box, asked.masked, asked.seat, [*considered, asked.action], worlds, fork(rng))
    most = max(tried, key=lambda trial: trial.mean)
    if most.action == asked.action:
        return best, []
    trials = estimate_points(box, asked.masked, asked.seat, [most.action, asked.action], worlds, fork(rng))
    lead, margin = trials[0].lead(trials[1])
    if compare_points(lead, margin) == "close" or lead < MIN_POINTS_COST:
        return best, []
    return next(o for o in found if o.action == most.action), trials


def summarize_seat(match: Match, seat: int, decisions: list[Decision], shares: list[float]) -> SeatReview:
    own = [decision for decision in decisions if decision.seat == seat]
    return SeatReview(
        seat=seat,
        name=match.seats[seat],
        first=(own[0].shares if own else shares)[seat],
        result=match.winners()[seat],
        points=match.scores()[seat],
        decisions=len(own),
        agreed=sum(decision.best.action == decision.played.action for decision in own),
        mistakes=sum(decision.costly for decision in own),
        cost=sum(decision.cost for decision in own),
    )

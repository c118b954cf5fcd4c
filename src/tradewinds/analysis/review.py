"""A finished game, decision by decision: what each was worth by what its seat could know, and what it cost.

Nobody is blamed for what he could not see: every decision is searched from the mask of the seat that made it. The
search says which action it would play. Where that is another one than the action played, both are weighed afresh and
with the same attention (bots/evaluate.py), and the difference counts as a cost if it is larger than its 95 % margin.
Where the win is decided whatever the seat plays, the points of trial games are compared in its place (bots/points.py).

The graph of the shares of the win comes from the same searches. Before each decision it shows what the seat to act
would have said about everybody, if it played the best action; so it tells what could be known at the table, from eyes
that change from seat to seat, and never what was hidden. Its last point is the result.
"""

from math import hypot

import msgspec

from tradewinds.bots import Budget
from tradewinds.bots.evaluate import Opinion, grown, legal_actions, opinions, plant, weigh
from tradewinds.bots.hint import CONSIDERED
from tradewinds.bots.plan import plan
from tradewinds.bots.points import Trial, try_out, worlds_for
from tradewinds.bots.search import Forest
from tradewinds.bots.verdict import Decided, compare_points, decided
from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.random import Rng, fork, stream
from tradewinds.kernel.record import Record
from tradewinds.lab.executor import ALONE, Crew, Progress, in_batches, silent
from tradewinds.match import Match

PLAYOUTS = 8000
"""For each action that is weighed: eight searches of a thousand."""

SLIGHT = 0.005
"""Less than half a percent of the win is not worth a word."""

SLIGHT_POINTS = 1.0
"""Nor is less than a point, where the win is decided."""


class Worth(msgspec.Struct, frozen=True):
    """An action, as a number and as records write it, with its share of the win and the 95 % margin.

    `points` are those that its seat may expect in the end, where they were estimated: for costly decisions. `line` has
    the actions that the search would have played in the same turn, this one first.
    """

    action: int
    move: str
    share: float
    margin: float
    points: float | None = None
    line: list[int] = []


class Decision(msgspec.Struct, frozen=True):
    """A decision between several actions: the move's number, who, what was played, and what the search prefers."""

    number: int
    seat: int
    choices: int
    played: Worth
    best: Worth
    margin: float
    """Of the difference between the two."""
    cost: float
    """What playing it has cost; 0 where chance may explain the difference."""
    shares: list[float]
    """Each seat's share before the decision, as the seat to act could estimate it."""
    decided: Decided | None = None
    """Whether the win was decided already: then the cost is in points."""
    points_cost: float = 0.0
    points_margin: float = 0.0

    @property
    def costly(self) -> bool:
        """Whether playing it has cost anything that chance does not explain."""
        return self.cost > 0 or self.points_cost > 0


class SeatReview(msgspec.Struct, frozen=True):
    """How a seat fared: what it could expect at its own first decision, its result, and what its decisions cost."""

    seat: int
    name: str
    first: float
    result: float
    points: int
    decisions: int
    agreed: int
    mistakes: int
    cost: float


class Point(msgspec.Struct, frozen=True):
    """Each seat's share of the win after so many moves."""

    number: int
    shares: list[float]


class Review(msgspec.Struct, frozen=True):
    """All that was found out about a game; the decisions are in the order of the game."""

    game: str
    box: str
    moves: int
    playouts: int
    seed: int
    seats: list[SeatReview]
    graph: list[Point]
    decisions: list[Decision]

    def worst(self, most: int, seat: int | None = None) -> list[Decision]:
        """The decisions that cost most, of one seat or of all, the most costly first.

        What cost a chance to win goes before what cost points in a game that was decided.
        """
        costly = [decision for decision in self.decisions if decision.costly and seat in (None, decision.seat)]
        return sorted(costly, key=lambda decision: (-decision.cost, -decision.points_cost))[:most]


class Question(msgspec.Struct, frozen=True):
    """A decision that is to be reviewed: what the seat knew, and what it played."""

    number: int
    seat: int
    action: int
    masked: Record
    choices: int


def review(
    match: Match, playouts: int = PLAYOUTS, seed: int = 1, crew: Crew = ALONE, progress: Progress = silent
) -> Review:
    """Go through a finished game; the same seed finds the same, however many work on it."""
    if not match.is_over:
        raise Problem(Phrase("review.running"))
    asked = questions(match)
    trunk = stream(seed)
    rngs = [fork(trunk) for _ in asked]

    def work(first: int, count: int) -> list[Decision]:
        return [examine(match, asked[n], playouts, rngs[n]) for n in range(first, first + count)]

    decisions = [decision for batch in in_batches(work, len(asked), 1, crew, progress) for decision in batch]
    graph = [Point(decision.number - 1, decision.shares) for decision in decisions]
    graph.append(Point(len(match.steps), match.winners()))
    seats = [sum_up(match, seat, decisions, graph[0].shares) for seat in range(match.box.players)]
    box = match.box
    return Review(box.game.name, box.name, len(match.steps), playouts, seed, seats, graph, decisions)


def questions(match: Match) -> list[Question]:
    """The decisions with a choice; the first move has number 1."""
    found = []
    for number, step in enumerate(match.steps, 1):
        masked = match.masked(step.seat, number - 1)
        choices = len(legal_actions(match.box, masked))
        if choices > 1:
            found.append(Question(number, step.seat, step.action, masked, choices))
    return found


def examine(match: Match, asked: Question, playouts: int, rng: Rng) -> Decision:
    """Search one decision, and weigh what was played if the search prefers something else."""
    box, budget = match.box, Budget(playouts)
    forest = grown(plant(box, asked.masked, asked.seat, budget, fork(rng)), budget)
    found = opinions(forest)
    best = played = found[0]
    if best.action != asked.action:
        best = weigh(box, asked.masked, asked.seat, best.action, budget, fork(rng))
        played = weigh(box, asked.masked, asked.seat, asked.action, budget, fork(rng))
    difference, margin = best.share - played.share, hypot(best.margin, played.margin)
    settled = decided([*found[:CONSIDERED], best, played])
    cost = difference if difference > max(margin, SLIGHT) and not settled else 0.0
    trials: list[Trial] = []
    if settled:
        best, trials = more_points(match, asked, found, best, playouts, rng)
    elif cost:
        trials = try_out(box, asked.masked, asked.seat, [best.action, played.action], worlds_for(budget), fork(rng))
    lead, points_margin = trials[0].lead(trials[1]) if trials else (0.0, 0.0)
    points: list[float | None] = [trial.mean for trial in trials] if trials else [None, None]
    return Decision(
        number=asked.number,
        seat=asked.seat,
        choices=asked.choices,
        played=worth(match, forest, played, points[1]),
        best=worth(match, forest, best, points[0]),
        margin=margin if difference else 0.0,
        cost=cost,
        shares=found[0].shares,
        decided=settled,
        points_cost=lead if settled else 0.0,
        points_margin=points_margin if settled else 0.0,
    )


def worth(match: Match, forest: Forest, found: Opinion, points: float | None) -> Worth:
    """An action of a decision with what was found out about it."""
    line = plan(forest, found.action).actions
    return Worth(found.action, match.write(found.action), found.share, found.margin, points, line)


def more_points(
    match: Match, asked: Question, found: list[Opinion], best: Opinion, playouts: int, rng: Rng
) -> tuple[Opinion, list[Trial]]:
    """What would have brought more points in a decided game than what was played, with trial games of both.

    The action is picked by some trial games and compared in others, so that it is not the luckiest that counts. If
    nothing brings clearly more, it stays at what the search would have played, without trial games.
    """
    box, worlds = match.box, worlds_for(Budget(playouts))
    considered = [o.action for o in found[:CONSIDERED] if o.action != asked.action]
    tried = try_out(box, asked.masked, asked.seat, [*considered, asked.action], worlds, fork(rng))
    most = max(tried, key=lambda trial: trial.mean)
    if most.action == asked.action:
        return best, []
    trials = try_out(box, asked.masked, asked.seat, [most.action, asked.action], worlds, fork(rng))
    lead, margin = trials[0].lead(trials[1])
    if compare_points(lead, margin) == "close" or lead < SLIGHT_POINTS:
        return best, []
    return next(o for o in found if o.action == most.action), trials


def sum_up(match: Match, seat: int, decisions: list[Decision], shares: list[float]) -> SeatReview:
    """All that concerns one seat."""
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

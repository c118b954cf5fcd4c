"""Playing the games of a study: in batches with compiled bots, one at a time with any others."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tradewinds.bots import DEFAULT_BUDGET
from tradewinds.bots.network import network_of
from tradewinds.bots.reference import RandomBot
from tradewinds.kernel.evaluation import COMPILED_BOTS, HEURISTIC, NETWORK, NO_NETWORK
from tradewinds.kernel.game import Box
from tradewinds.kernel.lookahead import make_search_context
from tradewinds.kernel.random import RNG, fork, stream
from tradewinds.kernel.record import NONE, Record, backing_array, copy
from tradewinds.kernel.statistics import Trajectories
from tradewinds.kernel.trajectories import record_trajectories
from tradewinds.lab.arena_game import BOTS, branch, play_to_end, seat_players
from tradewinds.lab.arena_schedule import as_entrants, line_up, rotations

COMPILED_BATCH, SINGLE_BATCH = 100, 1
"""Batch sizes with compiled bots and with others."""


@dataclass(frozen=True)
class BotRotation:
    """The bots of a study, rotated by one seat from game to game.

    The first `depth` decisions of the first seat form the opening; its first `loose` decisions are random.
    """

    bots: tuple[str, ...]
    depth: int = 1
    loose: int = 0

    @property
    def is_compiled(self) -> bool:
        """Whether all bots are compiled."""
        return all(bot in COMPILED_BOTS for bot in self.bots)

    @property
    def batch(self) -> int:
        """Number of games per batch."""
        return COMPILED_BATCH if self.is_compiled else SINGLE_BATCH

    @property
    def seatings(self) -> list[tuple[str, ...]]:
        """All seat rotations."""
        return [tuple(entrant.spec for entrant in seated) for seated in rotations(as_entrants(self.bots))]

    def seated(self, game: int) -> tuple[str, ...]:
        """Return the bots by seat for a game number."""
        seatings = self.seatings
        return seatings[game % len(seatings)]


def make_rotation(box: Box, specs: Sequence[str], depth: int = 1, loose: int = 0) -> BotRotation:
    """Return the rotation of bots for all seats of a box; the last bot fills the remaining seats."""
    return BotRotation(tuple(entrant.spec for entrant in line_up(box, specs)), depth, loose)


def fix_start_player(box: Box) -> Box:
    """Return the box with the first seat as start player, so that seats are numbered in turn order."""
    offered = {option.name for option in box.game.options(box.data, box.players)}
    options = {**box.options, **({"start": "1"} if "start" in offered else {})}
    return box.game.build_box(box.data, box.players, options)


def play(box: Box, rotation: BotRotation, seed: int, first: int, games: int) -> Trajectories:
    """Play `games` games, starting at game number `first`; each game depends only on the seed and its number."""
    if rotation.is_compiled:
        return play_compiled(box, rotation, seed, first, games)
    return concatenate([play_one(box, rotation, seed, number) for number in range(first, first + games)])


def play_compiled(box: Box, rotation: BotRotation, seed: int, first: int, games: int) -> Trajectories:
    """Play games between compiled bots."""
    game, players = box.game, box.players
    evaluators = np.array([[COMPILED_BOTS[bot] for bot in seated] for seated in rotation.seatings], np.int8)
    network = network_of(game) if NETWORK in evaluators else NO_NETWORK
    if not network.inputs:
        evaluators[evaluators == NETWORK] = HEURISTIC
    capacity = games * (game.longest(box) + 1)
    kept, actions = np.empty(capacity, game.state_type), np.empty(capacity, np.int16)
    seats, counts = np.empty(capacity, np.int8), np.empty(capacity, np.int16)
    points, wins = np.zeros((games, players), np.int32), np.zeros((games, players), np.float64)
    used = record_trajectories(
        backing_array(box.record),
        make_search_context(box, network),
        np.zeros(2, RNG),
        np.uint64(seed),
        first,
        evaluators,
        rotation.loose,
        kept,
        actions,
        seats,
        counts,
        points,
        wins,
    )
    return Trajectories(kept[:used], actions[:used], seats[:used], counts[:used], points, wins)


def play_one(box: Box, rotation: BotRotation, seed: int, number: int) -> Trajectories:
    """Play one game between bots of any kind."""
    dealt = branch(stream(seed), number)
    bot_streams, free = branch(dealt, BOTS), rotation.loose
    kept: list[tuple[Record, int, int, int]] = []

    def decide(seat: int, state: Record) -> int:
        nonlocal free
        if not seat and free > 0:
            action = RandomBot().choose(box, box.masked(state, seat), seat, DEFAULT_BUDGET, fork(bot_streams))
        else:
            action = players[seat].decide(state, DEFAULT_BUDGET)
        free -= not seat
        kept.append((copy(state), action, seat, len(box.legal_actions(state))))
        return action

    with seat_players(box, as_entrants(rotation.seated(number)), bot_streams) as players:
        end = play_to_end(box, dealt, decide)
    return to_trajectories(box, [*kept, (end, NONE, 0, 0)])


def to_trajectories(box: Box, kept: list[tuple[Record, int, int, int]]) -> Trajectories:
    """Return one game as trajectories."""
    states, actions, seats, counts = zip(*kept, strict=True)
    points, wins = box.results(states[-1])
    return Trajectories(
        np.concatenate([backing_array(state) for state in states]),
        np.array(actions, np.int16),
        np.array(seats, np.int8),
        np.array(counts, np.int16),
        np.array([points], np.int32),
        np.array([wins]),
    )


def concatenate(parts: Sequence[Trajectories]) -> Trajectories:
    names = ("states", "row_actions", "row_seats", "row_counts", "points", "wins")
    return Trajectories(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

"""The games of a study: played by bots that are compiled, or one by one by any other."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tradewinds.bots import OWN
from tradewinds.bots.network import network_of
from tradewinds.kernel.evaluation import ESTIMATE, LEARNED, NO_NETWORK, QUICK_BOTS
from tradewinds.kernel.game import Box
from tradewinds.kernel.lookahead import make_thinker
from tradewinds.kernel.playout import random_action
from tradewinds.kernel.random import RNG, Rng, fork, stream
from tradewinds.kernel.record import NONE, Record, copy, home
from tradewinds.kernel.statistics import Chronicle
from tradewinds.kernel.trajectories import chronicle_games
from tradewinds.lab.arena import line_up, rotations
from tradewinds.lab.arena_game import BOTS, CHANCE, Chair, Entrant, Halted, branch, deal_state
from tradewinds.lab.executor import halted

MANY, FEW = 100, 1
"""So many games are a batch with bots that are compiled, and with others."""


@dataclass(frozen=True)
class Party:
    """Who plays: the bots in the order of the first game, moved on by a seat from game to game.

    `depth` decisions of the first seat are an opening; the first `loose` of its decisions are left to chance.
    """

    bots: tuple[str, ...]
    depth: int = 1
    loose: int = 0

    @property
    def is_quick(self) -> bool:
        """Whether all of them are compiled."""
        return all(bot in QUICK_BOTS for bot in self.bots)

    @property
    def batch(self) -> int:
        """How many games are played at a time."""
        return MANY if self.is_quick else FEW

    @property
    def seatings(self) -> list[tuple[str, ...]]:
        """All rotations of the bots."""
        return [tuple(entrant.spec for entrant in seated) for seated in rotations(line_up_of(self.bots))]

    def seated(self, game: int) -> tuple[str, ...]:
        """Who sits where in a game."""
        seatings = self.seatings
        return seatings[game % len(seatings)]


def line_up_of(bots: Sequence[str]) -> tuple[Entrant, ...]:
    """Bots as entrants of an arena."""
    return tuple(Entrant(bot, bot) for bot in bots)


def make_party(box: Box, specs: Sequence[str], depth: int = 1, loose: int = 0) -> Party:
    """Bots for all seats of a box: the last one named fills the seats that remain."""
    return Party(tuple(entrant.spec for entrant in line_up(box, specs)), depth, loose)


def play(box: Box, party: Party, seed: int, first: int, games: int) -> Chronicle:
    """Games number `first` and following: the n-th game of a seed is the same whoever plays it when."""
    if party.is_quick:
        return play_quickly(box, party, seed, first, games)
    return together([play_slowly(box, party, seed, number) for number in range(first, first + games)])


def play_quickly(box: Box, party: Party, seed: int, first: int, games: int) -> Chronicle:
    """Games between bots that are compiled."""
    game, players = box.game, box.players
    minds = np.array([[QUICK_BOTS[bot] for bot in seated] for seated in party.seatings], np.int8)
    network = network_of(game) if LEARNED in minds else NO_NETWORK
    if not network.inputs:
        minds[minds == LEARNED] = ESTIMATE
    room = games * (game.longest(box) + 1)
    kept, actions = np.empty(room, game.state_type), np.empty(room, np.int16)
    seats, counts = np.empty(room, np.int8), np.empty(room, np.int16)
    points, wins = np.zeros((games, players), np.int32), np.zeros((games, players), np.float64)
    used = chronicle_games(
        home(box.record),
        make_thinker(box, network),
        np.zeros(2, RNG),
        np.uint64(seed),
        first,
        minds,
        party.loose,
        kept,
        actions,
        seats,
        counts,
        points,
        wins,
    )
    return Chronicle(kept[:used], actions[:used], seats[:used], counts[:used], points, wins)


def play_slowly(box: Box, party: Party, seed: int, number: int) -> Chronicle:
    """One game between any bots."""
    rules, dealt = box.game.rules, branch(stream(seed), number)
    chance, minds = branch(dealt, CHANCE), branch(dealt, BOTS)
    state, free = deal_state(box, dealt), party.loose
    chairs = [Chair(box, seat, who, branch(minds, seat)) for seat, who in enumerate(line_up_of(party.seated(number)))]
    kept: list[tuple[Record, int, int, int]] = []
    try:
        while not rules.is_over(box.record, state):
            if halted():
                raise Halted
            seat = rules.to_act(box.record, state)
            count = rules.legal(box.record, state, np.zeros(box.game.actions + 1, np.int16))
            action = any_action(box, state, minds) if not seat and free > 0 else chairs[seat].decide(state, OWN)
            free -= not seat
            kept.append((copy(state), action, seat, count))
            rules.apply(box.record, state, action, branch(chance, len(kept)))
    finally:
        for chair in chairs:
            chair.close()
    kept.append((state, NONE, 0, 0))
    return written_down(box, kept)


def any_action(box: Box, state: Record, rng: Rng) -> int:
    """Any legal action, each as likely as every other."""
    room = np.zeros(box.game.actions + 1, np.int16)
    return int(random_action(home(box.record), home(copy(state)), home(fork(rng)), room))


def written_down(box: Box, kept: list[tuple[Record, int, int, int]]) -> Chronicle:
    """One game as a chronicle."""
    states, actions, seats, counts = zip(*kept, strict=True)
    points, wins = box.results(states[-1])
    return Chronicle(
        np.concatenate([home(state) for state in states]),
        np.array(actions, np.int16),
        np.array(seats, np.int8),
        np.array(counts, np.int16),
        np.array([points], np.int32),
        np.array([wins]),
    )


def together(parts: Sequence[Chronicle]) -> Chronicle:
    """Several chronicles as one."""
    names = ("kept", "kept_actions", "kept_seats", "kept_counts", "points", "wins")
    return Chronicle(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

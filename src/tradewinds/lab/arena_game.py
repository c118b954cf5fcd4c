"""One timed game between bots, each of which sees only the mask of its seat."""

import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from operator import index
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
import numpy as np

from tradewinds.bots import BotError, Budget
from tradewinds.bots.registry import make_bot
from tradewinds.executor import cancelled
from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, fork, stream
from tradewinds.kernel.record import Record
from tradewinds.match.match import deal as deal_from
from tradewinds.match.seed import event_rng

CHANCE, BOTS = 0, 1
"""Sub-streams of a deal's random stream."""

WARM_UP_DECISIONS = 4
"""Number of warm-up decisions, and of playouts for each: enough to run every compiled function of a bot."""


class Entrant(NamedTuple):
    """A bot at a seat: the name under which its results are counted, and its specification."""

    name: str
    spec: str


class PlayedGame(msgspec.Struct, frozen=True):
    """A finished game. Lists are indexed by seat; seconds are thinking time."""

    deal: int
    rotation: int
    bots: list[str]
    points: list[int]
    wins: list[float]
    decisions: list[int]
    seconds: list[float]
    longest: list[float]
    seed: str
    """The seed of a match with the same deal and chance events."""
    actions: list[int]


class Cancelled(Exception):
    """Raised when a game is abandoned because its result is no longer needed."""


def branch(rng: Rng, number: int) -> Rng:
    """Return sub-stream `number` of a stream, regardless of how much of the stream has been consumed."""
    parent = stream(int(rng.key))
    parent.counter = np.uint64(number)
    return fork(parent)


class SeatPlayer:
    """A bot at one seat for the duration of a game, with its random stream and time statistics."""

    def __init__(self, box: Box, seat: int, entrant: Entrant, rng: Rng) -> None:
        self.box, self.seat, self.entrant, self.rng = box, seat, entrant, rng
        self.bot = make_bot(entrant.spec, box.game)
        self.decisions, self.seconds, self.longest = 0, 0.0, 0.0

    def decide(self, state: Record, budget: Budget) -> int:
        """Return the bot's action; raise BotError if the bot fails or its action is not legal."""
        masked = self.box.masked(state, self.seat)
        rng = fork(self.rng)
        begin = perf_counter()
        try:
            answer: Any = self.bot.choose(self.box, masked, self.seat, budget, rng)
        except Problem:
            raise
        except Exception as error:
            raise BotError(
                Phrase("bot.failed", {"name": repr(self.entrant.spec), "reason": describe_error(error)})
            ) from error
        spent = perf_counter() - begin
        self.decisions += 1
        self.seconds += spent
        self.longest = max(self.longest, spent)
        return self.check_legal(state, answer)

    def check_legal(self, state: Record, answer: Any) -> int:
        """Convert the answer to an action and check it against the true state, as bots may modify their mask."""
        try:
            action = index(answer)
        except TypeError:
            action = -1
        if not 0 <= action < self.box.game.actions or self.box.game.rules.refuse(self.box.record, state, action):
            raise BotError(Phrase("bot.illegal", {"name": repr(self.entrant.spec), "answer": repr(answer)}))
        return action

    def close(self) -> None:
        """Release the bot's resources, such as a subprocess."""
        close: Callable[[], None] | None = getattr(self.bot, "close", None)
        if close is not None:
            close()


def describe_error(error: Exception) -> str:
    """Return the error with the file and line where it was raised."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno})"


def match_seed(dealt: Rng) -> str:
    """Return the seed of a match with the chance events of a deal, so that its games can be kept as records."""
    return f"{int(branch(dealt, CHANCE).key):016x}"


def deal_state(box: Box, dealt: Rng) -> Record:
    """Return the initial state shared by all games of a deal."""
    return deal_from(box, match_seed(dealt))


@contextmanager
def seat_players(box: Box, seated: Sequence[Entrant], streams: Rng) -> Iterator[list[SeatPlayer]]:
    """Yield the bots of a game, each with its own random stream, and close them afterwards."""
    players: list[SeatPlayer] = []
    try:
        for seat, entrant in enumerate(seated):
            players.append(SeatPlayer(box, seat, entrant, branch(streams, seat)))
        yield players
    finally:
        for player in players:
            player.close()


def play_to_end(box: Box, dealt: Rng, decide: Callable[[int, Record], int]) -> Record:
    """Play a deal to the end and return the final state; `decide` chooses each action, given the seat and the state.

    Set-up and chance events depend only on the deal and the number of the decision.
    """
    rules, state, seed, number = box.game.rules, deal_state(box, dealt), match_seed(dealt), 0
    while not rules.is_over(box.record, state):
        if cancelled():
            raise Cancelled
        number += 1
        action = decide(rules.to_act(box.record, state), state)
        rules.apply(box.record, state, action, event_rng(seed, number))
    return state


def play_game(
    box: Box, seated: Sequence[Entrant], streams: Rng, deal: int, rotation: int, budget: Budget
) -> PlayedGame:
    """Play one timed game of a deal."""
    dealt, actions = branch(streams, deal), list[int]()

    def decide(seat: int, state: Record) -> int:
        actions.append(players[seat].decide(state, budget))
        return actions[-1]

    with seat_players(box, seated, branch(branch(dealt, BOTS), rotation)) as players:
        points, wins = box.results(play_to_end(box, dealt, decide))
    return PlayedGame(
        deal=deal,
        rotation=rotation,
        bots=[player.entrant.name for player in players],
        points=points,
        wins=wins,
        decisions=[player.decisions for player in players],
        seconds=[player.seconds for player in players],
        longest=[player.longest for player in players],
        seed=match_seed(dealt),
        actions=actions,
    )


def warm_up(box: Box, entrants: Sequence[Entrant], streams: Rng) -> None:
    """Let every bot play a few untimed decisions, to compile its code and to fail early."""
    rules = box.game.rules
    for entrant in dict.fromkeys(entrants):
        state = deal_state(box, branch(streams, 0))
        seat = rules.to_act(box.record, state)
        # Bots that reuse their tree call redeal only from the second decision on.
        rules.redeal(box.record, box.masked(state, seat), seat, branch(streams, 0))
        player = SeatPlayer(box, seat, entrant, branch(streams, 0))
        try:
            while player.decisions < WARM_UP_DECISIONS and rules.to_act(box.record, state) == seat:
                action = player.decide(state, Budget(playouts=WARM_UP_DECISIONS))
                rules.apply(box.record, state, action, branch(streams, 0))
        finally:
            player.close()

"""One game between bots: each sees the mask of its seat and nothing else, and is watched and timed."""

import traceback
from collections.abc import Callable, Sequence
from operator import index
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
import numpy as np

from tradewinds.bots import Budget
from tradewinds.bots.catalogue import BotError, make_bot
from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import Rng, fork, stream
from tradewinds.kernel.record import Record, blank, copy

CHANCE, BOTS = 0, 1
"""The branches of a deal's stream."""

TRIED = 4
"""So many decisions in a row, with as many playouts each, make a bot use all that it has."""


class Entrant(NamedTuple):
    """Who sits at a seat: a name under which games are counted, and what makes the bot."""

    name: str
    spec: str


class PlayedGame(msgspec.Struct, frozen=True):
    """How a game went; lists go by seat, seconds are those spent on decisions."""

    deal: int
    rotation: int
    bots: list[str]
    points: list[int]
    wins: list[float]
    decisions: list[int]
    seconds: list[float]
    longest: list[float]


class Halted(Exception):
    """The game was broken off, since nobody wants its result any more."""


def branch(rng: Rng, number: int) -> Rng:
    """The number-th stream that belongs to a stream at its beginning, whichever were taken before."""
    parent = stream(int(rng.key))
    parent.counter = np.uint64(number)
    return fork(parent)


def masked_for(box: Box, state: Record, seat: int) -> Record:
    """What a seat may know of a position, in memory of its own."""
    masked = copy(state)
    box.game.rules.mask(box.record, masked, seat)
    return masked


class Chair:
    """A seat during a game: a fresh bot, its stream and its clock."""

    def __init__(self, box: Box, seat: int, entrant: Entrant, rng: Rng) -> None:
        self.box, self.seat, self.entrant, self.rng = box, seat, entrant, rng
        self.bot = make_bot(entrant.spec, box.game)
        self.decisions, self.seconds, self.longest = 0, 0.0, 0.0

    def decide(self, state: Record, budget: Budget) -> int:
        """The bot's action, which is legal; a bot that answers anything else ends the whole arena."""
        masked = masked_for(self.box, state, self.seat)
        rng = fork(self.rng)
        begin = perf_counter()
        try:
            answer: Any = self.bot.choose(self.box, masked, self.seat, budget, rng)
        except Problem:
            raise
        except Exception as error:
            raise BotError(Phrase("bot.failed", {"name": self.entrant.spec, "reason": reason_of(error)})) from error
        spent = perf_counter() - begin
        self.decisions += 1
        self.seconds += spent
        self.longest = max(self.longest, spent)
        return self.legal(state, answer)

    def legal(self, state: Record, answer: Any) -> int:
        """The answer as an action; it is looked at in the true position, since the bot may have changed its mask."""
        try:
            action = index(answer)
        except TypeError:
            action = -1
        if not 0 <= action < self.box.game.actions or self.box.game.rules.refuse(self.box.record, state, action):
            raise BotError(Phrase("bot.illegal", {"name": self.entrant.spec, "answer": answer}))
        return action

    def close(self) -> None:
        """Let the bot go; those that hold on to something, as a program does, are told."""
        close: Callable[[], None] | None = getattr(self.bot, "close", None)
        if close is not None:
            close()


def reason_of(error: Exception) -> str:
    """What went wrong in a bot and in which line, for whoever writes it."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({Path(last.filename).name}, line {last.lineno})"


def deal_state(box: Box, deal: Rng) -> Record:
    """The position with which every game of a deal begins."""
    state = blank(box.game.state_type)
    box.game.rules.setup(box.record, state, branch(branch(deal, CHANCE), 0))
    return state


def play_game(
    box: Box,
    seated: Sequence[Entrant],
    streams: Rng,
    deal: int,
    rotation: int,
    budget: Budget,
    halted: Callable[[], bool],
) -> PlayedGame:
    """One game of a deal: set-up and the chance of the n-th action are the deal's, each seat's stream is its own."""
    dealt = branch(streams, deal)
    chance, minds = branch(dealt, CHANCE), branch(branch(dealt, BOTS), rotation)
    rules, state = box.game.rules, deal_state(box, dealt)
    chairs: list[Chair] = []
    try:
        for seat, entrant in enumerate(seated):
            chairs.append(Chair(box, seat, entrant, branch(minds, seat)))
        number = 0
        while not rules.is_over(box.record, state):
            if halted():
                raise Halted
            number += 1
            action = chairs[rules.to_act(box.record, state)].decide(state, budget)
            rules.apply(box.record, state, action, branch(chance, number))
    finally:
        for chair in chairs:
            chair.close()
    return written_down(box, state, deal, rotation, chairs)


def written_down(box: Box, state: Record, deal: int, rotation: int, chairs: Sequence[Chair]) -> PlayedGame:
    """What is kept of a finished game."""
    points, wins = box.results(state)
    return PlayedGame(
        deal=deal,
        rotation=rotation,
        bots=[chair.entrant.name for chair in chairs],
        points=points,
        wins=wins,
        decisions=[chair.decisions for chair in chairs],
        seconds=[chair.seconds for chair in chairs],
        longest=[chair.longest for chair in chairs],
    )


def try_out(box: Box, entrants: Sequence[Entrant], streams: Rng) -> None:
    """Let every bot begin a game before it counts: compiling is not timed, and who cannot play is told at once."""
    rules = box.game.rules
    for entrant in dict.fromkeys(entrants):
        state = deal_state(box, branch(streams, 0))
        seat = rules.to_act(box.record, state)
        # Bots that remember what they thought use this name only later.
        rules.redeal(box.record, masked_for(box, state, seat), seat, branch(streams, 0))
        chair = Chair(box, seat, entrant, branch(streams, 0))
        try:
            while chair.decisions < TRIED and rules.to_act(box.record, state) == seat:
                action = chair.decide(state, Budget(playouts=TRIED))
                rules.apply(box.record, state, action, branch(streams, 0))
        finally:
            chair.close()

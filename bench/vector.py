"""`./run bench vector`: random steps of many games at once, beside pgx's and PettingZoo's games in the same run.

One core, to which the whole process is bound; what is counted are steps for each second of the processor, with what the
player to act sees and its legal actions written at every step, ended games begun anew. Nobody's compilation is counted.
"""

import argparse
import json
import os
import random
import sys
import warnings
from collections.abc import Callable
from functools import partial
from importlib import import_module
from importlib.metadata import version
from time import process_time
from typing import Any

from rich.console import Console
from rich.table import Table as Sheet

from bench.turns import in_turns
from tradewinds.kernel.game import load_game
from tradewinds.lab.vector_games import VectorGames

BATCH, SMALL_BATCH = 4096, 64
SECONDS = 1.0
BOXES = (("bombay", "ystari-2009"), ("borneo", "board-2008"))
PGX = {"backgammon": 8, "connect_four": 128}
"""Games of pgx, and how many steps of all games one call makes: about half a second."""

BARS = {"pgx backgammon": 50, "pgx connect_four": 1, "PettingZoo hanabi_v5": 1000}
"""How many times as fast we must be at the same batch."""


def stay_on_one_core() -> None:
    """Bind the process to one core, and tell XLA so before it is loaded."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    os.environ["JAX_PLATFORMS"] = "cpu"


def load(name: str) -> Any:
    """A module of a peer; only this measurement needs it."""
    return import_module(name)


def speed(steps: Callable[[], int]) -> float:
    """Steps per second of the processor."""
    begin, done = process_time(), 0
    while process_time() - begin < SECONDS:
        done += steps()
    return done / (process_time() - begin)


def ours(game: str, edition: str, batch: int) -> Callable[[], int]:
    """Steps of our tables with four players."""
    tables = VectorGames(load_game(game).box(4, edition), batch, seed=1)

    def steps() -> int:
        for _ in range(10):
            tables.step(tables.random_actions())
        return 10 * batch

    steps()
    return steps


def pgx_steps(name: str, batch: int) -> Callable[[], int]:
    """Steps of a game of pgx as its documents make them: one compiled loop of random legal actions with auto-reset."""
    jax, jnp, pgx, extra = map(load, ("jax", "jax.numpy", "pgx", "pgx.experimental"))
    env = pgx.make(name)
    begin = jax.jit(jax.vmap(env.init))
    step = jax.vmap(extra.auto_reset(env.step, env.init))
    length = PGX[name]

    def one(carry: Any, _: object) -> Any:
        state, key, seen = carry
        key, choice, chance = jax.random.split(key, 3)
        action = extra.act_randomly(choice, state.legal_action_mask)
        state = step(state, action, jax.random.split(chance, batch))
        # What is seen must be used, or XLA would leave it out.
        return (state, key, seen + jnp.sum(state.observation)), None

    many = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length)[0])
    start = begin(jax.random.split(jax.random.key(1), batch))
    carries = [many((start, jax.random.key(2), jnp.float32(0)))]

    def steps() -> int:
        carries[0] = jax.block_until_ready(many(carries[0]))
        return length * batch

    steps()
    return steps


def hanabi_steps() -> Callable[[], int]:
    """Steps of PettingZoo's Hanabi, one game after the other: it has no batches."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        hanabi = load("pettingzoo.classic.hanabi_v5")
    env, chooser = hanabi.env(), random.Random(1)

    def steps() -> int:
        done = 0
        env.reset(seed=chooser.randrange(2**31))
        for _ in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(chooser.choice(seen["action_mask"].nonzero()[0]))
                done += 1
        return done

    steps()
    return steps


def measure(rounds: int) -> dict[str, float]:
    """Steps per second of everybody."""
    subjects = {
        f"{game} {edition}, batch {batch}": ours(game, edition, batch)
        for batch in (BATCH, SMALL_BATCH)
        for game, edition in BOXES
    }
    subjects |= {f"pgx {name}": pgx_steps(name, BATCH) for name in PGX}
    subjects["PettingZoo hanabi_v5"] = hanabi_steps()
    return in_turns({name: partial(speed, steps) for name, steps in subjects.items()}, rounds, "steps")


def show(figures: dict[str, float]) -> None:
    """A table for people: everybody beside every peer."""
    sheet = Sheet("random steps, one core", "steps/s", *(f"× {peer}" for peer in BARS))
    for name, found in figures.items():
        sheet.add_row(name, f"{found:,.0f}", *(f"{found / figures[peer]:,.2f}" for peer in BARS))
    sheet.add_row("wanted of ours", "", *(f"{bar:,}" for bar in BARS.values()))
    Console(width=120).print(sheet)


def main(arguments: list[str]) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./run bench vector", description=__doc__)
    parser.add_argument("--rounds", type=int, default=5, help="how often everything is measured (default 5)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of a table")
    options = parser.parse_args(arguments)
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    stay_on_one_core()
    figures = measure(options.rounds)
    if options.json:
        versions = {name: version(name) for name in ("jax", "pgx", "pettingzoo", "numpy", "numba")}
        print(json.dumps({"versions": versions, "steps_per_s": figures}))
    else:
        show(figures)


if __name__ == "__main__":
    main(sys.argv[1:])

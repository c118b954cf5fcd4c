"""`./run bench`: Tradewinds beside OpenSpiel. Everything is measured in turns, several times; the medians count.

`./run bench server` measures the server under load instead, `./run bench web` the pages in a browser, `./run bench
vector` many games at once beside pgx and PettingZoo, `./run bench odds` whether the odds of hints come true.
"""

import argparse
import json
import platform
import sys
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

import pyspiel
from rich.console import Console
from rich.table import Table

from bench import odds, ours, server, vector, web
from bench.levels import measure_levels
from bench.peers import Peer
from bench.turns import in_turns
from tradewinds import __version__
from tradewinds.registry import GAMES


def microseconds(call: Callable[[], object]) -> float:
    """What one call costs: the median of batches."""
    call()
    batches = []
    for _ in range(15):
        begin = perf_counter()
        for _ in range(100):
            call()
        batches.append((perf_counter() - begin) / 100 * 1e6)
    return median(batches)


def measure(rounds: int) -> dict[str, dict[str, float]]:
    """All figures."""
    hearts, backgammon = Peer("hearts"), Peer("backgammon")
    for box in ours.SUBJECTS.values():
        ours.playouts(box)
    speeds = in_turns(
        {
            **{f"{name}, compiled": partial(ours.playouts, box) for name, box in ours.SUBJECTS.items()},
            **{f"{game} 4 players, from Python": partial(ours.from_python, game) for game in GAMES},
            MEASURE: hearts.rollouts,
            "hearts, from Python": hearts.from_python,
            "hearts already dealt, from Python": hearts.dealt_from_python,
            "backgammon, C++ rollouts": backgammon.rollouts,
            "backgammon, from Python": backgammon.from_python,
        },
        rounds,
    )
    calls = {game: ours.calls(game) for game in GAMES}
    return {
        "decisions_per_s": speeds,
        "judged_per_s": measure_searches(hearts, rounds),
        "call_us": {f"{game} {name}": microseconds(call) for game in GAMES for name, call in calls[game].items()}
        | {f"hearts {name}": microseconds(call) for name, call in hearts.calls().items()}
        | {f"backgammon {name}": microseconds(call) for name, call in backgammon.calls().items()},
        "start_s": {"import tradewinds": median(ours.importing() for _ in range(5))}
        | {f"first game of {name}, empty cache": ours.start_up(games, cold=True) for name, games in STARTS.items()}
        | {
            f"first game of {name}, warm cache": median(ours.start_up(games, cold=False) for _ in range(5))
            for name, games in STARTS.items()
        },
    }


def measure_searches(hearts: Peer, rounds: int) -> dict[str, float]:
    """Positions that the search judges per second, beside OpenSpiel's random playouts of hearts as a measure."""
    searches = {f"{name}, search": partial(ours.searching, ours.SUBJECTS[name]) for name in ours.SEARCHED}
    for search in searches.values():
        search()
    return in_turns({**searches, MEASURE: lambda: hearts.rollouts() / hearts.length}, rounds)


MEASURE = "hearts already dealt, C++ rollouts"
STARTS = {**{game: (game,) for game in GAMES}, "both": GAMES}


def show(figures: dict[str, dict[str, float]]) -> None:
    """Tables for people."""
    console = Console(width=100)
    speeds = figures["decisions_per_s"]
    table = Table("decisions per second, one core", "million/s", f"× {MEASURE}")
    for name, speed in speeds.items():
        table.add_row(name, f"{speed / 1e6:.3f}", f"{speed / speeds[MEASURE]:.2f}")
    console.print(table)
    searches = figures["judged_per_s"]
    table = Table(
        "positions judged by the search, or full random playouts, per second, one core", "thousand/s", f"× {MEASURE}"
    )
    for name, speed in searches.items():
        table.add_row(name, f"{speed / 1e3:.1f}", f"{speed / searches[MEASURE]:.2f}")
    console.print(table)
    names = (*GAMES, "hearts", "backgammon")
    table = Table("one call from Python, µs", *names)
    calls = figures["call_us"]
    for name in ("legal", "apply", "mask", "view"):
        cells = [calls.get(f"{game} {name}") for game in names]
        table.add_row(name, *("–" if cell is None else f"{cell:.1f}" for cell in cells))
    console.print(table)
    table = Table("starting up", "seconds")
    for name, seconds in figures["start_s"].items():
        table.add_row(name, f"{seconds:.2f}")
    console.print(table)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often everything is measured (default 7)")
    parser.add_argument("--levels", action="store_true", help="only how long the bots' levels take, in every box")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    others = {"server": server.main, "web": web.main, "vector": vector.main, "odds": odds.main}
    if sys.argv[1:2] and sys.argv[1] in others:
        others[sys.argv[1]](sys.argv[2:])
        return
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    if options.levels:
        print(json.dumps(measure_levels(), indent=2))
        return
    figures = measure(options.rounds)
    if options.json:
        versions = {"tradewinds": __version__, "open_spiel": pyspiel.__version__, "python": platform.python_version()}
        print(json.dumps({"versions": versions, **figures}))
    else:
        show(figures)


if __name__ == "__main__":
    main()

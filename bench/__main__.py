"""`./run bench`: Tradewinds beside OpenSpiel. Everything is measured in turns, several times; the medians count."""

import argparse
import json
import platform
from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter

import pyspiel
from rich.console import Console
from rich.progress import track
from rich.table import Table

from bench import ours
from bench.peers import Peer
from tradewinds import __version__


def in_turns(subjects: dict[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    """The median of each subject, measured in turns so that a busy moment hits all alike."""
    results: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in track(range(rounds), "playouts", console=Console(stderr=True), transient=True):
        for name, measure in subjects.items():
            results[name].append(measure())
    return {name: median(values) for name, values in results.items()}


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
    for players in GAME_SIZES:
        ours.playouts(players)
    speeds = in_turns(
        {
            **{f"bombay {players} players, compiled": partial(ours.playouts, players) for players in GAME_SIZES},
            "bombay 4 players, from Python": ours.from_python,
            "hearts already dealt, C++ rollouts": hearts.rollouts,
            "hearts, from Python": hearts.from_python,
            "hearts already dealt, from Python": hearts.dealt_from_python,
            "backgammon, C++ rollouts": backgammon.rollouts,
            "backgammon, from Python": backgammon.from_python,
        },
        rounds,
    )
    return {
        "decisions_per_s": speeds,
        "call_us": {f"bombay {name}": microseconds(call) for name, call in ours.calls().items()}
        | {f"hearts {name}": microseconds(call) for name, call in hearts.calls().items()}
        | {f"backgammon {name}": microseconds(call) for name, call in backgammon.calls().items()},
        "start_s": {
            "import tradewinds": median(ours.importing() for _ in range(5)),
            "first game, empty cache": ours.start_up(cold=True),
            "first game, warm cache": median(ours.start_up(cold=False) for _ in range(5)),
        },
    }


GAME_SIZES = (4, 2, 3, 5)
SUBJECT = "bombay 4 players, compiled"


def show(figures: dict[str, dict[str, float]]) -> None:
    """Tables for people."""
    console = Console(width=100)
    speeds = figures["decisions_per_s"]
    table = Table("decisions per second, one core", "million/s", f"{SUBJECT} is … times as fast")
    for name, speed in speeds.items():
        table.add_row(name, f"{speed / 1e6:.3f}", f"{speeds[SUBJECT] / speed:.1f}")
    console.print(table)
    table = Table("one call from Python", "Bombay µs", "hearts µs", "backgammon µs", "hearts / Bombay")
    calls = figures["call_us"]
    for name in ("legal", "apply", "mask", "view"):
        cells = [calls.get(f"{game} {name}") for game in ("bombay", "hearts", "backgammon")]
        ratio = f"{cells[1] / cells[0]:.2f}" if cells[0] and cells[1] else "–"
        table.add_row(name, *("–" if cell is None else f"{cell:.1f}" for cell in cells), ratio)
    console.print(table)
    table = Table("starting up", "seconds")
    for name, seconds in figures["start_s"].items():
        table.add_row(name, f"{seconds:.2f}")
    console.print(table)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="./run bench", description=__doc__)
    parser.add_argument("--rounds", type=int, default=7, help="how often everything is measured (default 7)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    options = parser.parse_args()
    if options.rounds < 1:
        parser.error("--rounds must be at least 1")
    figures = measure(options.rounds)
    if options.json:
        versions = {"tradewinds": __version__, "open_spiel": pyspiel.__version__, "python": platform.python_version()}
        print(json.dumps({"versions": versions, **figures}))
    else:
        show(figures)


if __name__ == "__main__":
    main()

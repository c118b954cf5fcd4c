"""Measuring several subjects fairly."""

from collections.abc import Callable
from statistics import median

from rich.console import Console
from rich.progress import track


def in_turns(subjects: dict[str, Callable[[], float]], rounds: int, title: str = "playouts") -> dict[str, float]:
    """The median of each subject, measured in turns so that a busy moment hits all alike."""
    results: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in track(range(rounds), title, console=Console(stderr=True), transient=True):
        for name, measure in subjects.items():
            results[name].append(measure())
    return {name: median(values) for name, values in results.items()}

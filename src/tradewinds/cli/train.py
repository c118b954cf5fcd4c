"""`tradewinds train`: train a game's network by self-play."""

import shlex
import sys
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tradewinds.cli.common import (
    announce_compiling,
    default_language,
    game_argument,
    handle_problems,
    json_option,
    print_json,
    progress_bar,
    seed_option,
)
from tradewinds.cli.executor import ExecutorOptions, executor_options

if TYPE_CHECKING:
    from tradewinds.lab.round_metrics import RoundMetrics
    from tradewinds.lab.train import Training


@click.command
@game_argument
@click.option("--rounds", type=click.IntRange(1, 10_000), default=200, show_default=True, help="Rounds of games.")
@click.option("--games", type=click.IntRange(1, 10**7), default=500, show_default=True, help="Games of each round.")
@click.option("--units", type=click.IntRange(2, 1024), default=128, show_default=True, help="Size of the network.")
@click.option(
    "--simulations",
    type=click.IntRange(1, 10_000),
    default=16,
    show_default=True,
    help="Simulations of a full search; 1 looks one move ahead.",
)
@click.option(
    "--full-every",
    type=click.IntRange(1),
    default=4,
    show_default=True,
    help="Search one decision in this many fully and learn from it.",
)
@click.option(
    "--sample-every",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Keep one of these positions in this many.",
)
@click.option(
    "--temperature",
    type=click.FloatRange(0, 1),
    default=0.01,
    show_default=True,
    help="Highest temperature of a player's choice of moves, in shares of the win.",
)
@click.option(
    "--slips",
    type=click.IntRange(0),
    default=150,
    show_default=True,
    help="Play one move in this many at random; 0 for never.",
)
@click.option(
    "--lambda",
    "td_lambda",
    type=click.FloatRange(0, 1),
    nargs=2,
    default=(0.9, 0.95),
    show_default=True,
    help="λ of the targets in the first and in the last round; 1 learns from outcomes only.",
)
@click.option(
    "--margin",
    type=click.FloatRange(0, 1),
    default=0.0,
    show_default=True,
    help="How much of a result counts by margin.",
)
@click.option(
    "--rate",
    "rates",
    type=click.FloatRange(0, 1, min_open=True),
    nargs=2,
    default=(1e-3, 1e-4),
    show_default=True,
    help="Learning rates of the first and of the last round.",
)
@click.option(
    "--start",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Continue from this network.npz; otherwise from random weights.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the training is kept; otherwise training-GAME.",
)
@seed_option
@executor_options
@json_option
@handle_problems
def command(
    game: str,
    rounds: int,
    games: int,
    units: int,
    simulations: int,
    full_every: int,
    sample_every: int,
    temperature: float,
    slips: int,
    td_lambda: tuple[float, float],
    margin: float,
    rates: tuple[float, float],
    start: Path | None,
    folder: Path | None,
    seed: int,
    execution: ExecutorOptions,
    as_json: bool,
) -> None:
    """Train a network by self-play: rounds of games over all boxes, each followed by training on the latest rounds.

    Run the same command again to resume after an interruption. The folder receives network.npz, a checkpoint and, if
    matplotlib is installed, the learning curve as curve.svg. The bot master:network=FOLDER/network.npz plays with the
    network. The networks shipped with Tradewinds are in the games' folders.

        tradewinds train bombay
    """
    from tradewinds.kernel.game import load_game

    require_jax()
    from tradewinds.bots.network import load_network
    from tradewinds.kernel.evaluation import NO_NETWORK
    from tradewinds.lab.selfplay_data import SelfPlayOptions
    from tradewinds.lab.train import TrainingOptions, train

    announce_compiling(default_language())
    folder = folder or Path(f"training-{game}")
    loaded = load_game(game)
    with progress_bar(as_json) as bar, execution.open(bar) as executor:
        task = bar.add_task(f"{game}, games", total=rounds * games)

        def report(training: "Training") -> None:
            mark = training.history[-1]
            bar.update(task, completed=mark.round * games)
            if not as_json:
                bar.console.print(round_text(mark, rounds), highlight=False, soft_wrap=True)
            write(training, folder)

        play = SelfPlayOptions(simulations, full_every, temperature, slips, sample_every=sample_every, margin=margin)
        before = load_network(start, loaded)[0] if start else NO_NETWORK
        options = TrainingOptions(
            rounds, games, seed, units=units, td_lambda=td_lambda, rates=rates, start=before, play=play
        )
        training = train(loaded, options, folder, executor, lambda done: bar.advance(task, done), report)
    if as_json:
        answer = {"game": game, "games": games, "seed": seed, "folder": str(folder), "rounds": training.history}
        print_json(answer)
    else:
        curve = folder / "curve.svg"
        drawn = f"the learning curve in {curve}" if curve.is_file() else "no learning curve: it needs matplotlib"
        click.echo(f"The network is in {folder / 'network.npz'}, {drawn}.")


def require_jax() -> None:
    """Raise a Problem if the packages for training are missing."""
    from importlib import import_module

    from tradewinds.i18n import Phrase, Problem

    for package in ("jax", "optax"):
        try:
            import_module(package)
        except ImportError as error:
            raise Problem(Phrase("extra.missing", {"package": package, "extra": "train"})) from error


def round_text(mark: "RoundMetrics", rounds: int) -> str:
    """Describe a round in one line."""
    text = f"round {mark.round} of {rounds}: {mark.positions:,} positions, loss {mark.value_loss:.3f}"
    if mark.heuristic is None:
        return text
    best = "" if mark.best is None else f" and {mark.best:.0%} against the best before"
    return f"{text}, wins {mark.heuristic:.0%} against the heuristic{best} (even: {mark.even:.0%})"


def write(training: "Training", folder: Path) -> None:
    """Write the network with its metadata, and the learning curve if matplotlib is installed."""
    import msgspec

    from tradewinds.bots.network import save_network
    from tradewinds.i18n import Problem
    from tradewinds.lab.curve import picture

    options = training.options
    note = {
        "game": training.game.name,
        "command": shlex.join(["tradewinds", *sys.argv[1:]]),
        "seed": options.seed,
        "date": date.today().isoformat(),
        "games": options.games,
        "rounds": msgspec.to_builtins(training.history),
    }
    save_network(folder / "network.npz", training.best if training.best.inputs else training.learner.network, note)
    title = f"{training.game.name}: learning by self-play, {options.games:,} games a round, seed {options.seed}"
    with suppress(Problem):
        (folder / "curve.svg").write_text(picture(training.history, title), encoding="utf-8")

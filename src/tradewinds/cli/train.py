"""`tradewinds train`: learn a game's network by self-play."""

import shlex
import sys
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tradewinds.cli.common import (
    announce_compiling,
    default_language,
    explained,
    game_argument,
    json_option,
    progress_bar,
    seed_option,
)
from tradewinds.cli.crew import Hiring, crew_options

if TYPE_CHECKING:
    from tradewinds.lab.train import Mark, Training


@click.command
@game_argument
@click.option("--rounds", type=click.IntRange(1, 10_000), default=40, show_default=True, help="Rounds of games.")
@click.option("--games", type=click.IntRange(1, 10**7), default=3000, show_default=True, help="Games of each round.")
@click.option("--units", type=click.IntRange(2, 1024), default=64, show_default=True, help="Size of the network.")
@click.option(
    "--noise",
    type=click.FloatRange(0, 1),
    default=0.012,
    show_default=True,
    help="How far players stray from the best, in shares of the win.",
)
@click.option(
    "--slips",
    type=click.IntRange(0),
    default=30,
    show_default=True,
    help="One decision in so many is just any; 0 is never.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Where the training is kept; otherwise training-GAME.",
)
@seed_option
@crew_options
@json_option
@explained
def command(
    game: str,
    rounds: int,
    games: int,
    units: int,
    noise: float,
    slips: int,
    folder: Path | None,
    seed: int,
    hiring: Hiring,
    as_json: bool,
) -> None:
    """Learn a network by self-play: rounds of games over all boxes, each followed by learning from the latest rounds.

    Give the same command again to go on after an interruption. The folder receives network.npz, the learning curve as
    curve.svg, and what is needed to go on. A bot plays with the network as master:network=FOLDER/network.npz; shipped
    ones lie in the games' folders.

        tradewinds train bombay
    """
    from tradewinds.games import load_game
    from tradewinds.lab.selfplay_data import Variety
    from tradewinds.lab.train import Course, train

    announce_compiling(default_language())
    folder = folder or Path(f"training-{game}")
    loaded = load_game(game)
    with progress_bar(as_json) as bar, hiring.hired(bar) as crew:
        task = bar.add_task(f"{game}, games", total=rounds * games)

        def report(training: "Training") -> None:
            mark = training.marks[-1]
            bar.update(task, completed=mark.round * games)
            if not as_json:
                bar.console.print(tell(mark, rounds), highlight=False, soft_wrap=True)
            write(training, folder)

        course = Course(rounds, games, seed, units=units, variety=Variety(noise, slips))
        training = train(loaded, course, folder, crew, lambda done: bar.advance(task, done), report)
    if as_json:
        import msgspec

        answer = {"game": game, "games": games, "seed": seed, "folder": str(folder), "rounds": training.marks}
        click.echo(msgspec.json.encode(answer).decode())
    else:
        click.echo(f"The network is in {folder / 'network.npz'}, the learning curve in {folder / 'curve.svg'}.")


def tell(mark: "Mark", rounds: int) -> str:
    """A round for people."""
    return (
        f"round {mark.round} of {rounds}: {mark.positions:,} positions, surprise {mark.fresh_loss:.3f}, "
        f"wins {mark.exam:.0%} against the rules of thumb (even: {mark.even:.0%})"
    )


def write(training: "Training", folder: Path) -> None:
    """The network with how it came about, and the learning curve."""
    import msgspec

    from tradewinds.bots.network import save_network
    from tradewinds.lab.curve import picture

    course = training.course
    note = {
        "game": training.game.name,
        "command": shlex.join(["tradewinds", *sys.argv[1:]]),
        "seed": course.seed,
        "date": date.today().isoformat(),
        "games": course.games,
        "rounds": msgspec.to_builtins(training.marks),
    }
    save_network(folder / "network.npz", training.learner.network, note)
    title = f"{training.game.name}: learning by self-play, {course.games:,} games a round, seed {course.seed}"
    (folder / "curve.svg").write_text(picture(training.marks, title), encoding="utf-8")

"""`tradewinds fuzz`: conformance checks on random games."""

import sys

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


@click.command
@game_argument
@click.option(
    "--games",
    type=click.IntRange(1, 10**9),
    default=100_000,
    show_default=True,
    help="Number of games in all.",
)
@seed_option
@executor_options
@json_option
@handle_problems
def command(game: str, games: int, seed: int, execution: ExecutorOptions, as_json: bool) -> None:
    """Play random games with every box of a game and check every position.

    The checks: components are conserved, legal actions and refusals agree, masks hide what they should, redealt worlds
    fit their masks, and games end within the maximum length. The games are spread evenly over the boxes.
    """
    from tradewinds.kernel.game import load_game
    from tradewinds.lab.fuzz import fuzz

    announce_compiling(default_language())
    boxes = list(load_game(game).boxes())
    each = -(-games // len(boxes))
    with progress_bar(as_json) as bar, execution.open(bar) as executor:
        task = bar.add_task(f"{game}, {len(boxes)} boxes", total=each * len(boxes))
        failure = fuzz(boxes, each, seed, executor, lambda done: bar.advance(task, done))
    if as_json:
        answer = {
            "game": game,
            "boxes": len(boxes),
            "games": each * len(boxes),
            "seed": seed,
            "failure": failure,
        }
        print_json(answer)
    elif failure:
        click.echo(f"{failure.box}, game {failure.game}, decision {failure.decision}: {failure.what}", err=True)
    else:
        click.echo(f"{each * len(boxes):,} random games over {len(boxes)} boxes, every position sound.")
    sys.exit(1 if failure else 0)

"""`tradewinds simulate`: random games in bulk."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tradewinds.cli.common import (
    box_options,
    find_box,
    game_argument,
    handle_problems,
    json_option,
    players_option,
    print_json,
    progress_bar,
    seed_option,
)
from tradewinds.cli.executor import ExecutorOptions, executor_options

if TYPE_CHECKING:
    from tradewinds.lab.simulate import Simulation


@click.command
@game_argument
@players_option
@click.option("--games", type=click.IntRange(1, 10**9), default=20_000, show_default=True, help="Number of games.")
@seed_option
@box_options
@executor_options
@json_option
@handle_problems
def command(
    game: str,
    players: int,
    games: int,
    seed: int,
    edition: str | None,
    options: tuple[str, ...],
    box_file: Path | None,
    execution: ExecutorOptions,
    as_json: bool,
) -> None:
    """Play many random games and measure speed, length, points and who wins.

    Start-up time is not included in the measurement.

        tradewinds simulate bombay --players 4 --games 200000
    """
    from tradewinds.lab.simulate import simulate

    box = find_box(game, players, edition, options, box_file)
    with progress_bar(as_json) as bar, execution.open(bar) as executor:
        task = bar.add_task(f"{game}, {players} players", total=games)
        result = simulate(box, games, seed, executor, lambda done: bar.advance(task, done))
    if as_json:
        print_json(result)
    else:
        show(result)


def show(result: "Simulation") -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console()
    console.print(
        f"{result.games:,} games in {result.seconds:.2f} s: {result.games_per_s:,.0f} games/s, "
        f"{result.decisions_per_s:,.0f} decisions/s, {result.decisions_per_game:.1f} decisions a game",
        highlight=False,
    )
    table = Table("seat", "mean score", "share of wins", box=None)
    for seat, (score, share) in enumerate(zip(result.mean_score, result.win_share, strict=True), 1):
        table.add_row(str(seat), f"{score:.2f}", f"{share:.1%}")
    console.print(table)

"""`tradewinds arena`: bots against each other."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tradewinds.cli.common import (
    box_options,
    find_box,
    game_argument,
    handle_problems,
    json_option,
    output_file,
    players_option,
    print_json,
    progress_bar,
    seed_option,
)
from tradewinds.cli.executor import ExecutorOptions, executor_options

if TYPE_CHECKING:
    from tradewinds.lab.arena import ArenaResult


@click.command
@game_argument
@players_option
@click.option(
    "--bots",
    "bot_lists",
    multiple=True,
    required=True,
    metavar="BOT,BOT,…",
    help="Who plays; the last one fills the seats that remain. May be repeated: what begins with program: is one bot, "
    "commas and all.",
)
@click.option(
    "--games",
    type=click.IntRange(1, 10**7),
    default=100,
    show_default=True,
    help="At least so many games; every deal is played in all seat rotations.",
)
@click.option("--playouts", type=click.IntRange(min=1), help="Playouts a decision for all bots, instead of their own.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    help="Seconds a decision for all bots, instead of their own budget.",
)
@click.option("--mirror", is_flag=True, help="Afterwards as many games of the first bot against itself, as a control.")
@click.option("--csv", "csv_file", type=output_file, help="Write all games into this file, a row for each seat.")
@click.option("--table", "table_file", type=output_file, help="Write the results as Markdown into this file.")
@click.option(
    "--picture",
    "picture_file",
    type=output_file,
    help="Draw the results as SVG; needs matplotlib.",
)
@seed_option
@box_options
@executor_options
@json_option
@handle_problems
def command(
    game: str,
    players: int,
    bot_lists: tuple[str, ...],
    games: int,
    playouts: int | None,
    seconds: float | None,
    mirror: bool,
    csv_file: Path | None,
    table_file: Path | None,
    picture_file: Path | None,
    seed: int,
    edition: str | None,
    options: tuple[str, ...],
    box_file: Path | None,
    execution: ExecutorOptions,
    as_json: bool,
) -> None:
    """Let bots play each other and report win shares with 95 % intervals, points, ratings and times.

    Intervals allow for correlation between games of the same deal. The same seed gives the same games with any number
    of workers, unless a bot reaches its time limit. With more workers than cores, decisions take longer.

    A bot is a name (random, greedy, network, novice, casual, skilled, expert, master), a name with settings
    (master:seconds=2), a class in a file (mybot.py:Greedy) or a program (program:python3 mybot.py).

    One expert against three skilled bots:

        tradewinds arena borneo --edition board-2008 --players 4 --bots expert,skilled --games 400
    """
    from tradewinds.bots import Budget
    from tradewinds.lab.arena import arena, count_games
    from tradewinds.lab.arena_chart import picture
    from tradewinds.lab.arena_report import games_csv, table
    from tradewinds.lab.plotting import import_matplotlib

    if picture_file:
        import_matplotlib()
    box = find_box(game, players, edition, options, box_file)
    specs = read_bots(bot_lists)
    total = count_games(box, specs, games, mirror)
    with progress_bar(as_json) as bar, execution.open(bar) as executor:
        task = bar.add_task(f"{game}, {players} players", total=total)
        budget = Budget(playouts, seconds)
        result = arena(box, specs, games, seed, executor, budget, mirror, lambda done: bar.advance(task, done))
    if csv_file:
        csv_file.write_text(games_csv(result), encoding="utf-8")
    if table_file:
        table_file.write_text(table(result, reproducing_command(result, options, box_file)), encoding="utf-8")
    if picture_file:
        picture_file.write_text(picture(result), encoding="utf-8")
    if as_json:
        import msgspec

        answer = msgspec.structs.asdict(result)
        del answer["played"], answer["mirrored"]
        print_json(answer)
    else:
        show(result)


def read_bots(lists: tuple[str, ...]) -> list[str]:
    """Split the bot lists; the command of a program may contain commas."""
    found: list[str] = []
    for names in lists:
        found += [names] if names.startswith("program:") else names.split(",")
    return found


def reproducing_command(result: "ArenaResult", options: tuple[str, ...], box_file: Path | None) -> str:
    """Return the command that reproduces the result."""
    box = ["--box", str(box_file)] if box_file else ["--edition", result.edition]
    words = ["tradewinds", "arena", result.game, *box, "--players", str(result.players)]
    for option in options:
        words += ["--option", option]
    named = list(result.line_up)
    while len(named) > 1 and named[-1] == named[-2]:
        named.pop()
    together = not any("," in name for name in named)
    for names in [",".join(named)] if together else named:
        words += ["--bots", names]
    words += ["--games", str(result.games), "--seed", str(result.seed)]
    if result.playouts is not None:
        words += ["--playouts", str(result.playouts)]
    if result.seconds is not None:
        words += ["--seconds", f"{result.seconds:g}"]
    return shlex.join([*words, *(["--mirror"] if result.mirror else [])])


def show(result: "ArenaResult") -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from tradewinds.lab.arena_report import TITLES, cells, mirror_sentence, summary

    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(f"{summary(result)}.")
    rows = Table(box=None, pad_edge=False)
    for place, title in enumerate(TITLES):
        rows.add_column(title, justify="right" if place else "left", no_wrap=place > 0, overflow="fold")
    for name, standing in result.bots.items():
        rows.add_row(*(Text(cell) for cell in cells(name, standing)))
    console.print(rows)
    if result.mirror:
        console.print(f"{mirror_sentence(result.mirror)}.")

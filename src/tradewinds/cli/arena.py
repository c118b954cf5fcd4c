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

GAMES, SPRT_GAMES = 100, 10_000
"""Default numbers of games, without and with a sequential test."""

DEFAULT_BOUNDS = ""
"""Value of --sprt when it is given without bounds."""


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
    show_default=f"{GAMES}, with --sprt {SPRT_GAMES}",
    help="At least so many games, with --sprt at most; every deal is played in all seat rotations.",
)
@click.option(
    "--against",
    "against_lists",
    multiple=True,
    metavar="BOT,BOT,…",
    help="Opponents of the one bot in --bots: they share the other seats equally, drawn anew for every deal.",
)
@click.option(
    "--league", is_flag=True, help="All bots, of any number, at mixed tables that are drawn anew; ranked by rating."
)
@click.option(
    "--sprt",
    "bounds",
    metavar="[LOW,HIGH]",
    is_flag=False,
    flag_value=DEFAULT_BOUNDS,
    help="Stop once a sequential test decides whether the first bot's win share is above LOW or below HIGH, wrongly "
    "about once in 20 times at most; by default 2.5 points on either side of an even share.",
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
@click.option(
    "--save",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write every game as a record into this folder, for `replay` and `review`.",
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
    games: int | None,
    against_lists: tuple[str, ...],
    league: bool,
    bounds: str | None,
    playouts: int | None,
    seconds: float | None,
    mirror: bool,
    csv_file: Path | None,
    table_file: Path | None,
    picture_file: Path | None,
    folder: Path | None,
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

    Whether one expert is better than a mixed field, with no more games than that takes:

        tradewinds arena borneo --bots expert --against skilled,casual,network --sprt
    """
    from tradewinds.bots import Budget
    from tradewinds.lab.arena import arena, count_games
    from tradewinds.lab.arena_chart import picture
    from tradewinds.lab.arena_records import require_empty, save_records
    from tradewinds.lab.arena_report import games_csv, table
    from tradewinds.lab.plotting import import_matplotlib
    from tradewinds.lab.sprt import bounds_around, read_bounds

    if picture_file:
        import_matplotlib()
    box = find_box(game, players, edition, options, box_file)
    specs, against = read_bots(bot_lists), read_bots(against_lists)
    sprt = None if bounds is None else read_bounds(bounds) if bounds else bounds_around(1 / players)
    games = games or (SPRT_GAMES if sprt else GAMES)
    total = count_games(box, specs, games, mirror and not league, against, league)
    if folder:
        require_empty(folder)
    with progress_bar(as_json) as bar, execution.open(bar) as executor:
        task = bar.add_task(f"{game}, {players} players", total=total)
        result = arena(
            box,
            specs,
            games,
            seed,
            executor,
            Budget(playouts, seconds),
            mirror,
            lambda done: bar.advance(task, done),
            against=against,
            league=league,
            sprt=sprt,
        )
    if folder:
        save_records(box, result, folder)
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
    words += list_bots("--bots", named or result.pool)
    if result.pool:
        words += list_bots("--against", result.pool) if named else ["--league"]
    words += ["--games", str(result.games), "--seed", str(result.seed)]
    if result.sprt:
        words += ["--sprt", f"{result.sprt.low:g},{result.sprt.high:g}"]
    if result.playouts is not None:
        words += ["--playouts", str(result.playouts)]
    if result.seconds is not None:
        words += ["--seconds", f"{result.seconds:g}"]
    return shlex.join([*words, *(["--mirror"] if result.mirror else [])])


def list_bots(option: str, names: list[str]) -> list[str]:
    """Return the words that give bots to an option: together, or one by one if a command contains commas."""
    together = not any("," in name for name in names)
    return [word for each in ([",".join(names)] if together else names) for word in (option, each)]


def show(result: "ArenaResult") -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from tradewinds.lab.arena_report import TITLES, cells, mirror_sentence, sprt_sentence, summary

    console = Console(highlight=False, markup=False, soft_wrap=True)
    console.print(f"{summary(result)}.")
    rows = Table(box=None, pad_edge=False)
    for place, title in enumerate(TITLES):
        rows.add_column(title, justify="right" if place else "left", no_wrap=place > 0, overflow="fold")
    for name, standing in result.bots.items():
        rows.add_row(*(Text(cell) for cell in cells(name, standing)))
    console.print(rows)
    if result.sprt:
        console.print(f"{sprt_sentence(result, result.sprt)}.")
    if result.mirror:
        console.print(f"{mirror_sentence(result.mirror)}.")

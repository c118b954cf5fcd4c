"""`tradewinds study`: repeatable experiments over boxes and bots."""

import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tradewinds.cli.arena import read_bots
from tradewinds.cli.common import (
    announce_compiling,
    box_options,
    existing_file,
    game_argument,
    handle_problems,
    json_option,
    lang_option,
    output_file,
    print_json,
    progress_bar,
    read_options,
    seed_option,
)
from tradewinds.cli.executor import ExecutorOptions, executor_options
from tradewinds.i18n import Words, load_words

if TYPE_CHECKING:
    from rich.console import Console

    from tradewinds.kernel.game import Box
    from tradewinds.lab.study.formatting import Formatter
    from tradewinds.lab.study.run import Finding, StudySpec

MAX_SHOWN = 60
"""If there are more differences than this, only clear ones are shown."""


@click.group
def command() -> None:
    """Run repeatable experiments over boxes and bots, with 95 % intervals; two boxes can be compared.

    What changes if a monopoly takes one more flag?

        tradewinds study length borneo --bots network --games 2000 --against harder.toml
    """


def study_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options shared by all studies."""
    options = (
        game_argument,
        click.option("--players", default="4", show_default=True, help="How many seats; several numbers with commas."),
        click.option("--bots", "bot_lists", multiple=True, metavar="BOT,BOT,…", help="Who plays, as in `arena`."),
        click.option(
            "--games", type=click.IntRange(2, 10**8), default=1000, show_default=True, help="Games of each box."
        ),
        click.option("--against", type=existing_file, help="Compare with the box of this file, game by game."),
        click.option(
            "--folder",
            type=click.Path(file_okay=False, path_type=Path),
            help="Keep finished batches here: the same command goes on after an interruption, or with more games.",
        ),
        click.option("--csv", "csv_file", type=output_file, help="Write all figures into this file as CSV."),
        click.option("--parquet", "parquet_file", type=output_file, help="Write all figures as a Parquet file."),
        click.option("--svg", "svg_file", type=output_file, help="Draw an SVG picture into this file."),
        click.option("--png", "png_file", type=output_file, help="Draw the picture in PNG."),
        seed_option,
        box_options,
        executor_options,
        lang_option,
        json_option,
    )
    for option in reversed(options):
        function = option(function)
    return function


@command.command(short_help="What a place in the turn order is worth")
@study_options
@handle_problems
def seats(**given: Any) -> None:
    """Measure what a place in the turn order is worth: the win share and the points of every seat.

    Different bots rotate from game to game, so that each plays every seat equally often.

        tradewinds study seats borneo --players 3,4,5 --bots greedy --games 5000
    """
    run("seats", **given)


@command.command(short_help="How long games are and how they end")
@study_options
@handle_problems
def length(**given: Any) -> None:
    """Measure how long games are, how they end, and how much individual games vary."""
    run("length", **given)


@command.command(short_help="Which parts of the game matter")
@study_options
@handle_problems
def components(**given: Any) -> None:
    """Measure which components matter: how often each is used, by how many players, and how often its users win.

    The winner's part is the share of all uses that are the winner's. That winners do something does not mean that doing
    it wins.
    """
    run("components", **given)


@command.command(short_help="How often contracts are fulfilled, when and by whom")
@study_options
@handle_problems
def contracts(**given: Any) -> None:
    """Measure how often each kind of contract is fulfilled, when and by whom, and where points come from."""
    run("contracts", **given)


@command.command(short_help="What the first decisions of the start player are worth")
@study_options
@click.option("--depth", type=click.IntRange(1, 20), default=1, show_default=True, help="Decisions of an opening.")
@click.option("--any", "loose", is_flag=True, help="Draw the opening by lot; the bots play on from there.")
@handle_problems
def openings(**given: Any) -> None:
    """Measure what the start player's first decisions are worth, best first.

    With --any they are chosen at random, so that an opening's win share reflects the opening itself and not the
    positions in which a bot chooses it.
    """
    run("openings", **given)


def run(
    study: str,
    game: str,
    players: str,
    bot_lists: tuple[str, ...],
    games: int,
    against: Path | None,
    folder: Path | None,
    csv_file: Path | None,
    parquet_file: Path | None,
    svg_file: Path | None,
    png_file: Path | None,
    seed: int,
    edition: str | None,
    options: tuple[str, ...],
    box_file: Path | None,
    execution: ExecutorOptions,
    lang: str,
    as_json: bool,
    depth: int = 1,
    loose: bool = False,
) -> None:
    """Run a study, write the requested files and print the findings."""
    from tradewinds.lab.plotting import import_matplotlib
    from tradewinds.lab.study.export import as_csv, import_pyarrow, write_parquet
    from tradewinds.lab.study.formatting import Formatter
    from tradewinds.lab.study.picture import picture, png
    from tradewinds.lab.study.run import StudySpec

    if parquet_file:
        import_pyarrow()
    if svg_file or png_file:
        import_matplotlib()
    announce_compiling(lang)
    boxes = find_boxes(game, players, edition, options, box_file)
    others = find_boxes(game, players, None, options, against) if against else ()
    bots = tuple(read_bots(bot_lists)) or ("random",)
    spec = StudySpec(study, games, seed, bots, boxes, others, depth, loose)
    words = load_words(lang)
    findings = run_with_progress(spec, execution, folder, words, as_json)
    formatter = Formatter(words, game)
    if csv_file:
        csv_file.write_text(as_csv(spec, findings), encoding="utf-8")
    if parquet_file:
        write_parquet(spec, findings, parquet_file)
    if svg_file:
        svg_file.write_text(picture(spec, findings, formatter), encoding="utf-8")
    if png_file:
        png_file.write_bytes(png(spec, findings, formatter))
    if as_json:
        answer = {"study": study, "game": game, "bots": bots, "seed": seed, "games": games, "boxes": findings}
        print_json(answer)
    else:
        show(formatter, spec, findings)


def find_boxes(
    game: str, players: str, edition: str | None, options: tuple[str, ...], box_file: Path | None
) -> "tuple[Box, ...]":
    """Return a box for every combination of player count and option values."""
    from tradewinds.kernel.game import load_game

    try:
        counts = [int(count) for count in players.split(",")]
    except ValueError:
        raise click.UsageError(f"--players takes numbers, for instance 3,4,5, not {players!r}.") from None
    values: dict[str, list[str]] = {}
    for option in options:
        for name, value in read_options((option,)).items():
            values.setdefault(name, []).append(value)
    file = box_file.read_bytes() if box_file else None
    choices = [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    return tuple(load_game(game).box(count, edition, chosen, file) for count in counts for chosen in choices)


def run_with_progress(
    spec: "StudySpec", execution: ExecutorOptions, folder: Path | None, words: Words, quiet: bool
) -> "list[Finding]":
    """Run the study with a progress bar; if interrupted, report how many games are stored and exit."""
    from tradewinds.lab.study.run import count_kept_games, run_study

    total = spec.games * (len(spec.boxes) + len(spec.against))
    try:
        with progress_bar(quiet) as bar, execution.open(bar) as executor:
            task = bar.add_task(words.find(f"study.names.title.{spec.study}"), total=total)
            return run_study(spec, executor, folder, lambda done: bar.advance(task, done))
    except KeyboardInterrupt:
        if folder:
            kept = count_kept_games(spec, folder)
            click.echo(
                words.text("study.interrupted_kept", kept=f"{kept:,}", total=f"{total:,}", folder=folder), err=True
            )
        else:
            click.echo(words.text("study.interrupted"), err=True)
        sys.exit(130)


def show(formatter: "Formatter", spec: "StudySpec", findings: "list[Finding]") -> None:
    from rich.console import Console

    from tradewinds.lab.study.formatting import NOTES, heading

    console = Console(highlight=False, markup=False, soft_wrap=True)
    for finding in findings:
        title = heading(formatter, spec, finding)
        brackets = formatter.words.text("study.brackets")
        console.print(title if spec.against else f"{title} {brackets}")
        console.print()
        if spec.against:
            show_differences(console, formatter, finding)
        else:
            show_figures(console, formatter, finding)
    if spec.study in NOTES and not spec.against:
        console.print(formatter.words.text(NOTES[spec.study]))


def show_figures(console: "Console", formatter: "Formatter", finding: "Finding") -> None:
    from rich.table import Table
    from rich.text import Text

    from tradewinds.lab.study.formatting import grouped

    for group, items in grouped(finding).items():
        table = Table(box=None, pad_edge=False, title=formatter.group(group), title_justify="left")
        table.add_column("")
        for measure in next(iter(items.values())):
            table.add_column(formatter.measure(measure), justify="right", no_wrap=True)
        for item, title in items.items():
            table.add_row(Text(formatter.item(item)), *(Text(formatter.figure(figure)) for figure in title.values()))
        console.print(table)
        console.print()


def show_differences(console: "Console", formatter: "Formatter", finding: "Finding") -> None:
    """Print one row per difference; if there are many, only the clear ones."""
    from rich.table import Table
    from rich.text import Text

    compared = [each for each in finding.differences if each.value is not None]
    shown = [each for each in compared if each.clear] if len(compared) > MAX_SHOWN else compared
    words = formatter.words
    table = Table(box=None, pad_edge=False)
    for place, name in enumerate(("what", "measure", "first", "second", "difference", "interval", "mark")):
        table.add_column(
            words.find(f"study.names.column.{name}"), justify="right" if place > 1 else "left", no_wrap=place > 1
        )
    for each in shown:
        mine, kind = each.first, each.first.kind
        cells = (
            f"{formatter.group(mine.group)}: {formatter.item(mine.item)}",
            formatter.measure(mine.measure),
            formatter.value(mine.value, kind),
            formatter.value(each.second.value, kind),
            formatter.value(each.value, kind, signed=True),
            formatter.interval(each.low, each.high, kind, signed=True),
            formatter.mark(each),
        )
        table.add_row(*map(Text, cells))
    console.print(table)
    clear, certain = (sum(getattr(each, name) for each in compared) for name in ("clear", "certain"))
    console.print()
    console.print(
        words.text("study.marks", clear=clear, certain=certain, all=len(compared), chance=f"{len(compared) / 20:.0f}")
    )

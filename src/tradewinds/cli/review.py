"""`tradewinds review`: analyse the decisions of a finished game."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from tradewinds.cli.common import (
    box_file_option,
    file_argument,
    handle_problems,
    json_option,
    lang_option,
    load_match,
    output_file,
    print_json,
    progress_bar,
    seed_option,
)
from tradewinds.cli.executor import workers_option
from tradewinds.i18n import Phrase, Problem, load_words

if TYPE_CHECKING:
    from tradewinds.match import Match


@click.command
@file_argument
@click.option(
    "--playouts",
    type=click.IntRange(64, 10**7),
    default=800,
    show_default=True,
    help="How thoroughly every action is tried.",
)
@click.option("--seat", "name", help="Only this seat, by name or number.")
@click.option(
    "--worst", type=click.IntRange(0, 100), default=5, show_default=True, help="Number of costly decisions to show."
)
@click.option(
    "--by-time", is_flag=True, help="Show them in the order of the game; without this the most costly come first."
)
@click.option(
    "--picture",
    "picture_file",
    type=output_file,
    help="Draw everybody's share of the win into this file, as SVG.",
)
@seed_option
@workers_option
@box_file_option
@lang_option
@json_option
@handle_problems
def command(
    file: Path,
    playouts: int,
    name: str | None,
    worst: int,
    by_time: bool,
    picture_file: Path | None,
    seed: int,
    workers: int | None,
    box_file: Path | None,
    lang: str,
    as_json: bool,
) -> None:
    """Review a finished game: everybody's chances of winning, and the most costly decisions.

    Every decision is searched from what its seat could know at the time. If the search prefers another action, both are
    evaluated again, and the difference counts as a cost if it is statistically significant. Where the win was already
    decided, expected points are compared.

        tradewinds review game.txt --picture game.svg
    """
    from tradewinds.analysis.review import review, review_tasks
    from tradewinds.analysis.review_picture import picture
    from tradewinds.analysis.review_report import report
    from tradewinds.executor import LocalExecutor

    words, match = load_words(lang), load_finished(file, box_file, lang)
    seat = None if name is None else find_seat(match, name)
    with progress_bar(as_json) as bar:
        task = bar.add_task(file.name, total=len(review_tasks(match)))
        found = review(match, playouts, seed, LocalExecutor(workers), lambda done: bar.advance(task, done))
    if picture_file:
        picture_file.write_text(picture(found, match, words, worst, seat), encoding="utf-8")
    if as_json:
        print_json(found)
        return
    click.echo(report(found, match, words, worst, seat, by_time=by_time), nl=False)
    if picture_file:
        click.echo(words.text("review.written", file=picture_file))


def load_finished(file: Path, box_file: Path | None, lang: str) -> "Match":
    """Return the finished match in a file. A record without a seed is that of a running game."""
    try:
        return load_match(file, box_file, lang)
    except Problem as problem:
        if problem.phrases[0].key == "record.no_seed":
            raise Problem(Phrase("review.running")) from problem
        raise


def find_seat(match: "Match", name: str) -> int:
    """Return a seat by name or number."""
    numbers = [str(number + 1) for number in range(match.box.players)]
    for names in (list(match.seats), [seat.casefold() for seat in match.seats], numbers):
        for wanted in (name, name.casefold()):
            if wanted in names:
                return names.index(wanted)
    raise Problem(Phrase("review.no_seat", {"name": repr(name), "known": ", ".join(match.seats)}))

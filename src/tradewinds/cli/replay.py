"""`tradewinds replay`: show a recorded game move by move."""

from pathlib import Path

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
)
from tradewinds.i18n import load_words


@click.command
@file_argument
@click.option("--at", type=click.IntRange(min=0), help="Stop after this move; otherwise at the end.")
@click.option("--seat", type=click.IntRange(min=1), help="Show what this seat sees; otherwise what a spectator sees.")
@click.option("--svg", type=output_file, help="Write a picture of the table to this file instead.")
@box_file_option
@lang_option
@json_option
@handle_problems
def command(
    file: Path, at: int | None, seat: int | None, svg: Path | None, box_file: Path | None, lang: str, as_json: bool
) -> None:
    """Tell the story of a recorded game and show the final position, or the position after move --at."""
    from rich.console import Console

    from tradewinds.kernel.record import SPECTATOR

    match = load_match(file, box_file, lang)
    words = load_words(lang).with_seats(match.seats)
    last = len(match.steps) if at is None else at
    if seat is not None and seat > match.box.players:
        raise click.UsageError(f"There is no seat {seat}: seats are numbered from 1 to {match.box.players}.")
    viewer = SPECTATOR if seat is None else seat - 1
    if svg:
        svg.write_text(match.seen_by(viewer, last).picture(words), encoding="utf-8")
        return
    view = match.view(viewer, last)
    stories = [[words.say(phrase) for phrase in match.story(number, viewer)] for number in range(last + 1)]
    if as_json:
        moves = [match.write(step.action) for step in match.steps[:last]]
        print_json({"number": last, "moves": moves, "story": stories, "view": view})
        return
    console = Console()
    for number, story in enumerate(stories):
        for line in story:
            console.print(f"{number:4}  {line}", highlight=False, markup=False)
    console.print(match.game.draw(view, words))

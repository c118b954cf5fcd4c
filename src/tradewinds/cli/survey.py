"""`tradewinds survey`: how random games of every box go, as a table and a picture."""

from pathlib import Path

import click

from tradewinds.cli.common import (
    announce_compiling,
    default_language,
    explained,
    game_argument,
    json_option,
    progress_bar,
    seed_option,
    written_file,
)
from tradewinds.cli.crew import Hiring, crew_options


@click.command
@game_argument
@click.option("--games", type=click.IntRange(1, 10**8), default=1000, show_default=True, help="Games of each box.")
@click.option("--edition", help="Only boxes of this edition.")
@click.option("--players", type=int, help="Only boxes for so many players.")
@click.option("--table", "table_file", type=written_file, help="Write the table into this file instead of printing it.")
@click.option("--picture", "picture_file", type=written_file, help="Draw an SVG picture into this file.")
@seed_option
@crew_options
@json_option
@explained
def command(
    game: str,
    games: int,
    edition: str | None,
    players: int | None,
    table_file: Path | None,
    picture_file: Path | None,
    seed: int,
    hiring: Hiring,
    as_json: bool,
) -> None:
    """Play random games of every box: their length, points, what decided them, and what it is worth to begin.

    A designer sees here how boxes differ, an owner of the printed game whether reconstructed components play like it.

        tradewinds survey borneo --games 100000 --picture borneo.svg
    """
    from tradewinds.games import load_game
    from tradewinds.lab.report import picture, table
    from tradewinds.lab.survey import survey

    announce_compiling(default_language())
    loaded = load_game(game)
    if edition is not None:
        loaded.edition_file(edition)
    boxes = [box for box in loaded.boxes() if edition in (None, box.edition) and players in (None, box.players)]
    if not boxes:
        raise click.UsageError(f"{game} has no box for {players} players.")
    with progress_bar(as_json) as bar, hiring.hired(bar) as crew:
        task = bar.add_task(f"{len(boxes)} boxes", total=games * len(boxes))
        found = survey(boxes, games, seed, crew, lambda done: bar.advance(task, done))
    title = f"{game}: {games:,} random games of each box, seed {seed}"
    if picture_file:
        picture_file.write_text(picture(found, title), encoding="utf-8")
    if table_file:
        table_file.write_text(table(found), encoding="utf-8")
    if as_json:
        import msgspec

        answer = {"game": game, "games": games, "seed": seed, "boxes": found}
        click.echo(msgspec.json.encode(answer).decode())
    elif not table_file:
        click.echo(table(found), nl=False)

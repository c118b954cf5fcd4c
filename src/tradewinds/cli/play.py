"""`tradewinds play`: play in the terminal."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tradewinds.cli.common import (
    box_options,
    find_box,
    game_argument,
    handle_problems,
    lang_option,
    load_match,
    read_options,
)
from tradewinds.i18n import Words, load_words

if TYPE_CHECKING:
    from tradewinds.bots import Bot
    from tradewinds.kernel.game import Box, Game
    from tradewinds.match import Match

HUMAN = "human"


@click.command
@game_argument
@click.option(
    "--seats",
    default="human,expert,expert",
    show_default=True,
    help="Who sits where: human, or a bot: random, greedy, novice, casual, skilled, expert, master, "
    "FILE.py:CLASS, program:COMMAND.",
)
@click.option("--names", help="Names for the seats, separated by commas.")
@click.option("--seed", help="A seed of your own for the deal; otherwise a secret one is drawn.")
@click.option(
    "--save",
    "file",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Keep the game in this file after every move, and go on from it if it exists.",
)
@box_options
@lang_option
@handle_problems
def command(
    game: str,
    seats: str,
    names: str | None,
    seed: str | None,
    file: Path | None,
    edition: str | None,
    options: tuple[str, ...],
    box_file: Path | None,
    lang: str,
) -> None:
    """Play in the terminal: people take turns at one keyboard, bots take the other seats.

    \b
    Against two bots:        tradewinds play bombay --seats human,expert,master
    Two people, hot-seat:    tradewinds play bombay --seats human,human --names Ada,Bo
    The first game:          tradewinds play bombay --seats human,expert -o setup=first-game
    The 2007 card game:      tradewinds play borneo --edition card-2007
    With the pirates:        tradewinds play borneo -o pirates=blackbeard
    Stop and resume later:   tradewinds play bombay --save game.txt
    """
    from rich.console import Console

    from tradewinds.terminal.play import TerminalGame

    words, console = load_words(lang), Console()
    kinds = [kind.strip() for kind in seats.split(",")]
    if file and file.exists():
        match = load_match(file, box_file, lang)
        wanted = {"game": game, "edition": edition, "seed": seed, "players": len(kinds), **read_options(options)}
        check_same(match, wanted, names, file)
        click.echo(words.text("play.continued", file=file))
    else:
        box = find_box(game, len(kinds), edition, options, box_file, lang)
        match = new_match(box, names, seed, words)
    warn_differences(match, box_file, words)
    TerminalGame(match, bots_for(kinds, match.game), words, console, file).run()


def new_match(box: "Box", names: str | None, seed: str | None, words: Words) -> "Match":
    """Return a new match with the given names, or with the game's default names for its seats."""
    from tradewinds.match import Match

    seats = names.split(",") if names is not None else words.find(f"{box.game.name}.seats.names")[: box.players]
    return Match(box, seats, seed)


def check_same(match: "Match", wanted: Mapping[str, object], names: str | None, file: Path) -> None:
    """Raise UsageError if the options contradict the saved game."""
    box = match.box
    kept = {"game": box.game.name, "edition": box.edition, "seed": match.seed, "players": box.players, **box.options}
    wanted = {**wanted, "names": None if names is None else [name.strip() for name in names.split(",")]}
    for name, value in wanted.items():
        has = list(match.seats) if name == "names" else kept.get(name)
        if value not in (None, has):
            raise click.UsageError(f"The game in {file} goes on as it was begun: its {name} is {has}, not {value}.")


def bots_for(kinds: list[str], game: "Game") -> dict[int, "Bot"]:
    from tradewinds.bots.registry import make_bot

    return {seat: make_bot(kind, game) for seat, kind in enumerate(kinds) if kind != HUMAN}


def warn_differences(match: "Match", box_file: Path | None, words: Words) -> None:
    """Print where a custom box differs from the printed game."""
    if box_file and (differences := match.game.check_box(box_file.read_bytes()).differences):
        click.echo(words.text("play.differs"), err=True)
        for phrase in differences:
            click.echo(f"  {words.say(phrase)}", err=True)

"""`tradewinds box`: built-in editions and custom boxes."""

import sys
from pathlib import Path
from typing import Any

import click

from tradewinds.cli.common import (
    box_file_option,
    file_argument,
    game_argument,
    handle_problems,
    json_option,
    lang_option,
    output_file,
    players_option,
    print_json,
)
from tradewinds.i18n import load_words
from tradewinds.kernel.game import load_game
from tradewinds.registry import GAMES


@click.group
def command() -> None:
    """List, show and check boxes: the components and numbers that the rules read."""


@command.command("list", short_help="The editions that come with the games")
@json_option
def list_boxes(as_json: bool) -> None:
    """List the editions that come with the games, and their options; an option's first value is the default."""
    games = [load_game(name) for name in GAMES]
    if as_json:
        print_json([game.summary() for game in games])
        return
    for game in games:
        click.echo(f"{game.name}: {min(game.players)} to {max(game.players)} players")
        for edition in game.editions:
            click.echo(f"  --edition {edition}")
            for name, values in game.offers(edition).items():
                click.echo(f"    -o {name}={'|'.join(values)}{show_limits(values, len(game.players))}")


def show_limits(values: dict[str, list[int]], all_counts: int) -> str:
    """Return a note on which values of an option are limited to certain player counts."""
    limits = [
        f"{value} with {', '.join(map(str, players))} players"
        for value, players in values.items()
        if len(players) < all_counts
    ]
    return f"  ({'; '.join(limits)})" if limits else ""


@command.command(short_help="What is in a box")
@game_argument
@click.argument("edition", required=False)
@box_file_option
@click.option("--toml", "as_toml", is_flag=True, help="The file itself, as a start for one of your own.")
@click.option("--svg", type=output_file, help="Write a picture of the box to this file instead.")
@players_option
@json_option
@lang_option
@handle_problems
def show(
    game: str,
    edition: str | None,
    box_file: Path | None,
    as_toml: bool,
    svg: Path | None,
    players: int,
    as_json: bool,
    lang: str,
) -> None:
    """Show what is in a box: every component and number, and which of them are reconstructions.

    To make a box of your own, start from a copy:  tradewinds box show bombay --toml > mine.toml
    """
    from tradewinds.kernel.edition import read_tables, read_text

    loaded = load_game(game)
    file = box_file.read_bytes() if box_file else None
    if svg:
        svg.write_text(loaded.box(players, edition, file=file).picture(load_words(lang)), encoding="utf-8")
        return
    content = loaded.edition_file(edition or loaded.editions[0]) if file is None else file
    if as_toml:
        click.echo(read_text(content), nl=False)
        return
    data = read_tables(content)
    if as_json:
        print_json(data)
        return
    for name, value in data.items():
        show_part(name, value, "")
    tables = ", ".join(name for name, value in data.items() if source_of(value) == "reconstruction")
    click.echo(load_words(lang).text("box.reconstructed", tables=tables))


def source_of(value: object) -> str | None:
    return value.get("source") if isinstance(value, dict) else None


def show_part(name: str, value: Any, indent: str) -> None:
    """Print one entry of a box file, indented."""
    if isinstance(value, dict) and any(isinstance(inner, dict | list) for inner in value.values()):
        source = value.get("source")
        click.echo(f"{indent}{name}" + (f"  ({source})" if source else ""))
        for inner, entry in value.items():
            if inner != "source":
                show_part(inner, entry, indent + "  ")
    elif isinstance(value, dict):
        entries = ", ".join(f"{key} {entry}" for key, entry in value.items() if key != "source")
        source = f"  ({value['source']})" if "source" in value else ""
        click.echo(f"{indent}{name}: {entries}{source}")
    elif isinstance(value, list) and value and isinstance(value[0], dict | list):
        click.echo(f"{indent}{name}: " + ", ".join(show_item(item) for item in value))
    else:
        click.echo(f"{indent}{name}: {show_item(value)}")


def show_item(item: Any) -> str:
    if isinstance(item, dict):
        return f"{item['name']} ({item['kind']})" if "kind" in item else str(item)
    if isinstance(item, list):
        return ("-" if item and isinstance(item[0], str) else ", ").join(map(str, item))
    return str(item)


@command.command(short_help="Is a box file playable and as printed?")
@file_argument
@lang_option
@json_option
@handle_problems
def check(file: Path, lang: str, as_json: bool) -> None:
    """Check whether a custom box file is playable and matches the counts given in the rulebook.

    Exits with status 0 if it matches the printed game, 1 if it differs or cannot be played. A box that only differs can
    be played with --box FILE.
    """
    from tradewinds.kernel.edition import game_of, read_tables
    from tradewinds.kernel.game import BoxError

    words = load_words(lang)
    content, title = file.read_bytes(), file.name
    try:
        report = load_game(game_of(content)).check_box(content)
        errors, differences = report.errors, report.differences
        title = read_tables(content)["title"]
    except BoxError as error:
        errors, differences = list(error.phrases), []
    found = {
        "playable": not errors,
        "errors": [words.say(phrase) for phrase in errors],
        "differences": [words.say(phrase) for phrase in differences],
    }
    if as_json:
        print_json(found)
    else:
        for line in (*errors, *differences):
            click.echo(words.say(line))
        key = "broken" if errors else "playable" if differences else "sound"
        click.echo(words.text(f"box.{key}", title=title))
    sys.exit(1 if errors or differences else 0)

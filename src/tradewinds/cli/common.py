"""Shared options and helpers of the commands."""

import os
import sys
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, ParamSpec, TypeVar

import click

from tradewinds.i18n import LANGUAGES, Problem, Words, load_words
from tradewinds.registry import GAMES

if TYPE_CHECKING:
    from rich.progress import Progress

    from tradewinds.kernel.game import Box
    from tradewinds.match import Match

P = ParamSpec("P")
T = TypeVar("T")

game_argument = click.argument("game", type=click.Choice(GAMES))
players_option = click.option("--players", type=int, default=4, show_default=True, help="Number of players.")
seed_option = click.option(
    "--seed", type=click.IntRange(0, 2**64 - 1), default=1, show_default=True, help="Same seed, same games."
)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output, for programs.")
existing_file = click.Path(exists=True, dir_okay=False, path_type=Path)
file_argument = click.argument("file", type=existing_file)
box_file_option = click.option("--box", "box_file", type=existing_file, help="A custom box file.")
output_file = click.Path(dir_okay=False, writable=True, path_type=Path)


def default_language() -> str:
    """Return the system's language if it is supported, else English."""
    for name in ("TRADEWINDS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(name):
            return value[:2] if value[:2] in LANGUAGES else "en"
    return "en"


lang_option = click.option(
    "--lang",
    type=click.Choice(LANGUAGES),
    default=default_language,
    help="Language; the default is that of the system.",
)


def box_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose a box."""
    edition = click.option("--edition", help="Edition; the default is the first that `box list` shows.")
    options = click.option(
        "-o",
        "--option",
        "options",
        multiple=True,
        metavar="NAME=VALUE",
        help="A rule option, see `box list`.",
    )
    return edition(options(box_file_option(command)))


def storage_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that choose the server's data folder and database."""
    data = click.option(
        "--data",
        type=click.Path(file_okay=False, path_type=Path),
        envvar="TRADEWINDS_DATA",
        help="The folder of the server; otherwise TRADEWINDS_DATA, or the system's place for such data.",
    )
    database = click.option(
        "--database",
        metavar="URL",
        envvar="TRADEWINDS_DATABASE",
        help="sqlite:///FILE or postgresql://…; otherwise TRADEWINDS_DATABASE, or a file in the folder.",
    )
    return data(database(command))


def data_folder() -> Path:
    """Return the system's folder for application data."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "tradewinds"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "tradewinds"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "tradewinds"


def database_url(data: Path | None, database: str | None) -> str:
    """Return the database URL chosen by the storage options."""
    file = ((data or data_folder()) / "tradewinds.db").absolute()
    return database or "sqlite:///" + str(file).replace("%", "%25").replace("?", "%3F")


def announce_compiling(lang: str) -> None:
    """Print a notice if the first game on this machine has to be compiled."""
    from tradewinds.kernel.compile import on_first_compilation

    notice = load_words(lang).text("play.compiling")
    on_first_compilation(lambda: click.echo(notice, err=True))


def read_options(options: tuple[str, ...]) -> dict[str, str]:
    """Parse rule options given as NAME=VALUE."""
    chosen = {}
    for option in options:
        name, equals, value = option.partition("=")
        if not equals:
            raise click.UsageError(f"--option takes NAME=VALUE, for instance screens=closed, not {option!r}.")
        chosen[name] = value
    return chosen


def find_box(
    game: str,
    players: int,
    edition: str | None,
    options: tuple[str, ...],
    box_file: Path | None,
    lang: str | None = None,
) -> "Box":
    """Return the box chosen by the options."""
    from tradewinds.kernel.game import load_game

    announce_compiling(lang or default_language())
    file = box_file.read_bytes() if box_file else None
    return load_game(game).box(players, edition, read_options(options), file)


def load_match(file: Path, box_file: Path | None, lang: str, *, verified: bool = False) -> "Match":
    """Replay the record in a file. Invalid UTF-8 is replaced, and so rejected only where it matters."""
    from tradewinds.match import GameRecord, match_from_record, verify

    announce_compiling(lang)
    record = GameRecord.parse(file.read_text(encoding="utf-8", errors="replace"))
    box = box_file.read_bytes() if box_file else None
    return verify(record, box) if verified else match_from_record(record, box)


def print_json(answer: object) -> None:
    """Print a JSON object on one line, for --json."""
    import msgspec

    click.echo(msgspec.json.encode(answer).decode())


def fail(problem: Problem, words: Words) -> NoReturn:
    """Print the problem and exit with status 1."""
    for phrase in problem.phrases:
        click.echo(words.say(phrase), err=True)
    sys.exit(1)


def handle_problems(command: Callable[P, T]) -> Callable[P, T]:
    """Decorate a command to print Problems in the user's language and exit."""

    @wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return command(*args, **kwargs)
        except Problem as problem:
            fail(problem, load_words(str(kwargs.get("lang") or default_language())))

    return wrapped


def progress_bar(quiet: bool) -> "Progress":
    """Return a transient progress bar on standard error."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal)

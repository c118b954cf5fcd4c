"""`tradewinds serve`: run the web server."""

import os
import sys
import threading
import time
import webbrowser
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import click

from tradewinds.cli.addresses import local_address, validate_origins, validate_proxies
from tradewinds.cli.common import (
    announce_compiling,
    database_url,
    existing_file,
    handle_problems,
    lang_option,
    storage_options,
)
from tradewinds.i18n import Phrase, Problem, load_words

ALL_INTERFACES = ("0.0.0.0", "::", "")


@click.command
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen at; 0.0.0.0 for the network.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True)
@storage_options
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes; more than one needs PostgreSQL.",
)
@click.option(
    "--origin",
    "origins",
    multiple=True,
    metavar="URL",
    callback=validate_origins,
    help="Where pages come from, as https://play.example.org; needed behind a proxy with a name of its own.",
)
@click.option(
    "--proxy",
    "proxies",
    multiple=True,
    default=("127.0.0.1", "::1"),
    show_default=True,
    metavar="ADDRESS",
    callback=validate_proxies,
    help="A reverse proxy, which is believed when it says who asked and whether over TLS.",
)
@click.option(
    "--threads", type=click.IntRange(0, 256), default=0, help="Threads for bots; otherwise one less than cores."
)
@click.option("--pause", type=click.FloatRange(0, 10), default=0.4, show_default=True, help="Seconds before bots move.")
@click.option(
    "--box",
    "box_files",
    multiple=True,
    type=existing_file,
    help="A custom box file, offered beside the bundled editions.",
)
@click.option("--open/--no-open", "browser", default=None, help="Open the browser; otherwise only where there is one.")
@lang_option
@handle_problems
def command(
    host: str,
    port: int,
    data: Path,
    database: str | None,
    workers: int,
    origins: tuple[str, ...],
    proxies: tuple[str, ...],
    threads: int,
    pause: float,
    box_files: tuple[Path, ...],
    browser: bool | None,
    lang: str,
) -> None:
    """Serve games in the browser. Everything is stored: stop with Ctrl-C, start again, and all games continue.

    \b
    On this computer:              tradewinds serve
    For friends in the same house: tradewinds serve --host 0.0.0.0
    With a box of your own:        tradewinds serve --box mine.toml
    For a public site:             see docs/hosting.md
    """
    from tradewinds.server.run import require_free_port, serve
    from tradewinds.server.settings import ServerSettings
    from tradewinds.server.storage import Database
    from tradewinds.warm import warm_up

    announce_compiling(lang)
    url = database_url(data, database)
    settings = ServerSettings(
        database=url,
        host=host,
        port=port,
        workers=workers,
        origins=list(origins),
        proxies=proxies,
        threads=threads,
        pause=pause,
        boxes=read_boxes(box_files),
    )
    if workers > 1 and url.startswith("sqlite"):
        raise Problem(Phrase("serve.workers"))
    # Checked before workers start, to report problems plainly and to compile the rules only once.
    require_free_port(host, port)
    Database.open(url).close()
    warm_up()
    address = f"http://{local_address() if host in ALL_INTERFACES else host}:{port}"
    click.echo(load_words(lang).text("serve.address", address=address), err=True)
    if browser or (browser is None and has_browser()):
        threading.Thread(target=open_browser, args=(address,), daemon=True).start()
    serve(settings)


def read_boxes(files: tuple[Path, ...]) -> list[str]:
    """Return the texts of box files. If one is not playable, print its name and raise its problem."""
    from tradewinds.kernel.edition import read_text
    from tradewinds.server.tables.boxes import custom_editions

    texts: list[str] = []
    for file in files:
        try:
            texts.append(read_text(file.read_bytes()))
            custom_editions(texts)
        except Problem:
            click.echo(f"{file}:", err=True)
            raise
    return texts


def has_browser() -> bool:
    """Return whether a graphical session is available."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def open_browser(address: str) -> None:
    """Open the browser once the server responds."""
    for _ in range(600):
        try:
            with urlopen(f"{address}/healthz", timeout=1):
                webbrowser.open(address)
                return
        except (URLError, OSError):
            time.sleep(0.2)

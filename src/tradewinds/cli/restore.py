"""`tradewinds restore`: restore a backup into an empty database."""

from pathlib import Path

import click

from tradewinds.cli.common import (
    database_url,
    file_argument,
    handle_problems,
    json_option,
    lang_option,
    print_json,
    progress_bar,
    storage_options,
)
from tradewinds.i18n import load_words


@click.command
@file_argument
@storage_options
@lang_option
@json_option
@handle_problems
def command(file: Path, data: Path | None, database: str | None, lang: str, as_json: bool) -> None:
    """Restore FILE, written by `tradewinds backup`, into an empty database.

    The database is created if it does not exist. One that already holds data is left unchanged.
    """
    from tradewinds.server.storage.connect import display_url, parse_url
    from tradewinds.server.storage.queries.backups import restore

    words = load_words(lang)
    address = database_url(data, database)
    with progress_bar(as_json) as bar:
        task = bar.add_task(words.text("storage.copying"), total=None)
        counts = restore(file, address, lambda done, total: bar.update(task, completed=done, total=total))
    where = display_url(parse_url(address))
    if as_json:
        print_json({"database": where, "rows": counts})
    else:
        row_counts = {name: counts[name] for name in ("people", "tables", "events")}
        click.echo(words.text("storage.restored", database=where, **row_counts))

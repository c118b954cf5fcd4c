"""`tradewinds backup`: copy the server's database to a file."""

from pathlib import Path

import click

from tradewinds.cli.common import (
    database_url,
    handle_problems,
    json_option,
    lang_option,
    output_file,
    print_json,
    progress_bar,
    storage_options,
)
from tradewinds.i18n import load_words


@click.command
@click.argument("file", type=output_file)
@storage_options
@lang_option
@json_option
@handle_problems
def command(file: Path, data: Path | None, database: str | None, lang: str, as_json: bool) -> None:
    """Copy the server's games and accounts, as of this moment, to a new FILE.

    The server may keep running. An existing file is never overwritten. The file holds hashed passwords and the seeds of
    running games: keep it as safe as the server. `tradewinds restore` loads it into an empty database of any kind.
    """
    from tradewinds.server.storage.queries.backups import backup

    words = load_words(lang)
    with progress_bar(as_json) as bar:
        task = bar.add_task(words.text("storage.copying"), total=None)
        counts = backup(
            database_url(data, database), file, lambda done, total: bar.update(task, completed=done, total=total)
        )
    if as_json:
        print_json({"file": str(file), "rows": counts})
    else:
        shown = {name: counts[name] for name in ("people", "tables", "events")}
        click.echo(words.text("storage.saved", file=str(file), **shown))

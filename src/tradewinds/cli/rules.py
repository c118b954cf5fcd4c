"""`tradewinds rules`: print the quick reference of a game."""

import click

from tradewinds.cli.common import game_argument, handle_problems, lang_option


@click.command
@game_argument
@click.option("--edition", help="Edition; the default is the first that `box list` shows.")
@lang_option
@click.option("--markdown", is_flag=True, help="The text itself, not formatted for the terminal.")
@handle_problems
def command(game: str, edition: str | None, lang: str, markdown: bool) -> None:
    """Print the rules of a game on one page, as a player needs them at the table.

    The ids in parentheses are the ones given when a move is refused; docs/rules/ states each rule in full.

    \b
        tradewinds rules bombay
        tradewinds rules borneo --edition card-2007 --lang it
    """
    from tradewinds.i18n.reference import quick_reference
    from tradewinds.kernel.game import load_game

    loaded = load_game(game)
    data = loaded.read_edition(loaded.edition_file(edition or loaded.editions[0]))
    text = quick_reference(game, data, lang)
    if markdown:
        click.echo(text, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console(width=min(100, Console().width)).print(Markdown(text))

"""The command line: `tradewinds COMMAND`. Each command is a module that is imported when it runs."""

from importlib import import_module

import click

from tradewinds import __version__

COMMANDS = {
    "serve": "Serve tables in the browser, for friends and strangers",
    "play": "Play a game in the terminal",
    "simulate": "Play many random games and measure",
    "rules": "The rules of a game on one page",
    "replay": "Show a recorded game",
    "review": "What the decisions of a finished game were worth",
    "verify": "Check that a recorded game was dealt fairly",
    "box": "List, show and check editions",
    "engine": "Drive games from another program",
    "arena": "Let bots play each other and measure",
    "train": "Learn a game by self-play",
    "study": "Experiments over boxes and bots, with intervals",
    "fuzz": "Examine random games over every box",
    "backup": "Copy the server's games and people into a file",
    "restore": "Put a backup into an empty database",
}


class Commands(click.Group):
    """Click group that imports commands on demand."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the names of all commands, most used first."""
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import one command."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"tradewinds.cli.{cmd_name}").command
        command.short_help = COMMANDS[cmd_name]
        return command


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="tradewinds")
@click.pass_context
def main(context: click.Context) -> None:
    """Two trading games, played exactly by their rulebooks: Bombay (silk, elephants) and Borneo (spices, rank).

    Without a command, the server starts and the browser opens. For a first game against two bots in the terminal, run
    this, and type `hint` when you do not know what to do:

        tradewinds play borneo --seats human,casual,casual

    In a clone of the project, `./run bench` compares the engine's speed with OpenSpiel's.
    """
    if context.invoked_subcommand is None:
        command = main.get_command(context, "serve")
        assert command is not None
        with command.make_context("serve", [], parent=context) as serving:
            command.invoke(serving)

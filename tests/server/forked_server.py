"""A server process that needs no warm-up: everything is loaded in the process from which it is forked."""

import gc
import os
import sys
from pathlib import Path

import uvicorn

from tradewinds.bots import DEFAULT_BUDGET
from tradewinds.bots.registry import make_bot
from tradewinds.i18n import load_words
from tradewinds.kernel.game import load_game
from tradewinds.kernel.random import stream
from tradewinds.match import Match
from tradewinds.registry import GAMES
from tradewinds.server.app import make_app
from tradewinds.server.logs import configure_logging
from tradewinds.server.run import uvicorn_options
from tradewinds.server.settings import ServerSettings


def serve(settings: ServerSettings, log: str) -> None:
    """Serve in a separate process group until stopped or killed."""
    os.setsid()
    with Path(log).open("ab") as file:
        os.dup2(file.fileno(), sys.stdout.fileno())
        os.dup2(file.fileno(), sys.stderr.fileno())
    configure_logging()
    app = make_app(settings, warm=False)
    uvicorn.Server(uvicorn.Config(app, port=settings.port, **uvicorn_options(settings))).run()


def load() -> None:
    """Load everything that a table needs: the rules of all games and one bot."""
    for name in GAMES:
        game = load_game(name)
        match = Match(game.box(game.players[0]))
        seat = match.to_act
        make_bot("novice", game).choose(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(1))
        match.play(match.choices()[0].action)
        match.may_undo(seat)
        match.view(seat)
    load_words("en")
    # Exempt everything loaded so far from garbage collection in the forked processes.
    gc.collect()
    gc.freeze()


load()

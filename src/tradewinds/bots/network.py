"""The learned networks: plain arrays in a file beside each game, with a note of how they came about."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.evaluation import NO_NETWORK, Network
from tradewinds.kernel.game import Game

NOTE = "note"


def network_file(game: Game) -> Path:
    """Where a game's network lies, if it has one."""
    return game.folder / "network.npz"


def save_network(path: Path, network: Network, note: dict[str, Any]) -> None:
    """Write a network with its note; the old file stays until this one is whole."""
    beside = path.with_suffix(".part.npz")
    arrays = {name: values.astype(np.float32) for name, values in network._asdict().items()}
    with beside.open("wb") as file:
        np.savez_compressed(file, **arrays, **{NOTE: np.array(json.dumps(note))})  # type: ignore[arg-type]
    beside.replace(path)


def load_network(path: Path, game: Game) -> tuple[Network, dict[str, Any]]:
    """A network for a game and its note; a file that is none, or for other inputs, is refused."""
    try:
        with np.load(path, allow_pickle=False) as file:
            network = Network(*(np.ascontiguousarray(file[name], np.float32) for name in Network._fields))
            note = json.loads(str(file[NOTE]))
    except (OSError, ValueError, KeyError) as error:
        raise Problem(Phrase("bot.no_network", {"file": path, "reason": str(error)})) from error
    if network.inputs != game.inputs:
        reason = f"{network.inputs} ≠ {game.inputs}"
        raise Problem(Phrase("bot.no_network", {"file": path, "reason": reason}))
    return network, note


@cache
def shipped_network(name: str, path: Path) -> Network:
    """The network that comes with a game; none for a game that has not been trained."""
    from tradewinds.games import load_game

    return load_network(path, load_game(name))[0] if path.exists() else NO_NETWORK


def network_of(game: Game) -> Network:
    """The network that comes with a game, read once."""
    return shipped_network(game.name, network_file(game))

"""Value networks, stored with their training metadata as .npz files in the games' folders."""

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
    """Return the path of a game's network."""
    return game.folder / "network.npz"


def save_network(path: Path, network: Network, note: dict[str, Any]) -> None:
    """Write a network and its metadata atomically."""
    beside = path.with_suffix(".part.npz")
    arrays = {name: values.astype(np.float32) for name, values in network._asdict().items()}
    with beside.open("wb") as file:
        np.savez_compressed(file, **arrays, **{NOTE: np.array(json.dumps(note))})  # type: ignore[arg-type]
    beside.replace(path)


def load_network(path: Path, game: Game) -> tuple[Network, dict[str, Any]]:
    """Load a network and its metadata; raise a Problem if the file is unreadable or does not fit the game."""
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
    """Load a network once per process; return NO_NETWORK if the file does not exist."""
    from tradewinds.kernel.game import load_game

    return load_network(path, load_game(name))[0] if path.exists() else NO_NETWORK


def network_of(game: Game) -> Network:
    """Return the network shipped with a game, or NO_NETWORK."""
    return shipped_network(game.name, network_file(game))

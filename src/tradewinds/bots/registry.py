"""Creation of bots from specifications: reference bots, levels, Python classes in files, and external programs.

greedy                             a name
master:seconds=2+threads=2         a level with other settings
mybot.py:Greedy                    a class in a file
program:python3 mybot.py           a program that speaks the engine protocol
"""

import importlib.util
import inspect
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from tradewinds.bots import Bot, BotError, Budget
from tradewinds.bots.levels import LEVELS
from tradewinds.bots.network import load_network, network_of
from tradewinds.bots.reference import GreedyBot, RandomBot
from tradewinds.bots.subprocess_bot import SubprocessBot
from tradewinds.bots.turn_search import LevelBot
from tradewinds.i18n import Phrase
from tradewinds.kernel.evaluation import NO_NETWORK, Network
from tradewinds.kernel.game import Game

REFERENCE_BOTS = ("random", "greedy", "network")
NAMES = (*REFERENCE_BOTS, *LEVELS)

OPTIONS = ("exploration", "spread", "temperature")
"""Settings of a level that are options of its search."""

SETTINGS = ("playouts", "seconds", "threads", "network", *OPTIONS)


def make_bot(spec: str, game: Game) -> Bot:
    """Create a bot from its specification."""
    spec = spec.strip()
    name, _, rest = spec.partition(":")
    if name == "program":
        return SubprocessBot(rest)
    path, _, wanted = spec.rpartition(":")
    if path.endswith(".py"):
        return load_class(Path(path), wanted)
    if name in LEVELS:
        return level_bot(name, read_settings(spec, rest), game)
    if name in ("greedy", "network"):
        numbers = read_settings(spec, rest, ("worlds",))
        network = network_of(game) if name == "network" else NO_NETWORK
        return GreedyBot(network, worlds=int(read_number("worlds", numbers.get("worlds", "1"))))
    if spec != "random":
        raise BotError(Phrase("bot.unknown", {"spec": repr(spec), "known": ", ".join(NAMES)}))
    return RandomBot()


def read_settings(spec: str, text: str, known: Sequence[str] = SETTINGS) -> dict[str, str]:
    """Parse the settings after a bot's name, such as `seconds=2+threads=2`."""
    settings = {}
    for part in text.split("+") if text else ():
        name, equals, value = part.partition("=")
        if not equals or name not in known:
            raise BotError(Phrase("bot.setting", {"spec": repr(spec), "part": repr(part), "known": ", ".join(known)}))
        settings[name] = value
    return settings


def level_bot(level: str, settings: dict[str, str], game: Game) -> LevelBot:
    """Return the bot of a level with overridden settings."""
    numbers = read_numbers(settings)
    changes: dict[str, float] = {name: numbers[name] for name in OPTIONS if name in numbers}
    budget = Budget(numbers.get("playouts"), numbers.get("seconds"))
    return LevelBot(level, chosen_network(settings, game), budget, changes, numbers.get("threads", 1))


def read_numbers(settings: dict[str, str]) -> dict[str, Any]:
    """Parse the settings that are numbers."""
    return {name: read_number(name, value) for name, value in settings.items() if name != "network"}


def chosen_network(settings: dict[str, str], game: Game) -> Network:
    """Return the network of the settings, else that of the game."""
    chosen = settings.get("network")
    if chosen is None:
        return network_of(game)
    return NO_NETWORK if chosen == "none" else load_network(Path(chosen), game)[0]


def read_number(name: str, text: str) -> float | int:
    """Parse the value of a setting, which must be positive."""
    kind = int if name in ("playouts", "threads", "worlds") else float
    try:
        value = kind(text)
    except ValueError:
        value = -1
    if not 0 < value < 1e9:
        raise BotError(Phrase("bot.number", {"name": name, "value": repr(text)}))
    return value


def load_class(path: Path, name: str) -> Bot:
    """Instantiate a bot class from a Python file."""
    if not path.exists():
        raise BotError(Phrase("bot.no_file", {"file": path}))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
        found = getattr(module, name, None)
        bot: Any = found() if inspect.isclass(found) else found
    except Exception as error:
        raise BotError(Phrase("bot.broken", {"file": path, "reason": f"{type(error).__name__}: {error}"})) from error
    if not callable(getattr(bot, "choose", None)):
        raise BotError(Phrase("bot.no_class", {"file": path, "name": repr(name)}))
    return cast(Bot, bot)

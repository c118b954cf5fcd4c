"""Parameters of the OpenSpiel games and the boxes they select.

OpenSpiel writes parameters as `tradewinds_bombay(players=3,options=screens:closed;start:1)` and reserves commas and
equals signs, so options use `;` and `:`. Outside such strings, `,` and `=` are accepted as well.
"""

import re
from collections.abc import Mapping

from tradewinds.i18n import Phrase, Problem
from tradewinds.kernel.game import Box, Game

EXPLICIT, SAMPLED = "explicit", "sampled"
FRESH_SEED = -1


def defaults(game: Game) -> dict[str, object]:
    """Return all parameters with their default values."""
    return {
        "players": min(game.players),
        "edition": game.editions[0],
        "options": "",
        "chance": EXPLICIT,
        "seed": FRESH_SEED,
    }


def read_options(text: str) -> dict[str, str]:
    found = {}
    for part in filter(None, re.split(r"[;,]", text)):
        name, sign, value = part.replace("=", ":").partition(":")
        if not sign:
            raise Problem(Phrase("spiel.option", {"text": repr(text), "part": repr(part)}))
        found[name.strip()] = value.strip()
    return found


def write_options(options: Mapping[str, str]) -> str:
    return ";".join(f"{name}:{value}" for name, value in options.items())


def normalize(game: Game, given: Mapping[str, object]) -> dict[str, object]:
    """Return the parameters that differ from the defaults, in a form that OpenSpiel can serialise."""
    usual = defaults(game)
    chosen = {name: value for name, value in given.items() if name in usual and value != usual[name]}
    if "options" in chosen:
        chosen["options"] = write_options(read_options(str(chosen["options"])))
    if (chance := chosen.get("chance", EXPLICIT)) not in (EXPLICIT, SAMPLED):
        raise Problem(Phrase("spiel.chance", {"chance": repr(str(chance))}))
    return chosen


def box_of(game: Game, chosen: Mapping[str, object]) -> Box:
    """Return the box that normalised parameters select."""
    given = defaults(game) | dict(chosen)
    return game.box(int(str(given["players"])), str(given["edition"]), read_options(str(given["options"])))

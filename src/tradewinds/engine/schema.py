"""JSON Schema of the games' views."""

from typing import Any, get_type_hints

import msgspec

from tradewinds.kernel.game import load_game
from tradewinds.registry import GAMES


def view_schemas() -> dict[str, dict[str, Any]]:
    """Return the schema of every game's view, for a document that holds them under the key `view`."""
    views = {}
    for name in GAMES:
        # Views of different games share type names, so each has its own definitions.
        kind, place = get_type_hints(load_game(name).view)["return"], f"#/view/{name}/$defs/{{name}}"
        (view,), parts = msgspec.json.schema_components([kind], ref_template=place)
        views[name] = {**view, "$defs": parts}
    return views

"""Golden files: recorded playthroughs and perft counts of every box."""

import os
from pathlib import Path

from tradewinds.kernel.game import Box

GOLDEN = Path(__file__).parent


def golden_file(box: Box, kind: str) -> Path:
    """Return the path of a box's golden file of a kind."""
    return GOLDEN / box.game.name / f"{box.name}.{kind}"


def assert_golden(box: Box, kind: str, text: str) -> None:
    """Compare with the golden file, or overwrite it if TRADEWINDS_GOLDEN=write."""
    file = golden_file(box, kind)
    if os.environ.get("TRADEWINDS_GOLDEN") == "write":
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert file.exists(), "this box has no golden file of this kind"
    assert text == file.read_text(encoding="utf-8")

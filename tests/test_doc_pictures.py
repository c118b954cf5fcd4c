"""The pictures in the documentation are up to date with their commands."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from tradewinds.cli import main

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
COMMANDS = re.findall(
    r"^tradewinds (.+) --svg (\S+)$", (FOLDER / "README.md").read_text(encoding="utf-8"), re.MULTILINE
)


@pytest.mark.parametrize(("command", "file"), COMMANDS, ids=[Path(file).stem for _, file in COMMANDS])
def test_the_picture_is_what_its_command_draws(
    command: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    drawn = tmp_path / "picture.svg"
    result = CliRunner().invoke(main, [*command.split(), "--svg", str(drawn)])
    assert result.exit_code == 0, result.output
    assert drawn.read_bytes() == (ROOT / file).read_bytes(), "Run the command in docs/pictures/README.md again."


def test_every_picture_has_its_command() -> None:
    assert {path.name for path in FOLDER.glob("*.svg")} == {Path(file).name for _, file in COMMANDS}

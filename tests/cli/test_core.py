"""The core dependencies are enough to play in the terminal, to simulate and to use bots from Python."""

import os
import subprocess
import sys
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

BLOCK = """
import sys
from importlib.abc import MetaPathFinder

class Missing(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {blocked!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

sys.meta_path.insert(0, Missing())
"""


def closure(name: str) -> set[str]:
    """Return a distribution and everything that it requires, without extras."""
    found, waiting = set[str](), [name]
    while waiting:
        name = waiting.pop().lower().replace("_", "-")
        if name not in found:
            found.add(name)
            requirements = map(Requirement, distribution(name).requires or [])
            waiting += [r.name for r in requirements if r.marker is None or r.marker.evaluate({"extra": ""})]
    return found


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment in which Python finds only what the core requires."""
    core = closure("tradewinds")
    blocked = {
        module
        for module, owners in packages_distributions().items()
        if not {owner.lower().replace("_", "-") for owner in owners} & core
    }
    assert {"starlette", "sqlalchemy", "openskill", "gymnasium", "jax", "optax"} <= blocked
    folder = tmp_path_factory.mktemp("core")
    (folder / "sitecustomize.py").write_text(BLOCK.format(blocked=blocked), encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(folder), "TRADEWINDS_LANG": "en"}


def run(environment: dict[str, str], *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=environment, input=text, capture_output=True, text=True, check=False)


def test_the_terminal_needs_the_core_only(environment: dict[str, str], tmp_path: Path) -> None:
    done = run(environment, "-m", "tradewinds", "simulate", "bombay", "--games", "10")
    assert done.returncode == 0, done.stderr
    assert "10 games" in done.stdout
    record = tmp_path / "game.txt"
    seats = ["--seats", "greedy,random,random", "--seed", "core", "--save", str(record)]
    done = run(environment, "-m", "tradewinds", "play", "borneo", *seats)
    assert done.returncode == 0, done.stderr
    assert record.read_text(encoding="utf-8").startswith("tradewinds")


def test_bots_need_the_core_only(environment: dict[str, str]) -> None:
    code = (
        "from tradewinds import Match, load_game, make_bot, Budget\n"
        "from tradewinds.kernel.random import stream\n"
        "match = Match(load_game('bombay').box(2))\n"
        "bot = make_bot('novice', match.game)\n"
        "print(bot.choose(match.box, match.masked(match.to_act), match.to_act, Budget(playouts=8), stream(1)))"
    )
    done = run(environment, "-c", code)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().isdigit()


@pytest.mark.parametrize(
    ("arguments", "extra"),
    [
        (["serve"], "server"),
        (["arena", "bombay", "--bots", "greedy,random", "--games", "4"], "arena"),
        (["train", "bombay", "--rounds", "1", "--games", "1"], "train"),
    ],
)
def test_what_is_missing_is_named(environment: dict[str, str], arguments: list[str], extra: str) -> None:
    done = run(environment, "-m", "tradewinds", *arguments)
    assert done.returncode == 1
    assert f"[{extra}]" in done.stderr
    assert "Traceback" not in done.stderr

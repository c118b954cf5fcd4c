"""Compiled and plain Python agree; the cache follows the sources; nothing is compiled at import."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tradewinds.kernel import compile as kernel_compile
from tradewinds.kernel.game import load_game
from tradewinds.lab.simulate import simulate
from tradewinds.registry import GAMES

SCRIPT = str(Path(__file__).parent / "plain_game.py")


def run(*args: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, *args], env={**os.environ, **environment}, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture(scope="module")
def compiled() -> str:
    """The games of plain_game.py as they are normally compiled."""
    games = run(SCRIPT)
    assert games.count("\n") >= 10
    return games


def test_plain_python_plays_the_same_games(compiled: str) -> None:
    assert run("-W", "error", SCRIPT, NUMBA_DISABLE_JIT="1") == compiled


def test_plain_njit_plays_the_same_games(compiled: str) -> None:
    code = f"import runpy, sys; runpy.run_path({SCRIPT!r}, run_name='__main__')"
    used = "; print('tradewinds.kernel.numba_pipeline' in sys.modules, end='')"
    assert run("-c", code + used, TRADEWINDS_NJIT="plain") == compiled + "False"


def test_importing_compiles_and_loads_nothing() -> None:
    code = "import sys, tradewinds, tradewinds.cli; print('numba' in sys.modules, 'numpy' in sys.modules)"
    assert run("-c", code).split() == ["False", "False"]


def test_the_cache_follows_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("kernel", *GAMES):
        (tmp_path / name).mkdir()
        (tmp_path / name / "rules.py").write_text("one = 1\n")
    monkeypatch.setattr(kernel_compile, "KERNEL", tmp_path / "kernel")
    monkeypatch.setattr(kernel_compile, "game_folder", lambda name: tmp_path / name)
    before = kernel_compile.source_digest()
    assert kernel_compile.source_digest() == before
    (tmp_path / "bombay" / "rules.py").write_text("one = 2\n")
    assert kernel_compile.source_digest() != before


def test_old_caches_are_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRADEWINDS_CACHE", str(tmp_path))
    old, recent = tmp_path / "old", tmp_path / "recent"
    old.mkdir()
    recent.mkdir()
    long_ago = time.time() - 40 * 24 * 3600
    os.utime(old, (long_ago, long_ago))
    folder = kernel_compile.open_cache()
    assert folder.parent == tmp_path
    assert not old.exists()
    assert recent.exists()


def test_cache_is_temporary_if_its_folder_is_unusable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("TRADEWINDS_CACHE", str(blocked))
    folder = kernel_compile.open_cache()
    assert folder.is_dir()
    folder.rmdir()


def test_compiled_code_is_kept_where_it_should_and_loaded_from_there(tmp_path: Path) -> None:
    code = (
        "from tradewinds.kernel.bindings import _is_over as binding\n"
        "from tradewinds.kernel.record import blank\n"
        "from tradewinds.kernel.game import load_game\n"
        "box = load_game('bombay').box(2)\n"
        "box.game.rules.is_over(box.record, blank(box.game.state_type))\n"
        "print(sum(binding.stats.cache_hits.values()), sum(binding.stats.cache_misses.values()))"
    )
    assert run("-c", code, TRADEWINDS_CACHE=str(tmp_path)).split() == ["0", "1"]
    assert run("-c", code, TRADEWINDS_CACHE=str(tmp_path)).split() == ["1", "0"]


def test_compiled_functions_are_loaded_from_the_cache() -> None:
    simulate(load_game("bombay").box(2), 1, 1)
    code = (
        "from tradewinds.kernel.playout import play_games\n"
        "from tradewinds.lab.simulate import simulate\n"
        "from tradewinds.kernel.game import load_game\n"
        "simulate(load_game('bombay').box(2), 1, 1)\n"
        "print(sum(play_games.stats.cache_hits.values()), sum(play_games.stats.cache_misses.values()))"
    )
    assert run("-c", code).split() == ["1", "0"]

"""The page about environments says what the code does: its tables, its programs, and the names of all numbers."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from tests.boxes import every_box
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.observation import observation_spec
from tradewinds.lab import bombay_v0
from tradewinds.lab.observation_docs import MARKED, index_names, meanings_in, with_tables

DOCS = Path(__file__).parents[2] / "docs"
PAGE = (DOCS / "environments.md").read_text(encoding="utf-8")
OWN = PAGE.partition("\n## OpenSpiel")[0]
"""The part that is about the environments of this package alone."""


def test_the_tables_are_those_of_the_code() -> None:
    assert with_tables(PAGE) == PAGE
    assert [name for _, name, _, _ in MARKED.findall(PAGE)] == ["bombay", "borneo"]
    assert with_tables(PAGE.replace("| 0–1 |", "| 1–2 |")) == PAGE


def test_every_slice_is_explained() -> None:
    for _, name, table, _ in MARKED.findall(PAGE):
        meanings = meanings_in(table)
        assert list(meanings) == [field.name for field in load_game(name).fields]
        assert all(meanings.values())


def test_the_axes_are_those_of_the_boxes() -> None:
    for name, part in re.findall(
        r"### (Bombay|Borneo)\n\n\| axis \| places \|\n\|---\|---\|\n(.*?)\n\n", PAGE, re.DOTALL
    ):
        box = load_game(name.lower()).box(players=3)
        told = dict(re.findall(r"\| (\w+) \| (.*?) \|", part))
        assert {"seat", *told} == {axis for part in observation_spec(box).slices for axis in part.axes}
        for axis, places in told.items():
            labels = box.labels[axis]
            assert places == ", ".join(labels) or places.startswith(("the ", f"{labels[0]}–{labels[-1]}"))


@every_box
def test_indices_depend_on_the_number_of_players_only(box: Box) -> None:
    assert observation_spec(box).slices == observation_spec(box.game.box(box.players)).slices
    names = index_names(box)
    assert len(names) == len(set(names)) == observation_spec(box).size


def test_names_say_what_a_number_is() -> None:
    env = bombay_v0.raw_env(players=3, options={"screens": "closed"})
    env.reset(seed=1)
    names = index_names(env.box)
    rupees = [int(value) for value in env._state.rupees]
    for seat, agent in enumerate(env.agents):
        seen = dict(zip(names, env.observe(agent)["observation"], strict=True))
        assert seen["rupees[you]"] == rupees[seat] > 0
        assert seen["rupees[left 1]"] == rupees[(seat + 1) % 3]
        assert seen["rupees[left 2]"] == rupees[(seat + 2) % 3]
        steps = (int(env._state.start) - seat) % 3
        assert seen["start[you]" if steps == 0 else f"start[left {steps}]"] == 1
        stands = env.box.labels["space"][env._state.elephant[seat]]
        assert seen[f"elephant[you, {stands}]"] == 1


def test_the_programs_of_the_page_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS.parent)
    programs = re.findall(r"```python\n(.*?)```", OWN, re.DOTALL)
    assert len(programs) == 4
    told: dict[str, Any] = {}
    for program in programs:
        exec(program, told)
    assert str(told["picture"]).startswith("<svg")
    assert told["hands"].shape == (1000, 3, 60)
    assert told["observations"].shape == (64, 461)
    assert told["examples"].shape == (len(told["actions"]), 461)


def test_the_example_tells_how_the_game_went(capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(DOCS / "examples" / "zoo_random.py"))
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["seat_1", "seat_2", "seat_3"]
    assert sum(float(line.rsplit(" ", 1)[1]) for line in lines) == pytest.approx(0, abs=0.02)

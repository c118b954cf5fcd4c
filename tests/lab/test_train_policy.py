"""The example that trains a policy with PyTorch, and what the vector environment advises for it."""

import py_compile
import runpy
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from tradewinds.bots import DEFAULT_BUDGET
from tradewinds.bots.registry import make_bot
from tradewinds.kernel.game import load_game
from tradewinds.kernel.random import stream
from tradewinds.match import Match

EXAMPLES = Path(__file__).parents[2] / "docs/examples"
SVG = "{http://www.w3.org/2000/svg}"
LINE = "fill: none; stroke: #2c6ab0; stroke-width: 2"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    pytest.importorskip("torch")
    pytest.importorskip("gymnasium")
    monkeypatch.syspath_prepend(str(EXAMPLES))
    module = import_module("train_policy")
    monkeypatch.setattr(module, "STEPS", 6)
    monkeypatch.setattr(module, "EXAMS", 4)
    return module


@pytest.fixture
def without_torch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """A function that runs the example without PyTorch."""
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.delitem(sys.modules, "policy_bot", raising=False)
    monkeypatch.setitem(sys.modules, "torch", None)

    def run(*options: str) -> None:
        monkeypatch.setattr(sys, "argv", ["train_policy.py", *options])
        runpy.run_path(str(EXAMPLES / "train_policy.py"), run_name="__main__")

    yield run
    sys.modules.pop("policy_bot", None)


@pytest.mark.parametrize("name", ["train_policy", "policy_bot"])
def test_the_examples_compile(name: str, tmp_path: Path) -> None:
    py_compile.compile(str(EXAMPLES / f"{name}.py"), cfile=str(tmp_path / "out"), doraise=True)


def test_without_pytorch_it_helps_and_says_what_is_missing(
    without_torch: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as helped:
        without_torch("--help")
    assert helped.value.code == 0
    assert "--minutes" in capsys.readouterr().out
    with pytest.raises(SystemExit, match="pip install torch"):
        without_torch("--minutes", "1")


def test_it_trains_draws_a_curve_and_saves_a_bot(
    example: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    curve, saved = tmp_path / "curve.svg", tmp_path / "policy.pt"
    options = ["--rounds", "4", "--games", "8", "--last", "16", "--imitate", "0.5", "--seed", "3"]
    lines = []
    for _ in range(2):
        monkeypatch.setattr(sys, "argv", ["train_policy.py", *options, "--curve", str(curve), "--save", str(saved)])
        example.main()
        lines.append([line.split("games", 1)[1] for line in capsys.readouterr().out.splitlines()])
    assert lines[0] == lines[1]
    assert [line.split("   ")[-1].split(",")[0] for line in lines[0]] == [
        "imitates",
        "imitates",
        "learns from games",
        "learns from games",
        "16 other games after 4 rounds",
    ]
    paths = [path.get("d", "") for path in ElementTree.parse(curve).iter(f"{SVG}path") if LINE in path.get("style", "")]
    assert [path.count("L") + 1 for path in paths] == [5]
    play_one_game(saved, monkeypatch)


def play_one_game(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Play a game with the saved weights as a bot."""
    monkeypatch.setenv("POLICY", str(saved))
    game = load_game("bombay")
    bot, match = make_bot(f"{EXAMPLES / 'policy_bot.py'}:Learned", game), Match(game.box(2), seed="policy")
    while not match.is_over:
        seat = match.to_act
        match.play(bot.choose(match.box, match.masked(seat), seat, DEFAULT_BUDGET, stream(1)))
    assert sum(match.winners()) == pytest.approx(1)


def test_learning_pays(example: Any) -> None:
    """Doing as advised becomes likelier, and so does what turned out well."""
    torch = pytest.importorskip("torch")

    torch.manual_seed(1)
    sights, legal = torch.randint(-2, 20, (64, 10)).to(torch.int8), torch.ones(64, 5, dtype=torch.int8)
    legal[:, 4] = 0
    actions = torch.randint(0, 4, (64,))
    gains = torch.where(actions == 2, 1.0, -1.0)
    for imitate in (True, False):
        policy = example.make_policy(10, 5)
        likely = example.judge(policy, sights, legal)[0].gather(1, actions[:, None])[:, 0].detach()
        played = example.Round(sights, legal, actions, actions * 0 + 1, likely, gains, gains)
        optimiser = torch.optim.Adam(policy.parameters(), lr=1e-2)
        losses = [example.learn(policy, optimiser, played, imitate) for _ in range(5)]
        chances, worth = (each.detach() for each in example.judge(policy, sights, legal))
        assert losses[-1] < losses[0]
        assert chances.exp()[:, 4].max() == 0
        assert (chances.argmax(1) == (1 if imitate else 2)).float().mean() > 0.9
        assert (worth - gains).square().mean() < 1


def test_advantages_end_with_the_game(example: Any) -> None:
    torch = pytest.importorskip("torch")

    worths, last = torch.tensor([[0.1], [0.2], [0.3]]), torch.tensor([0.4])
    rewards, ends = torch.tensor([[0.0], [0.5], [0.0]]), torch.tensor([[0.0], [1.0], [0.0]])
    second, third = 0.5 - 0.2, 0.4 - 0.3
    first = 0.2 - 0.1 + example.LAMBDA * second
    assert example.advantages(worths, last, rewards, ends)[:, 0].tolist() == pytest.approx([first, second, third])


def test_advice_is_legal_good_and_changes_nothing() -> None:
    pytest.importorskip("gymnasium")
    from tradewinds.i18n import Problem
    from tradewinds.lab.gym import LearnerEnv

    env = LearnerEnv(load_game("bombay").box(2), 64, "greedy")
    with pytest.raises(Problem, match="reset first"):
        env.advice()
    _, info = env.reset(seed=1)
    shares: list[float] = []
    while len(shares) < 128:
        before = env._vector.states.tobytes() + env._opponents.rngs.tobytes()
        advice = env.advice()
        assert np.array_equal(advice, env.advice())
        assert env._vector.states.tobytes() + env._opponents.rngs.tobytes() == before
        assert info["action_mask"][np.arange(64), advice].all()
        _, rewards, ends, _, info = env.step(advice)
        shares += list(rewards[ends])
    assert -0.2 < sum(shares) / len(shares) < 0.2

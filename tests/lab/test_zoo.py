"""The environments for PettingZoo: its own tests over every box, and what they cannot know."""

import copy
import pickle
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from pettingzoo.utils.conversions import aec_to_parallel, turn_based_aec_to_parallel

from tests.boxes import BOXES, every_box
from tradewinds.i18n import Problem
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import blank
from tradewinds.kernel.record import copy as copy_record
from tradewinds.lab import bombay_v0, borneo_v0
from tradewinds.lab.vector_games import VectorGames
from tradewinds.lab.zoo import GameEnv, game_key
from tradewinds.match import IllegalMove

# PettingZoo's tests warn of how they import a game of its own.
with warnings.catch_warnings():
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

# PettingZoo says so of every environment with an action mask that is not in its own list.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
]

MODULES: dict[str, ModuleType] = {"bombay": bombay_v0, "borneo": borneo_v0}
PLAIN = list({(box.game.name, box.edition, box.players): box for box in reversed(BOXES)}.values())
"""For every edition and number of players the box without any choices."""
SECRET = [box for box in BOXES if box.name in ("board-2008-4p-stores-closed", "board-2008-4p", "card-2007-3p")]

every_plain_box = pytest.mark.parametrize("box", PLAIN, ids=[f"{box.game.name}-{box.name}" for box in PLAIN])
every_secret_box = pytest.mark.parametrize("box", SECRET, ids=[f"{box.game.name}-{box.name}" for box in SECRET])


def env_factory(box: Box) -> Callable[..., Any]:
    """Return the factory of a box's wrapped environment."""
    return partial(MODULES[box.game.name].env, players=box.players, edition=box.edition, options=box.options)


def raw_env_of(box: Box, **more: str) -> GameEnv:
    """Return the environment of a box without wrappers."""
    make = MODULES[box.game.name].raw_env
    env: GameEnv = make(players=box.players, edition=box.edition, options=box.options, **more)
    return env


def play(env: Any, seed: int) -> Iterator[tuple[str, int]]:
    """Play random legal actions, yielding agent and action before each step."""
    chooser = np.random.default_rng(seed)
    env.reset(seed=seed)
    while not env.terminations[env.agent_selection]:
        actions = np.flatnonzero(env.last()[0]["action_mask"])
        action = int(chooser.choice(actions))
        yield env.agent_selection, action
        env.step(action)


@every_box
def test_pettingzoo_accepts_every_box(box: Box) -> None:
    make = env_factory(box)
    assert make().unwrapped.box.name == box.name
    api_test(make(), num_cycles=4)
    seed_test(make, num_cycles=4)
    parallel_api_test(turn_based_aec_to_parallel(make()), num_cycles=6)
    parallel_seed_test(lambda: turn_based_aec_to_parallel(make()), num_cycles=4)


@every_plain_box
def test_pettingzoo_accepts_whole_games(box: Box) -> None:
    longest = box.game.longest(box)
    api_test(env_factory(box)(), num_cycles=longest)
    parallel_api_test(turn_based_aec_to_parallel(env_factory(box)()), num_cycles=longest)


@every_plain_box
def test_pettingzoo_accepts_rendering(box: Box) -> None:
    render_test(env_factory(box), custom_tests={"svg": lambda picture: picture.startswith("<svg")})


def test_seats_do_not_act_at_once() -> None:
    with pytest.raises(AssertionError, match="is_parallelizable"):
        aec_to_parallel(bombay_v0.env())


@every_box
def test_every_box_can_be_shown(box: Box) -> None:
    text, picture = (raw_env_of(box, render_mode=mode) for mode in ("ansi", "svg"))
    for env in (text, picture):
        env.reset(seed=1)
    assert "seat_1" in str(text.render())
    assert "</svg>" in str(picture.render())


@every_plain_box
def test_it_is_the_game_of_the_rules(box: Box) -> None:
    env, rules = raw_env_of(box), box.game.rules
    state, rng = blank(box.game.state_type), stream(game_key(5, 0))
    rules.setup(box.record, state, rng)
    for agent, action in play(env, 5):
        assert agent == f"seat_{rules.to_act(box.record, state) + 1}"
        rules.apply(box.record, state, action, rng)
    shares = np.zeros(box.players)
    rules.winners(box.record, state, shares)
    assert rules.is_over(box.record, state)
    assert list(env.rewards.values()) == pytest.approx(shares - 1 / box.players)
    assert [env.infos[agent]["win"] for agent in env.agents] == list(shares)


@every_plain_box
def test_the_games_of_a_seed_are_those_of_the_tables(box: Box) -> None:
    env, tables = raw_env_of(box), VectorGames(box, 1, seed=6)
    for _, action in play(env, 6):
        seen = env.last()[0]
        assert np.array_equal(seen["observation"], tables.observations[0])
        assert np.array_equal(seen["action_mask"], tables.legal[0])
        tables.step([action])
    assert tables.over[0]
    assert list(env.rewards.values()) == pytest.approx(tables.rewards[0])
    env.reset()
    assert np.array_equal(env.last()[0]["observation"], tables.observations[0])


@every_secret_box
def test_observation_depends_on_the_mask_only(box: Box) -> None:
    env, rng, others = raw_env_of(box, render_mode="ansi"), stream(3), 0
    for number, _ in enumerate(play(env, 4)):
        if number % 24 != 23:
            continue
        real = env._state
        for seat, agent in enumerate(env.agents):
            seen, shown = env.observe(agent), env.render() if agent == env.agent_selection else None
            env._state = copy_record(env.masked(agent))
            box.game.rules.redeal(box.record, env._state, seat, rng)
            others += env._state.tobytes() != real.tobytes()
            again = env.observe(agent)
            assert np.array_equal(seen["observation"], again["observation"])
            assert np.array_equal(seen["action_mask"], again["action_mask"])
            assert shown is None or shown == env.render()
            env._state = real
    assert others


@every_plain_box
def test_seat_not_to_act_has_no_legal_action(box: Box) -> None:
    env = raw_env_of(box)
    for agent, _ in play(env, 1):
        for other in env.agents:
            assert env.observe(other)["action_mask"].any() == (other == agent)
        if sum(env.observe(agent)["action_mask"]) > 3:
            break


def test_the_end_is_told_to_every_seat_once() -> None:
    env = borneo_v0.env(players=3)
    for _ in play(env, 2):
        assert env.last()[1:4] == (0, False, False)
    rewards = []
    for agent in env.agent_iter():
        observation, reward, terminated, truncated, info = env.last()
        assert (terminated, truncated) == (True, False)
        assert not observation["action_mask"].any()
        assert reward == info["win"] - 1 / 3
        rewards.append((agent, reward))
        env.step(None)
    assert [agent for agent, _ in rewards] == ["seat_1", "seat_2", "seat_3"]
    assert sum(reward for _, reward in rewards) == pytest.approx(0)
    assert max(reward for _, reward in rewards) > 0
    assert env.agents == []


def test_an_illegal_action_loses_at_once() -> None:
    env = bombay_v0.env(players=3)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0]))
    assert all(env.terminations.values())
    assert env.rewards == {other: -1 if other == agent else 0 for other in env.agents}
    env.reset()
    with pytest.raises(AssertionError, match="not in action space"):
        env.step(env.action_space(agent).n)
    with pytest.raises(AttributeError, match="before reset"):
        _ = bombay_v0.env().agents


def test_raw_environment_refuses_illegal_actions_without_effect() -> None:
    env = bombay_v0.raw_env(players=3)
    env.reset(seed=1)
    before = env._state.tobytes()
    with pytest.raises(IllegalMove):
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"] == 0)[0]))
    for action in (None, -1, env.box.game.actions):
        with pytest.raises(Problem, match=r"whole numbers from 0 to 38\."):
            env.step(action)
    assert env._state.tobytes() == before


def test_a_seed_has_many_games_and_no_seed_is_another_one_every_time() -> None:
    env, other = borneo_v0.raw_env(), borneo_v0.raw_env()
    dealt = []
    for seed in (1, None, None, 1, None):
        env.reset(seed=seed)
        dealt.append(env._state.tobytes())
    assert dealt[3:] == dealt[:2]
    assert len(set(dealt)) == 3
    env = borneo_v0.raw_env()
    env.reset()
    other.reset()
    assert env._state.tobytes() != other._state.tobytes()


@pytest.mark.parametrize("again", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))], ids=["copy", "pickle"])
def test_copies_are_independent(again: Callable[[Any], Any]) -> None:
    env = borneo_v0.env(players=3, edition="card-2007")
    again(env).reset(seed=1)
    game = play(env, 9)
    for _ in range(20):
        next(game)
    twin, before = again(env), env.unwrapped._state.tobytes()
    assert (twin.unwrapped._state.tobytes(), twin.unwrapped.box.name) == (before, env.unwrapped.box.name)
    actions = [action for _, action in game]
    assert twin.unwrapped._state.tobytes() == before
    twin.step(int(np.flatnonzero(twin.last()[0]["action_mask"])[0]))
    assert actions
    assert env.agents == list(env.rewards)


def test_unknown_render_modes_are_explained() -> None:
    with pytest.raises(Problem, match="human, ansi, svg"):
        bombay_v0.env(render_mode="rgb_array")
    env = bombay_v0.env()
    env.reset(seed=1)
    with pytest.warns(UserWarning, match="render_mode"):
        assert env.render() is None


def test_people_see_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = bombay_v0.env(render_mode="human", language="de")
    for number, _ in enumerate(play(env, 1)):
        if number == 2:
            break
    assert capsys.readouterr().out.count("Hyderabad") >= 3

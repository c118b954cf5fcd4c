import numpy as np
import pytest

from tradewinds.i18n import Problem
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.observation import observation_tensor
from tradewinds.kernel.record import backing_array, blank
from tradewinds.lab.vector_games import IllegalActions

gymnasium = pytest.importorskip("gymnasium")

from gymnasium.vector import AutoresetMode  # noqa: E402
from gymnasium.wrappers.vector import RecordEpisodeStatistics  # noqa: E402

from tradewinds.kernel.evaluation import COMPILED_BOTS  # noqa: E402
from tradewinds.lab.gym import LearnerEnv  # noqa: E402

BOXES = {
    "bombay": load_game("bombay").box(3, options={"screens": "closed"}),
    "borneo": load_game("borneo").box(4, "board-2008"),
}

every_game = pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)


def choose(rng: np.random.Generator, info: dict[str, np.ndarray]) -> np.ndarray:
    """Choose a random legal action in each game."""
    legal = info["action_mask"]
    return np.asarray((rng.random(legal.shape) * legal).argmax(axis=1))


def expected_observation(env: LearnerEnv, row: int) -> np.ndarray:
    """Return the expected observation of a row, computed with the Python rules."""
    state, seat = blank(env.box.game.state_type), int(env._opponents.learners[row])
    backing_array(state)[0] = env._vector.states[row]
    assert env.box.game.rules.to_act(env.box.record, state) == seat
    env.box.game.rules.mask(env.box.record, state, seat)
    return observation_tensor(env.box, state, seat)


@every_game
@pytest.mark.parametrize("opponents", COMPILED_BOTS)
def test_the_learner_decides_in_every_row_and_sees_its_own_mask(box: Box, opponents: str) -> None:
    env, rng = LearnerEnv(box, 7, opponents), np.random.default_rng(1)
    observations, info = env.reset(seed=5)
    for _ in range(40):
        assert observations in env.observation_space
        for row in range(env.num_envs):
            assert np.array_equal(observations[row], expected_observation(env, row))
            assert info["action_mask"][row].sum() > 0
        observations, rewards, terminated, truncated, info = env.step(choose(rng, info))
        assert not truncated.any()
        assert not rewards[~terminated].any()


@every_game
def test_games_end_with_rewards_and_begin_anew_in_the_same_step(box: Box) -> None:
    env, rng, players = LearnerEnv(box, 6, "random"), np.random.default_rng(2), box.players
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    _, info = env.reset(seed=6)
    seats = [[int(seat)] for seat in info["seat"]]
    while sum(map(len, seats)) < 60:
        before = env._opponents.learners.copy()
        observations, rewards, terminated, _, info = env.step(choose(rng, info))
        for row in np.flatnonzero(terminated):
            shares = info["final_info"]["rewards"][row]
            assert shares.sum() == pytest.approx(0, abs=1e-6)
            assert rewards[row] == shares[before[row]]
            assert -1 / players <= rewards[row] <= 1 - 1 / players + 1e-6
            assert info["final_obs"][row] in env.single_observation_space
            assert not np.array_equal(info["final_obs"][row], observations[row])
            seats[row].append(int(info["seat"][row]))
        if terminated.any():
            assert np.array_equal(info["_final_obs"], terminated)
            assert [value is not None for value in info["final_obs"]] == list(terminated)
        else:
            assert "final_obs" not in info
    for place, taken in enumerate(seats):
        assert taken == [(place + number) % players for number in range(len(taken))]


@every_game
def test_the_same_seed_gives_the_same_games(box: Box) -> None:
    def transcript(seed: int, keep: bool) -> bytes:
        env, rng = LearnerEnv(box, 5, "greedy", keep=keep), np.random.default_rng(3)
        observations, info = env.reset(seed=seed)
        told = b""
        for _ in range(60):
            observations, rewards, _, _, info = env.step(choose(rng, info))
            told += observations.tobytes() + rewards.tobytes() + info["action_mask"].tobytes()
        return told

    assert transcript(7, keep=True) == transcript(7, keep=False) != transcript(8, keep=True)


def test_stronger_opponents_win_more_often() -> None:
    box, lost = BOXES["bombay"], dict.fromkeys(COMPILED_BOTS, 0.0)
    for opponents in COMPILED_BOTS:
        env, rng, found = LearnerEnv(box, 30, opponents), np.random.default_rng(4), list[float]()
        _, info = env.reset(seed=9)
        while len(found) < 60:
            _, rewards, terminated, _, info = env.step(choose(rng, info))
            found += list(rewards[terminated])
        lost[opponents] = sum(found) / len(found)
    assert lost["random"] > -0.15
    assert lost["greedy"] < -0.3
    assert lost["network"] < -0.3


def test_wrappers_of_gymnasium_count_its_games() -> None:
    env = RecordEpisodeStatistics(LearnerEnv(BOXES["bombay"], 4, "random"))
    rng = np.random.default_rng(5)
    _, info = env.reset(seed=1)
    for _ in range(200):
        _, rewards, terminated, _, info = env.step(choose(rng, info))
        if terminated.any():
            assert info["episode"]["r"][terminated] == pytest.approx(rewards[terminated])
            return
    pytest.fail("no game ended")


def test_arrays_of_one_step_outlive_the_next() -> None:
    env, rng = LearnerEnv(BOXES["borneo"], 3, "random"), np.random.default_rng(6)
    first, _ = env.reset(seed=1)
    kept = first.copy()
    for _ in range(5):
        env.step(choose(rng, {"action_mask": env._vector.legal}))
    assert np.array_equal(first, kept)


def test_bad_input_is_refused() -> None:
    box = BOXES["bombay"]
    with pytest.raises(Problem, match="Known are: random, greedy, network"):
        LearnerEnv(box, 2, "chess")
    with pytest.raises(Problem, match="At least one"):
        LearnerEnv(box, 0)
    env = LearnerEnv(box, 2)
    with pytest.raises(Problem, match="reset first"):
        env.step([0, 0])
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"][1] == 0)[0])
    before = env._vector.states.tobytes()
    with pytest.raises(IllegalActions, match=r"Game 1: action \d+ is not legal \(BY-") as caught:
        env.step([int(info["action_mask"][0].argmax()), illegal])
    assert (caught.value.row, caught.value.action) == (1, illegal)
    assert env._vector.states.tobytes() == before
    with pytest.raises(Problem, match="One seed"):
        env.reset(seed=[1, 2])
    with pytest.raises(Problem, match="no options"):
        env.reset(options={"reset_mask": np.ones(2, bool)})

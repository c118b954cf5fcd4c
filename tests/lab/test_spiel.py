"""The games in OpenSpiel: its own checks, and what they do not check."""

import pickle
import random
import re
import runpy
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyspiel
import pytest
from absl import flags
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts

import tradewinds.kernel.random as kernel_random
from tradewinds.i18n import Problem
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import blank, content
from tradewinds.lab.spiel import SpielState
from tradewinds.lab.spiel.chance import Transition, apply_action, apply_chance, initial
from tradewinds.lab.spiel.history import EMPTY_HISTORY

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
EXPLICIT = [
    "tradewinds_bombay(players=2)",
    "tradewinds_bombay(players=5,options=screens:closed;setup:first-game)",
    "tradewinds_borneo(players=3)",
    "tradewinds_borneo(players=4,options=stores:closed;start:2)",
]
SAMPLED = ["tradewinds_bombay(chance=sampled,players=3,seed=5)", "tradewinds_borneo(chance=sampled,seed=5)"]
SHORT = ["tradewinds_bombay(options=screens:closed)", "tradewinds_bombay(chance=sampled,seed=5)"]
SECRET = ["tradewinds_borneo(players=3)", "tradewinds_borneo(options=stores:closed)"]


def random_steps(game: Any, seed: int) -> Iterator[tuple[SpielState, int, SpielState]]:
    """Yield the steps of a random game: before, action, after."""
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        action = rng.choice(state.legal_actions())
        after = state.child(action)
        yield state, action, after
        state = after


def player_information(state: SpielState, player: int) -> tuple[object, ...]:
    """Return all strings and tensors of a player."""
    return (
        state.observation_string(player),
        state.observation_tensor(player),
        state.information_state_string(player),
        state.information_state_tensor(player),
    )


@pytest.mark.parametrize("name", EXPLICIT)
def test_openspiels_random_games_with_explicit_chance(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), 1, True, False)


@pytest.mark.parametrize("name", SAMPLED)
def test_openspiels_random_games_with_sampled_chance(name: str) -> None:
    """Without storing the game's generator, which OpenSpiel cannot do for games written in Python."""
    pyspiel.random_sim_test(pyspiel.load_game(name), 1, False, False)


@pytest.mark.parametrize("name", SHORT)
def test_openspiels_playthroughs_can_be_played_again(name: str, tmp_path: Path) -> None:
    flags.FLAGS.mark_as_parsed()
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(name, [], seed=7), encoding="utf-8")
    original, again = generate_playthrough.replay(str(file))
    assert original == again


def test_openspiels_playthrough_of_borneo() -> None:
    """OpenSpiel takes its time to write down so long a game: it is played again from its actions only."""
    text = generate_playthrough.playthrough(SAMPLED[1], [], seed=7)
    state = pyspiel.load_game(SAMPLED[1]).new_initial_state()
    for action in re.findall(r"^action: (\d+)$", text, re.MULTILINE):
        state.apply_action(int(action))
    assert text.endswith(f"Returns() = {generate_playthrough._format_float_vector(state.returns())}\n")
    assert all(f"# {line}".rstrip() in text for line in str(state).splitlines())


@pytest.mark.parametrize("name", ["bombay", "borneo"])
def test_every_draw_is_a_chance_node(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game in plain Python, whose draws are written down, and the same game with chance as a player."""
    box = load_game(name).box(3)
    draws: list[tuple[int, int]] = []
    fair = kernel_random.uniform_below

    def serialized(rng: object, n: int) -> int:
        with np.errstate(over="ignore"):
            draws.append((int(n), int(fair(rng, n))))
        return draws[-1][1]

    monkeypatch.setattr(kernel_random, "uniform_below", serialized)
    rng, state, chooser = stream(11), blank(box.game.state_type), random.Random(11)
    box.game.functions.setup(box.record, state, rng)
    transition, asked = follow(box, initial(box), draws), len(draws)
    for _ in range(60):
        assert transition.position == content(state)
        action = chooser.choice(actions(box, state))
        draws.clear()
        box.game.functions.apply(box.record, state, action, rng)
        transition = follow(box, apply_action(box, transition, action), draws)
        asked += len(draws)
    assert asked > 30


def follow(box: Box, transition: Transition, draws: list[tuple[int, int]]) -> Transition:
    """Apply the chance outcomes that were drawn; check the number of choices."""
    for n, drawn in draws:
        if n > 1:
            assert transition.choices == n
            transition = apply_chance(box, transition, drawn)
    assert transition.choices == 0
    return transition


def actions(box: Box, state: Any) -> list[int]:
    """Return the legal actions."""
    return [action for action in range(box.game.actions) if box.game.rules.refuse(box.record, state, action) == 0]


@pytest.mark.parametrize("name", SECRET)
def test_observations_depend_on_masks_only(name: str) -> None:
    """Deal anew what a player cannot know: it is told the same, now and after its next action."""
    game, rng, others = pyspiel.load_game(name), random.Random(5), 0
    for state, action, after in list(random_steps(game, 5))[40::9]:
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, rng.random)
            others += str(other) != str(state)
            assert player_information(other, player) == player_information(state, player)
            if state.current_player() == player:
                other.apply_action(action)
                if other.histories[player].mask == after.histories[player].mask:
                    assert player_information(other, player) == player_information(after, player)
    assert others > 20


@pytest.mark.parametrize("name", SECRET)
def test_information_states_remember_everything_but_secret_steps(name: str) -> None:
    game, silent = pyspiel.load_game(name), 0
    pasts: dict[str, object] = {}
    for state, action, after in random_steps(game, 1):
        for player in range(game.num_players()):
            now, then = state.information_state_string(player), after.information_state_string(player)
            acted = player == state.current_player()
            same = state.histories[player].mask == after.histories[player].mask and not acted
            assert (now == then) == same
            silent += same
            past = (state.histories[player].done, state.histories[player].seen)
            assert pasts.setdefault(now, past) == past
        assert not state.is_chance_node() or action < game.max_chance_outcomes()
    assert silent > 10


def test_trace_depends_on_actions_and_observations_in_order() -> None:
    pasts = [
        EMPTY_HISTORY,
        EMPTY_HISTORY.add_action(1),
        EMPTY_HISTORY.add_action(2),
        EMPTY_HISTORY.add_observation(b"x"),
        EMPTY_HISTORY.add_action(1).add_observation(b"x"),
        EMPTY_HISTORY.add_observation(b"x").add_action(1),
    ]
    assert len({past.trace for past in pasts}) == len(pasts)


@pytest.mark.parametrize("name", [EXPLICIT[3], SAMPLED[0]])
def test_states_can_be_stored_and_copied(name: str) -> None:
    game = pyspiel.load_game(name)
    for state, action, after in list(random_steps(game, 2))[::13]:
        stored = pickle.loads(pickle.dumps(state))
        assert (str(stored), stored.history(), str(stored.get_game())) == (str(state), state.history(), str(game))
        assert player_information(stored, 0) == player_information(state, 0)
        if not game.sampled:
            stored.apply_action(action)
            assert str(stored) == str(after)
            assert str(stored) != str(state)


def test_sampled_chance_is_unpredictable_but_reproducible() -> None:
    game, again = pyspiel.load_game(SAMPLED[1]), pyspiel.load_game(SAMPLED[1])
    first = game.new_initial_state().child(0)
    assert str(first) == str(again.new_initial_state().child(0))
    assert str(first) != str(game.new_initial_state().child(0))


def test_open_box_is_perfect_information() -> None:
    kinds = pyspiel.GameType.Information
    for name in (EXPLICIT[0], "tradewinds_bombay(players=3,options=screens:closed)"):
        assert pyspiel.load_game(name).get_type().information == kinds.PERFECT_INFORMATION
    for name in SECRET:
        assert pyspiel.load_game(name).get_type().information == kinds.IMPERFECT_INFORMATION


def test_private_and_public_observations_are_separate() -> None:
    """OpenSpiel's public and private parts: together all that a player sees, and the public one without secrets."""
    kind, who = pyspiel.IIGObservationType, pyspiel.PrivateInfoType
    game = pyspiel.load_game(SECRET[1])
    state = next(before for before, _, _ in list(random_steps(game, 1))[60:] if not before.is_chance_node())
    public, own, everything = (
        game.make_py_observer(kind(perfect_recall=False, public_info=shown, private_info=private))
        for shown, private in ((True, who.NONE), (False, who.SINGLE_PLAYER), (True, who.ALL_PLAYERS))
    )
    hands = [line for line in own.string_from(state, 0).splitlines() if line.startswith("hand:")]
    assert len(hands) == 1
    assert "hand: 1=? 2=? 3=?" in public.string_from(state, 0)
    assert everything.string_from(state, 0) == str(state)
    public.set_from(state, 0)
    own.set_from(state, 0)
    assert public.dict["hand"][0].tolist() == [-1] * 60
    assert own.dict["hand"][0].sum() == len(hands[0].split()[1].split(","))
    assert not own.dict["port"].any()


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"players": 9}, "2 to 5 players, not 9"),
        ({"options": "open"}, "'open' has no value"),
        ({"options": "screens:ajar"}, "ajar"),
        ({"chance": "fair"}, "explicit or sampled, not 'fair'"),
    ],
)
def test_bad_parameters_are_explained(parameters: dict[str, object], message: str) -> None:
    with pytest.raises(Problem, match=message):
        pyspiel.load_game("tradewinds_bombay", parameters)


def test_options_may_be_written_as_elsewhere() -> None:
    game = pyspiel.load_game("tradewinds_bombay", {"options": "screens=closed,start=1"})
    assert str(game) == "tradewinds_bombay(options=screens:closed;start:1)"
    assert str(pyspiel.load_game(str(game))) == str(game)


def test_the_search_example_plays(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """OpenSpiel's own tree search, as in the documents but with less thought."""
    monkeypatch.setattr(sys, "argv", ["openspiel_mcts.py", "--games", "1", "--simulations", "2"])
    runpy.run_path(str(EXAMPLES / "openspiel_mcts.py"))
    assert re.search(r"game 1: seat 1, \d+ decisions, return [+-]0\.50\nmean return", capsys.readouterr().out)


def test_openspiels_search_with_hidden_cards_plays() -> None:
    """It deals the hidden cards anew for each game in thought."""
    game = pyspiel.load_game(SAMPLED[1])
    chance = np.random.RandomState(1)
    rollouts = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=chance)
    bot = ismcts.ISMCTSBot(game=game, evaluator=rollouts, uct_c=1.0, max_simulations=3, random_state=chance)
    state = game.new_initial_state().child(0)
    for _ in range(3):
        state.apply_action(bot.step(state))
        while state.is_chance_node():
            state.apply_action(0)
    assert len(state.history()) >= 4

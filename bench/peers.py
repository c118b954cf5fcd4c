"""OpenSpiel's C++ games as the measure: driven from Python, and by its own rollouts in C++."""

import random
from collections.abc import Callable
from time import perf_counter
from typing import Any

import pyspiel

ROLLOUTS = {"hearts": 3000, "backgammon": 60}


class Peer:
    """One game of OpenSpiel, from the first decision of a fixed deal."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.game = pyspiel.load_game(name)
        self.chooser = random.Random(1)
        self.start = self.settle(self.game.new_initial_state())
        self.length = sum(self.play_out(self.start.clone()) for _ in range(20)) / 20

    def settle(self, state: Any) -> Any:
        """Let chance act until a player must decide."""
        while state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(self.chooser.choices(actions, weights)[0])
        return state

    def play_out(self, state: Any) -> int:
        """Play on at random, driven from Python; how many decisions that took."""
        decisions = 0
        while not state.is_terminal():
            state.apply_action(self.chooser.choice(state.legal_actions()))
            decisions += 1
            if not state.is_terminal():
                self.settle(state)
        return decisions

    def from_python(self) -> float:
        """Decisions per second when Python makes every step of whole games, the deal included."""
        return self.speed(lambda: self.settle(self.game.new_initial_state()))

    def dealt_from_python(self) -> float:
        """The same from a position that has been dealt already."""
        return self.speed(self.start.clone)

    def speed(self, begin_game: Callable[[], Any]) -> float:
        """Decisions per second of random games from Python."""
        begin, decisions = perf_counter(), 0
        while perf_counter() - begin < 0.4:
            decisions += self.play_out(begin_game())
        return decisions / (perf_counter() - begin)

    def rollouts(self) -> float:
        """Decisions per second of its own random rollouts: a search of one simulation, which evaluates its root.

        The deal is not included, which is in OpenSpiel's favour.
        """
        count = ROLLOUTS[self.name]
        evaluator = pyspiel.RandomRolloutEvaluator(count, self.chooser.randrange(10**6))
        bot = pyspiel.MCTSBot(self.game, evaluator, 1.4, 1, 1, False, 7, False)
        begin = perf_counter()
        bot.step(self.start)
        return count * self.length / (perf_counter() - begin)

    def calls(self) -> dict[str, Any]:
        """The calls that correspond to ours."""
        player = self.start.current_player()
        action = self.start.legal_actions()[0]

        def step() -> None:
            self.start.clone().apply_action(action)

        calls = {"legal": self.start.legal_actions, "apply": step}
        if self.game.get_type().provides_observation_tensor:
            calls["view"] = lambda: self.start.observation_tensor(player)
        elif self.game.get_type().provides_information_state_tensor:
            calls["view"] = lambda: self.start.information_state_tensor(player)
        return calls

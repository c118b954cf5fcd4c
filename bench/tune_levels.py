"""Find the temperatures of the lower levels, so that each level beats the one below it by about as much everywhere.

    python -m bench.tune_levels bombay > src/tradewinds/games/bombay/levels.toml

Expert and master are given by their simulations. For each number of players the temperature of `skilled` is sought at
which one expert wins the share aimed at against a table of them; then that of `casual` against `skilled`, and so on.
The same deals serve all temperatures of a step, which makes the win share nearly monotonic.
"""

import argparse
import sys
from dataclasses import dataclass

from tradewinds.bots.network import network_of
from tradewinds.executor import SERIAL
from tradewinds.kernel.game import Game, load_game
from tradewinds.lab.selfplay_data import SelfPlayOptions, competition, win_share
from tradewinds.registry import GAMES

AIMS = {2: 0.64, 3: 0.58, 4: 0.55, 5: 0.52}
"""The win share of one against a table of the level below, by number of players."""

STEPS = 4
"""Temperatures tried for each level."""


@dataclass(frozen=True)
class Setting:
    """The numbers of a level."""

    name: str
    simulations: int
    seconds: float
    temperature: float

    @property
    def options(self) -> SelfPlayOptions:
        """How the level plays."""
        return competition(self.simulations, self.temperature or 1e-6)

    @property
    def toml(self) -> str:
        """The line of the file."""
        warm = f", temperature = {self.temperature:g}" if self.temperature else ""
        return f"{self.name} = {{ simulations = {self.simulations}, seconds = {self.seconds}{warm} }}"


def tune(game: Game, players: int, above: Setting, name: str, games: int) -> Setting:
    """Return a level below another one, whose temperature is found by bisection on a logarithmic scale."""
    low, high = max(0.004, above.temperature), max(0.1, 5 * above.temperature)
    games = games if above.simulations == 1 else games // 3
    for _ in range(STEPS):
        middle = Setting(name, 1, 0.5, round((low * high) ** 0.5, 4))
        networks, both = (network_of(game), network_of(game)), (above.options, middle.options)
        share = win_share(game, players, networks, both, games, 5, SERIAL)
        print(f"{game.name} {players}: {above.name} / {name} at {middle.temperature}: {share:.1%}", file=sys.stderr)
        low, high = (low, middle.temperature) if share > AIMS[players] else (middle.temperature, high)
    return Setting(name, 1, 0.5, round((low * high) ** 0.5, 4))


def levels(game: Game, players: int, expert: int, games: int) -> list[Setting]:
    """Return the levels of a number of players, weakest first."""
    found = [Setting("master", 20_000, 2.0, 0), Setting("expert", expert, 1.0, 0)]
    for name in ("skilled", "casual", "novice"):
        found.append(tune(game, players, found[-1], name, games))
    return found[::-1]


def main() -> None:
    """Tune and print the file."""
    parser = argparse.ArgumentParser(prog="python -m bench.tune_levels", description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--expert", type=int, default=128, help="simulations of the expert")
    parser.add_argument("--games", type=int, default=400, help="for each temperature")
    parser.add_argument("--players", type=int, nargs="*", help="numbers of players; all unless said")
    args = parser.parse_args()
    game = load_game(args.game)
    print("# Levels by number of players; see bots/levels.py. Temperatures found by bench/tune_levels.py.")
    for players in args.players or game.players:
        print(f"\n[{players}]")
        print("\n".join(level.toml for level in levels(game, players, args.expert, args.games)), flush=True)


if __name__ == "__main__":
    main()

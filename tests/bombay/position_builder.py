"""Positions for tests: the first-game set-up, with edits that conserve all components."""

from collections.abc import Callable
from typing import Any

from tradewinds.games.bombay import GAME
from tradewinds.games.bombay.state import COLOUR_NAMES, MARKET_NAMES
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import NONE, copy
from tradewinds.match import Match


class PositionBuilder:
    """A position under construction. Seats are numbered from 0; spaces and colours are given by name."""

    def __init__(self, box: Box, state: Any) -> None:
        self.box = box
        self.state = state

    def space(self, name: str) -> int:
        return list(self.box.labels["space"]).index(name)

    def at(self, seat: int, space: str) -> None:
        self.state.elephant[seat] = self.space(space)

    def carry(self, seat: int, *colours: str) -> None:
        """Load bales on an elephant, from the bag or, if it has none of that colour, from the market."""
        for colour in map(COLOUR_NAMES.index, colours):
            if self.state.bag[colour]:
                self.state.bag[colour] -= 1
            else:
                self.state.stock[colour] -= 1
                if not self.state.stock[colour]:
                    self.state.market[colour] = NONE
            self.state.bales[seat, colour] += 1

    def markets(self, **counts: dict[str, int]) -> None:
        """Set the markets: markets(left={"blue": 3}); all other bales go into the bag."""
        for colour in range(len(COLOUR_NAMES)):
            self.state.bag[colour] += self.state.stock[colour]
            self.state.stock[colour] = 0
            self.state.market[colour] = NONE
        for market, goods in counts.items():
            for name, count in goods.items():
                colour = COLOUR_NAMES.index(name)
                self.state.bag[colour] -= count
                self.state.stock[colour] = count
                self.state.market[colour] = MARKET_NAMES.index(market)

    def palace(self, seat: int, space: str) -> None:
        """Add a palace and resolve the token on its space."""
        place = self.space(space)
        self.state.palace[place] = seat
        self.state.palaces[seat] += 1
        token = self.state.token[place]
        self.state.token[place] = NONE
        if token == 0:
            self.state.palace_clients[seat] += 1
        elif token == 2:
            self.state.palace_cities[seat] += 1

    def city_token(self, seat: int, city: str) -> None:
        number = list(self.box.labels["city"]).index(city)
        self.state.city_tokens[seat, number] = 1
        self.state.city_left[number] -= 1


def build_position(players: int = 4, edit: Callable[[PositionBuilder], object] | None = None, **options: str) -> Match:
    """Return a match that starts from the first-game set-up with seat 0 to act, changed by `edit` and checked."""
    box = GAME.box(players, options={"setup": "first-game", "start": "1", **options})
    state = copy(Match(box, seed="desk").state)
    arranged = PositionBuilder(box, state)
    arranged.markets(left={"blue": 4}, middle={"violet": 3}, right={"orange": 1, "yellow": 1})
    if edit:
        edit(arranged)
    law = GAME.rules.check(box.record, state)
    assert law == 0, GAME.laws[law]
    return Match(box, seed="desk", origin=state)


def rupees(match: Match, seat: int = 0) -> int:
    return int(match.state.rupees[seat])

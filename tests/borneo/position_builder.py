"""Positions for tests: a game in progress with edits that conserve all components."""

import re
from collections.abc import Callable
from typing import Any

from tradewinds.games.borneo import GAME
from tradewinds.games.borneo.state import COMPANY_NAMES, MERCHANTS, PHASE_NAMES, SLOT_NAMES
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import NONE, blank
from tradewinds.kernel.sets import members
from tradewinds.match import Match


class PositionBuilder:
    """A position under construction. Seats and ranks are numbered from 0; other arguments are names.

    A card's name may be abbreviated to a prefix (`rrry`) that is unique among the free cards.
    """

    def __init__(self, box: Box) -> None:
        self.box = box
        self.state = blank(GAME.state_type)
        self.free = list(range(60))
        self.hands: dict[int, int] = {}
        self.turn(0, MERCHANTS)

    def turn(self, seat: int, phase: int) -> None:
        """Set whose turn it is and the phase; the default is seat 0 in the merchant phase."""
        self.state.turn = self.state.seat = seat
        self.state.phase = phase

    def card(self, name: str) -> int:
        labels = self.box.labels["card"]
        fitting = [c for c in self.free if labels[c] == name] or [c for c in self.free if labels[c].startswith(name)]
        assert len(fitting) == 1, f"{name}: {[labels[c] for c in fitting]}"
        self.free.remove(fitting[0])
        return fitting[0]

    def port(self, name: str) -> int:
        return list(self.box.labels["port"]).index(name)

    def hand(self, seat: int, *cards: str) -> None:
        """Set a hand; hands that are not set get three arbitrary cards."""
        self.state.hand[seat] = sum(1 << self.card(card) for card in cards)
        self.hands[seat] = len(cards)

    def store(self, seat: int, *goods: str) -> None:
        """Add cargo cards and ports to a store."""
        for name in goods:
            if name in self.box.labels["port"]:
                self.state.port_store[seat] |= 1 << self.port(name)
            else:
                self.state.store[seat] |= 1 << self.card(name)

    def spice(self, seat: int, spice: str, count: int, double: bool = False) -> list[str]:
        """Add free cards of a spice to a store, singles or doubles; return their names."""
        labels = self.box.labels["card"]
        ending = f"-{spice}2" if double else f"-{spice}"
        names = [labels[c] for c in self.free if labels[c].split(".")[0].endswith(ending)][:count]
        assert len(names) == count
        self.store(seat, *names)
        return names

    def rows(self, **rows: str) -> None:
        """Set merchants by company: rows(red="0 1 2"). The remaining merchants go to the other companies."""
        self.state.row[:] = NONE
        placed = [0] * self.box.players
        for name, row in rows.items():
            for rank, seat in enumerate(map(int, row.split())):
                self.state.row[COMPANY_NAMES.index(name), rank] = seat
                placed[seat] += 1
        spaces = int(self.box.record.row_spaces)
        others = [number for number, name in enumerate(COMPANY_NAMES) if name not in rows]
        for seat in range(self.box.players):
            for _ in range(int(self.box.record.merchants) - placed[seat]):
                company = min(others, key=lambda number: sum(self.state.row[number] != NONE))
                rank = int(sum(self.state.row[company] != NONE))
                assert rank < spaces
                self.state.row[company, rank] = seat

    def ports(self, *names: str) -> None:
        """Set the open ports from left to right."""
        self.state.port[:] = [self.port(name) for name in names]

    def lying(self, slot: str, *cards: str) -> None:
        """Set the cargo at a port, first card first."""
        for place, card in enumerate(cards):
            self.state.lying[SLOT_NAMES.index(slot), place] = self.card(card)

    def discard(self, *cards: str) -> None:
        for card in cards:
            self.state.discard |= 1 << self.card(card)

    def discard_all_but(self, count: int) -> None:
        """Leave `count` free cards in the draw pile and discard the others. Call it last."""
        self.fill_hands()
        while len(self.free) > count:
            self.state.discard |= 1 << self.free.pop()

    def pile(self, count: int) -> None:
        """Leave `count` ports in the face-down pile and remove the others from the game."""
        closed = self.closed()
        for port in closed[count:]:
            self.state.gone |= 1 << port

    def closed(self) -> list[int]:
        held = [port for seat in range(self.box.players) for port in members(self.state.port_store[seat])]
        used = {*held, *self.state.port.tolist(), *members(self.state.gone)}
        return [port for port in members(self.box.record.ports) if port not in used]

    def fill_hands(self) -> None:
        for seat in range(self.box.players):
            if seat not in self.hands:
                self.state.hand[seat] = sum(1 << self.free.pop() for _ in range(3))
                self.hands[seat] = 3

    def finish(self) -> None:
        """Fill in the derived fields."""
        state, players = self.state, range(self.box.players)
        self.fill_hands()
        state.draw = sum(1 << card for card in self.free)
        state.pile = sum(1 << port for port in self.closed())
        for seat in players:
            state.hand_size[seat] = len(members(state.hand[seat]))
            state.store_size[seat] = len(members(state.store[seat]))
            state.port_store_size[seat] = len(members(state.port_store[seat]))
            state.stored |= state.store[seat]
        state.placed = self.box.players * int(self.box.record.merchants)
        state.contracts[:] = self.box.record.contracts
        for kind in range(5):
            state.contracts[kind] -= sum(int(state.fulfilled[seat, kind]) for seat in players)


Edition = str | bytes
"""The name of an edition, or the content of a custom box file."""


def custom_box(edition: str, **rules: str) -> bytes:
    """Return an edition's box file with some rules changed."""
    text = GAME.edition_file(edition).decode()
    for name, value in rules.items():
        text, count = re.subn(rf'^{name} = ".*"$', f'{name} = "{value}"', text, flags=re.MULTILINE)
        assert count == 1
    return text.encode()


def build_position(
    edition: Edition = "board-2008",
    players: int = 3,
    edit: Callable[[PositionBuilder], object] | None = None,
    **options: str,
) -> Match:
    """Return a match with seat 0 in the merchant phase, changed by `edit` and checked."""
    named, file = (edition, None) if isinstance(edition, str) else (None, edition)
    box = GAME.box(players, named, {"start": "1", **options}, file=file)
    arranged = PositionBuilder(box)
    state = arranged.state
    for field in ("lying", "port", "order"):
        state[field][:] = NONE
    for field in ("ship", "contract", "pirate", "company", "attacker", "defender", "share"):
        state[field] = NONE
    arranged.rows()
    arranged.state.port[:] = members(box.record.ports)[:3]
    if edit:
        edit(arranged)
    arranged.finish()
    law = GAME.rules.check(box.record, state)
    assert law == 0, GAME.laws[law]
    return Match(box, seed="desk", origin=state)


def phase(match: Match) -> str:
    return PHASE_NAMES[int(match.state.phase)]


def row(match: Match, company: str) -> list[int]:
    """Return the seats that own the merchants of a company, by rank."""
    return [int(seat) for seat in match.state.row[COMPANY_NAMES.index(company)] if seat != NONE]


def names(match: Match, cards: Any, axis: str = "card") -> list[str]:
    """Return the names of a set's members."""
    return [match.box.labels[axis][card] for card in members(cards)]


def play(match: Match, *texts: str) -> Match:
    for text in texts:
        match.play(text)
    return match

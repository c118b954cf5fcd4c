"""BY-6 and BY-7: scoring and hidden information."""

import numpy as np
import pytest

from tests.bombay.position_builder import PositionBuilder, build_position
from tradewinds.games.bombay import GAME
from tradewinds.games.bombay.scoring import rank_reward
from tradewinds.games.bombay.state import TOKEN_NAMES
from tradewinds.kernel.record import HIDDEN, SPECTATOR, blank
from tradewinds.match import Match


def ranks(*empires: int) -> list[int]:
    box = GAME.box(len(empires)).record
    state = blank(GAME.state_type)
    state.clients[: len(empires)] = empires
    return [int(rank_reward(box, state, seat)) for seat in range(len(empires))]


@pytest.mark.parametrize(
    ("empires", "rewards"),
    [
        ((3, 1), [4, 0]),
        ((2, 2), [2, 2]),
        ((5, 3, 1), [6, 2, 0]),
        ((5, 5, 1), [4, 4, 0]),
        ((5, 3, 3), [6, 1, 1]),
        ((4, 4, 4), [2, 2, 2]),
        ((9, 7, 5, 3), [8, 4, 2, 0]),
        ((6, 6, 4, 2), [6, 6, 2, 0]),
        ((5, 0, 0, 0), [8, 2, 2, 2]),
        ((0, 0, 0, 0), [3, 3, 3, 3]),
        ((1, 3, 5, 7, 9), [0, 2, 4, 6, 8]),
        ((7, 7, 7, 1, 1), [6, 6, 6, 1, 1]),
    ],
)
def test_by_6_1_ranks(empires: tuple[int, ...], rewards: list[int]) -> None:
    assert ranks(*empires) == rewards


def test_by_6_1_printed_example() -> None:
    """Palaces and clients 3+3, 4+2, 2+2, 0+2: grey and black share 12, ivory gets 2, pink nothing."""

    def empires(d: PositionBuilder) -> None:
        sites = iter(["A", "B", "H1", "H2", "G2", "G5", "G4", "G7", "G1"])
        for seat, (palaces, clients) in enumerate([(3, 3), (4, 2), (2, 2), (0, 2)]):
            for _ in range(palaces):
                d.palace(seat, next(sites))
            d.state.clients[seat] = clients - d.state.palace_clients[seat]

    match = build_position(edit=empires)
    assert [int(rank_reward(match.box.record, match.state, seat)) for seat in range(4)] == [6, 6, 2, 0]


@pytest.mark.parametrize("players", range(2, 6))
def test_by_6_2_city_tokens(players: int) -> None:
    box = GAME.box(players).record
    state = blank(GAME.state_type)
    state.clients[1] = 9
    rewards = []
    for cities in range(6):
        state.city_tokens[0] = [n < min(cities, 4) for n in range(4)]
        state.palace_cities[0] = max(0, cities - 4)
        points = np.zeros(5, np.int32)
        GAME.rules.scores(box, state, points)
        rewards.append(int(points[0]) - int(rank_reward(box, state, 0)))
    assert rewards == [0, 0, 0, 4, 8, 8]


def test_by_6_2_palace_city_tokens_count() -> None:
    def three(d: PositionBuilder) -> None:
        d.city_token(0, "Bombay")
        d.city_token(0, "Indore")
        d.palace(0, "G3")

    match = build_position(edit=three)
    points = np.zeros(4, np.int32)
    GAME.rules.scores(match.box.record, match.state, points)
    assert points[0] == 2 + 8 + 4


@pytest.mark.parametrize(
    ("cities", "palaces", "reward"),
    [(0, 2, 0), (1, 1, 0), (1, 2, 4), (2, 1, 4), (2, 2, 8), (3, 0, 4), (3, 1, 8), (3, 2, 8), (4, 2, 8)],
)
def test_by_6_2_each_palace_city_token_counts(cities: int, palaces: int, reward: int) -> None:
    def tokens(d: PositionBuilder) -> None:
        for city in list(d.box.labels["city"])[:cities]:
            d.city_token(0, city)
        sites = [name for name in d.box.labels["space"] if d.state.token[d.space(name)] == TOKEN_NAMES.index("city")]
        for site in sites[:palaces]:
            d.palace(0, site)

    match = build_position(edit=tokens)
    assert match.state.palace_cities[0] == palaces
    points = np.zeros(4, np.int32)
    GAME.rules.scores(match.box.record, match.state, points)
    assert points[0] - 2 - rank_reward(match.box.record, match.state, 0) == reward


def shares(
    rupees: list[int], clients: list[int], palace_clients: list[int], palaces: tuple[int, ...] = (0, 0, 0, 0)
) -> list[float]:
    box = GAME.box(4).record
    state = blank(GAME.state_type)
    state.palaces[:4] = palaces
    state.rupees[:4], state.clients[:4], state.palace_clients[:4] = rupees, clients, palace_clients
    out = np.zeros(4, np.float64)
    GAME.rules.winners(box, state, out)
    return [float(value) for value in out]


def test_by_6_3_most_rupees() -> None:
    assert shares([9, 5, 5, 5], [0, 0, 0, 0], [0, 0, 0, 0]) == [1, 0, 0, 0]


def test_by_6_3_ties_go_to_clients_then_are_shared() -> None:
    # Seat 1 gets 8 rupees for its rank, seat 0 half of 2: 18 each.
    assert shares([17, 10, 0, 0], [0, 3, 1, 0], [0, 0, 0, 0]) == [0, 1, 0, 0]
    assert shares([17, 10, 0, 0], [0, 0, 1, 0], [0, 3, 0, 0]) == [0, 1, 0, 0]
    assert shares([10, 10, 0, 0], [2, 2, 0, 0], [0, 0, 0, 0]) == [0.5, 0.5, 0, 0]
    assert shares([10, 10, 0, 0], [2, 1, 0, 0], [0, 1, 0, 0]) == [0.5, 0.5, 0, 0]


def test_by_6_3_palaces_break_no_tie() -> None:
    # Seat 0 has five palaces and seat 1 three clients: 8 and 4 rupees for their ranks make 18 each.
    assert shares([10, 14, 0, 0], [0, 3, 0, 0], [0, 0, 0, 0], (5, 0, 0, 0)) == [0, 1, 0, 0]
    # A tie in rupees and clients, regardless of palaces.
    assert shares([10, 14, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0], (4, 2, 0, 0)) == [0.5, 0.5, 0, 0]


def test_by_7_open_screens_hide_nothing() -> None:
    match = Match(GAME.box(4))
    for seat in (SPECTATOR, 0, 3):
        assert match.shown(seat).tobytes() == match.state.tobytes()


def test_by_7_closed_screens() -> None:
    def rich(d: PositionBuilder) -> None:
        d.state.clients[:4] = [1, 2, 3, 4]
        d.palace(1, "G1")
        d.palace(2, "G3")
        d.city_token(3, "Nagpur")

    match = build_position(edit=rich, screens="closed")
    for seat in range(4):
        assert match.masked(seat).tobytes() == match.state.tobytes()
        seen = match.shown(seat)
        for other in range(4):
            private = [seen.rupees[other], seen.clients[other], seen.palace_clients[other], seen.palace_cities[other]]
            private += seen.city_tokens[other].tolist()
            if other == seat:
                assert HIDDEN not in private
            else:
                assert set(private) == {HIDDEN}
    public = match.shown(SPECTATOR)
    assert set(public.rupees[:4].tolist()) == {HIDDEN}
    assert public.city_left.tolist() == match.state.city_left.tolist()
    assert public.bales.tobytes() == match.state.bales.tobytes()


def test_by_7_screens_are_lifted_at_the_end() -> None:
    match = Match(GAME.box(2, options={"screens": "closed"}))
    while not match.is_over:
        match.play("wait")
    assert match.shown(0).tobytes() == match.state.tobytes()


def test_by_7_the_only_chance_is_in_setup_and_refill() -> None:
    match = Match(GAME.box(3), seed="chance")
    while not match.is_over:
        number = match.state.set_number
        step = match.play(match.legal()[-1])
        assert step.chance == (match.state.set_number != number)

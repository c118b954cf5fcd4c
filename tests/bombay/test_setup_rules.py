"""BY-1 to BY-4: components, set-up, turn order and refill."""

from collections import Counter
from functools import partial

import numpy as np
import pytest

from tests.bombay.position_builder import PositionBuilder, build_position
from tests.moves import moves, refused
from tradewinds.games.bombay import GAME
from tradewinds.games.bombay.markets import sort_markets
from tradewinds.games.bombay.state import COLOUR_NAMES, MARKET_NAMES, TOKEN_NAMES
from tradewinds.kernel.record import blank
from tradewinds.match import Match

PLAYERS = range(2, 6)
NAMES = list(GAME.box(4).labels["space"])


def kinds() -> dict[str, str]:
    return {space.name: space.kind for space in GAME.box(4).data.board.spaces}


def test_by_1_1_players_elephants_palaces() -> None:
    assert list(GAME.players) == [2, 3, 4, 5]
    for players in PLAYERS:
        record = GAME.box(players).record
        assert (record.players, record.baskets, record.palaces) == (players, 2, 5)


def test_by_1_2_bales_and_cubes() -> None:
    record = GAME.box(4).record
    assert dict(zip(COLOUR_NAMES, record.bales.tolist(), strict=True)) == {
        "yellow": 3,
        "violet": 4,
        "blue": 5,
        "orange": 5,
    }
    assert Counter(record.columns.flatten().tolist()) == {0: 3, 1: 3, 2: 3, 3: 3}


@pytest.mark.parametrize("players", PLAYERS)
def test_by_1_2_bales_and_cubes_of_a_game(players: int) -> None:
    """Seventeen bales are in the bag and on the markets, and three cubes of each colour are on the board."""
    for seed in range(5):
        state = Match(GAME.box(players), seed=str(seed)).state
        assert (state.bag + state.stock).tolist() == [3, 4, 5, 5]
        assert Counter(state.demand.flatten().tolist()) == {0: 3, 1: 3, 2: 3, 3: 3}


def test_by_1_3_tokens_posts_and_a_bank_without_bottom() -> None:
    for players in PLAYERS:
        record = GAME.box(players).record
        assert record.tokens.sum() == 8
        assert set(record.posts.tolist()) == {2 if players > 3 else 1}

    def rich(d: PositionBuilder) -> None:
        d.state.rupees[0] = 200
        d.state.clients[0] = 40
        d.at(0, "Hyderabad")
        d.carry(0, "violet")

    match = build_position(edit=rich)
    match.play("sell violet")
    assert (match.state.rupees[0], match.state.clients[0]) == (201, 42)


def test_by_1_4_spaces_and_paths() -> None:
    assert Counter(kinds().values()) == {"hill": 2, "city": 4, "E": 4, "F": 4, "G": 8, "H": 2}
    record = GAME.box(4).record
    assert record.degree.sum() == 2 * 38
    for here in range(24):
        for there in range(24):
            assert (record.adjacent[here] >> there) & 1 == (record.adjacent[there] >> here) & 1
    assert record.degree.min() >= 2


def test_by_1_4_moves_go_along_the_paths_and_no_others() -> None:
    around: dict[str, set[str]] = {name: set() for name in NAMES}
    for one, other in GAME.box(4).data.board.paths:
        around[one].add(other)
        around[other].add(one)
    for here in NAMES:
        match = build_position(edit=partial(PositionBuilder.at, seat=0, space=here))
        assert sorted(move.split()[1] for move in moves(match) if move.startswith("move")) == sorted(around[here])
        for there in set(NAMES) - around[here]:
            assert refused(match, f"move {there}") == ("BY-5.2", "no_path")


def test_by_1_4_what_can_be_done_on_each_kind_of_space() -> None:
    """With a bale of any colour: buy on E and F, build on hills, G and H; in cities sell the colours shown."""
    done = {"E": {"buy"}, "F": {"buy"}, "city": {"sell"}, "hill": {"build"}, "G": {"build"}, "H": {"build"}}
    for here, kind in kinds().items():
        for colour in COLOUR_NAMES:

            def arrange(d: PositionBuilder, here: str = here, colour: str = colour) -> None:
                d.at(0, here)
                d.carry(0, colour)
                d.markets(left=dict.fromkeys(COLOUR_NAMES, 2))

            found = {move.split()[0] for move in moves(build_position(edit=arrange))} - {"pass", "wait", "move"}
            assert found <= done[kind]
            assert found or kind == "city"


@pytest.mark.parametrize("players", PLAYERS)
def test_by_2_1_elephants_and_rupees(players: int) -> None:
    for seed in range(20):
        state = Match(GAME.box(players), seed=str(seed)).state
        assert {NAMES[space] for space in state.elephant[:players]} == {"A"}
        in_order = [int(state.rupees[(state.start + n) % players]) for n in range(players)]
        assert in_order == ([2, 2, 2, 2, 3] if players == 5 else [2] * players)


@pytest.mark.parametrize("players", PLAYERS)
def test_by_2_2_city_tokens(players: int) -> None:
    assert Match(GAME.box(players)).state.city_left.tolist() == [players - 1] * 4


def test_by_2_3_columns_at_random() -> None:
    columns = {(0, 1, 3), (1, 3, 2), (3, 2, 0), (2, 0, 1)}
    seen = set()
    for seed in range(60):
        demand = Match(GAME.box(4), seed=str(seed)).state.demand
        assert {tuple(column) for column in demand.tolist()} == columns
        seen.add(demand.tobytes())
    assert len(seen) > 15


@pytest.mark.parametrize("players", PLAYERS)
def test_by_2_4_posts(players: int) -> None:
    layouts = set()
    for seed in range(30):
        state = Match(GAME.box(players), seed=str(seed)).state
        posts = {NAMES[space]: int(colour) for space, colour in enumerate(state.post) if colour >= 0}
        sites = "EF" if players > 3 else "E"
        assert set(posts) == {f"{letter}{n}" for letter in sites for n in range(1, 5)}
        assert set(Counter(posts.values()).values()) == {len(sites)}
        layouts.add(state.post.tobytes())
    assert len(layouts) > 10


def test_by_2_4_unused_f_sites_are_ordinary() -> None:
    def on_f(d: PositionBuilder) -> None:
        d.at(0, "F1")
        d.carry(0, "blue")

    assert "build blue" in moves(build_position(3, on_f))
    assert "build blue" not in moves(build_position(4, on_f))


def test_by_2_5_palace_tokens() -> None:
    layouts = set()
    for seed in range(30):
        state = Match(GAME.box(4), seed=str(seed)).state
        tokens = {NAMES[space]: TOKEN_NAMES[token] for space, token in enumerate(state.token) if token >= 0}
        assert set(tokens) == {f"G{n}" for n in range(1, 9)}
        assert Counter(tokens.values()) == {"client": 2, "rupees": 2, "city": 2, "bale": 2}
        layouts.add(state.token.tobytes())
    assert len(layouts) > 25


@pytest.mark.parametrize("players", PLAYERS)
def test_by_2_6_first_game(players: int) -> None:
    box = GAME.box(players, options={"setup": "first-game"})
    states = [Match(box, seed=str(seed)).state for seed in range(30)]
    assert len({s.post.tobytes() + s.token.tobytes() + s.demand.tobytes() for s in states}) == 1
    assert len({int(s.start) for s in states}) == players
    assert len({s.stock.tobytes() for s in states}) > 5
    posts = {NAMES[space]: COLOUR_NAMES[c] for space, c in enumerate(states[0].post) if c >= 0}
    assert posts["E1"] == "yellow"
    assert posts.get("F1") == ("orange" if players > 3 else None)
    bombay = [COLOUR_NAMES[colour] for colour in states[0].demand[0]]
    assert bombay == ["yellow", "violet", "orange"]


@pytest.mark.parametrize("players", PLAYERS)
def test_by_2_7_start_player(players: int) -> None:
    starts = Counter(int(Match(GAME.box(players), seed=str(seed)).state.start) for seed in range(100))
    assert set(starts) == set(range(players))
    for seat in range(players):
        match = Match(GAME.box(players, options={"start": str(seat + 1)}))
        assert match.to_act == match.state.start == seat


def play_through(match: Match) -> list[tuple[int, int, int, int]]:
    """Wait until the end of the game; return set, round, start player and seat of every turn."""
    turns = []
    while not match.is_over:
        state = match.state
        turns.append((int(state.set_number), int(state.round_number), int(state.start), match.to_act))
        match.play("wait")
    return turns


@pytest.mark.parametrize(("players", "sets", "rounds"), [(2, 4, 4), (3, 3, 5), (4, 4, 4), (5, 5, 3)])
def test_by_3_1_sets_rounds_turns(players: int, sets: int, rounds: int) -> None:
    turns = play_through(Match(GAME.box(players, options={"start": "2"})))
    expected = [
        (s + 1, r + 1, (1 + s) % players, (1 + s + t) % players)
        for s in range(sets)
        for r in range(rounds)
        for t in range(players)
    ]
    assert turns == expected


def test_by_3_2_start_player_passes_left() -> None:
    for players, times in ((2, 2), (3, 1), (4, 1), (5, 1)):
        turns = play_through(Match(GAME.box(players)))
        starts = Counter(start for _, start in {(number, start) for number, _, start, _ in turns})
        assert set(starts.values()) == {times}
        assert len(starts) == players


@pytest.mark.parametrize(("players", "starts"), [(2, "1010"), (3, "120"), (4, "1230"), (5, "12340")])
def test_by_3_2_the_left_neighbour_follows_and_begins(players: int, starts: str) -> None:
    """Seats count to the left. The start player has the first turn of every round of the set."""
    match, found = Match(GAME.box(players, options={"start": "2"})), []
    while not match.is_over:
        found.append(int(match.state.start))
        assert match.to_act == match.state.start
        end_set(match)
    assert "".join(map(str, found)) == starts


def test_by_3_3_the_end() -> None:
    match = Match(GAME.box(2))
    play_through(match)
    assert match.legal() == []
    refusal = match.refusal(0)
    assert refusal is not None
    assert refusal.rule == "BY-3.3"
    assert (match.state.set_number, match.state.round_number, match.state.points) == (4, 4, 0)
    assert GAME.rules.legal(match.box.record, match.state, np.zeros(GAME.actions + 1, np.int16)) == 0


def end_set(match: Match) -> None:
    number = match.state.set_number
    while match.state.set_number == number and not match.is_over:
        match.play("wait")


def test_by_4_1_markets_go_back_and_posts_open() -> None:
    match = build_position(edit=lambda d: d.markets(left={"blue": 1}))
    assert match.state.stock.sum() == 1
    end_set(match)
    assert match.state.stock.sum() == 9
    assert (match.state.stock + match.state.bag).tolist() == [3, 4, 5, 5]


@pytest.mark.parametrize("players", PLAYERS)
def test_by_4_2_nine_bales(players: int) -> None:
    match = Match(GAME.box(players))
    assert match.state.stock.sum() == 9
    end_set(match)
    assert match.state.stock.sum() == 9


@pytest.mark.parametrize("bales", [7, 8, 9, 10])
def test_by_4_2_all_that_are_left(bales: int) -> None:
    """The elephants carry the rest of the 17 bales; a refill finds the others in the bag and on the markets."""

    def laden(d: PositionBuilder) -> None:
        d.markets(left={"yellow": 2})
        carried = [*["blue"] * 5, *["orange"] * 5][: 17 - bales]
        for number, colour in enumerate(carried):
            d.carry(number // 2, colour)

    match = build_position(5, laden)
    end_set(match)
    assert match.state.stock.sum() == min(9, bales)
    assert match.state.bag.sum() == bales - min(9, bales)
    assert match.state.bales.sum() == 17 - bales


def test_by_4_2_no_refill_after_the_last_set() -> None:
    match = Match(GAME.box(3))
    while match.state.set_number < 3:
        match.play("wait")
    before = match.state.stock.tobytes()
    end_set(match)
    assert match.is_over
    assert match.state.stock.tobytes() == before
    assert not match.steps[-1].chance


def sorted_markets(**counts: int) -> dict[str, set[str]]:
    state = blank(GAME.state_type)
    for name, count in counts.items():
        state.stock[COLOUR_NAMES.index(name)] = count
    sort_markets(state)
    markets: dict[str, set[str]] = {name: set() for name in MARKET_NAMES}
    for colour, market in enumerate(state.market):
        if market >= 0:
            markets[MARKET_NAMES[market]].add(COLOUR_NAMES[colour])
    return markets


def test_by_4_3_printed_examples() -> None:
    assert sorted_markets(yellow=3, blue=3, violet=2, orange=1) == {
        "left": {"yellow", "blue"},
        "middle": {"violet"},
        "right": {"orange"},
    }
    assert sorted_markets(orange=3, blue=2, violet=2, yellow=2) == {
        "left": {"orange"},
        "middle": {"blue", "violet", "yellow"},
        "right": set(),
    }


def test_by_4_3_the_rest_goes_right() -> None:
    assert sorted_markets(orange=4, blue=3, violet=1, yellow=1)["right"] == {"violet", "yellow"}
    assert sorted_markets(orange=5, blue=3, yellow=1) == {"left": {"orange"}, "middle": {"blue"}, "right": {"yellow"}}
    assert sorted_markets(orange=5) == {"left": {"orange"}, "middle": set(), "right": set()}
    four = sorted_markets(orange=4, blue=3, violet=2, yellow=1)
    assert four["right"] == {"violet", "yellow"}


@pytest.mark.parametrize("players", PLAYERS)
def test_by_4_3_every_refill_sorts_the_markets(players: int) -> None:
    for seed in range(5):
        match = Match(GAME.box(players), seed=str(seed))
        while not match.is_over:
            state = match.state
            found: dict[str, set[str]] = {name: set() for name in MARKET_NAMES}
            for colour in np.flatnonzero(state.stock):
                found[MARKET_NAMES[state.market[colour]]].add(COLOUR_NAMES[colour])
            assert found == sorted_markets(**dict(zip(COLOUR_NAMES, state.stock.tolist(), strict=True)))
            end_set(match)


def test_by_4_3_every_draw_is_possible_and_fair() -> None:
    draws = np.zeros(4)
    for seed in range(400):
        draws += Match(GAME.box(4), seed=str(seed)).state.stock
    assert np.allclose(draws / 400, np.array([3, 4, 5, 5]) * 9 / 17, atol=0.25)

"""The arena is fair: the same deals in all rotations, masks only for bots, the same result from the same seed."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from tradewinds.bots import BotError, Budget
from tradewinds.executor import LocalExecutor
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import copy
from tradewinds.lab import arena_game
from tradewinds.lab.arena import ArenaResult, arena
from tradewinds.lab.arena_game import Entrant, SeatPlayer, branch, deal_state
from tradewinds.lab.arena_schedule import line_up, mirror_line_up, rotations

OWN_BOT = """
from tradewinds.bots.reference import RandomBot

class Mine(RandomBot):
    pass

class Stubborn:
    def choose(self, box, masked, seat, budget, rng):
        return {answer}

class Cheat:
    def choose(self, box, masked, seat, budget, rng):
        return next(action for action in range(box.game.actions) if box.game.rules.refuse(box.record, masked, action))

class Broken:
    def choose(self, box, masked, seat, budget, rng):
        return 1 // 0
"""


@pytest.fixture(scope="module")
def box() -> Box:
    return load_game("bombay").box(4, options={"screens": "closed"})


def without_times(result: ArenaResult) -> object:
    """Return the result without times."""
    games = [(g.deal, g.rotation, g.bots, g.points, g.wins, g.decisions) for g in result.played + result.mirrored]
    bots = {name: (s.games, s.win_share, s.low, s.high, s.mean_score, s.rating) for name, s in result.bots.items()}
    return games, bots, result.mirror


def test_the_last_bot_fills_the_seats(box: Box) -> None:
    assert [entrant.name for entrant in line_up(box, ["a", "b"])] == ["a", "b", "b", "b"]
    assert [entrant.name for entrant in line_up(box, ["a"])] == ["a"] * 4
    for wrong in ([], ["a"] * 5):
        with pytest.raises(BotError, match=f"one to 4 bots, not {len(wrong)}"):
            line_up(box, wrong)


@pytest.mark.parametrize(("names", "turns"), [("abcd", 4), ("abbb", 4), ("abab", 2), ("aaaa", 1)])
def test_every_bot_sits_equally_often_in_every_seat(names: str, turns: int) -> None:
    found = rotations(tuple(Entrant(name, name) for name in names))
    assert len(found) == len(set(found)) == turns
    for name in set(names):
        by_seat = [sum(seating[seat].name == name for seating in found) for seat in range(4)]
        assert len(set(by_seat)) == 1


def test_every_deal_is_played_in_all_rotations(box: Box, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[bytes] = []
    deal: Callable[..., object] = arena_game.deal_state

    def watched(*args: object) -> object:
        state = deal(*args)
        begun.append(state.tobytes())  # type: ignore[attr-defined]
        return state

    monkeypatch.setattr(arena_game, "warm_up", lambda *_: None)
    monkeypatch.setattr("tradewinds.lab.arena.warm_up", lambda *_: None)
    monkeypatch.setattr(arena_game, "deal_state", watched)
    result = arena(box, ["greedy", "random"], 10, seed=3)
    assert (result.games, result.deals) == (12, 3)
    assert [(game.deal, game.rotation) for game in result.played] == [(d, r) for d in range(3) for r in range(4)]
    assert [game.bots.index("greedy") for game in result.played] == [0, 1, 2, 3] * 3
    assert [begun[4 * n : 4 * n + 4] for n in range(3)] == [[begun[4 * n]] * 4 for n in range(3)]
    assert len(set(begun)) == 3


def test_same_seed_same_result_with_any_number_of_workers(box: Box) -> None:
    one, two, other = (
        arena(box, ["novice:playouts=8", "greedy", "random"], 8, seed, LocalExecutor(workers), mirror=True)
        for seed, workers in ((5, 1), (5, 2), (6, 2))
    )
    assert without_times(one) == without_times(two) != without_times(other)


def test_greedy_beats_random(box: Box) -> None:
    result = arena(box, ["greedy", "random"], 60, seed=1)
    greedy, random = result.bots["greedy"], result.bots["random"]
    assert result.even == 0.25
    assert 0.6 < greedy.low < greedy.win_share <= greedy.high
    assert greedy.win_share + 3 * random.win_share == pytest.approx(1)
    assert (greedy.games, greedy.seats, random.games, random.seats) == (60, 60, 60, 180)
    assert greedy.rating > 40
    assert random.rating < 25
    points = [value for game in result.played for value in game.points]
    assert greedy.mean_score + 3 * random.mean_score == pytest.approx(sum(points) / 60)
    assert 0 < greedy.seconds_per_decision <= greedy.longest_decision < 5


def test_a_bot_named_twice_is_counted_once(box: Box) -> None:
    result = arena(box, ["random", "greedy", "random", "greedy"], 4, seed=1)
    assert result.games == 4
    assert {name: standing.seats for name, standing in result.bots.items()} == {"random": 8, "greedy": 8}
    assert sum(standing.win_share for standing in result.bots.values()) == pytest.approx(0.5)


def test_mirror_is_even(box: Box) -> None:
    result = arena(box, ["random", "greedy"], 100, seed=2, mirror=True)
    mirror = result.mirror
    assert mirror is not None
    assert mirror.holds
    assert (mirror.bot, mirror.games, mirror.even) == ("random", 100, 0.25)
    assert 0 < mirror.low < mirror.win_share < mirror.high < 1
    assert not msgspec.structs.replace(mirror, low=0.3).holds
    assert [entrant.spec for entrant in mirror_line_up(line_up(box, ["random", "greedy"]))] == ["random"] * 4


def test_bots_of_two_to_five_players(box: Box) -> None:
    for players in (2, 3, 5):
        result = arena(box.game.box(players), ["greedy", "random"], 1, seed=1)
        assert (result.games, result.even) == (players, 1 / players)


def test_custom_bot_class(box: Box, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN_BOT.format(answer=0))
    name = f"{file}:Mine"
    result = arena(box, [name, "greedy"], 8, seed=1)
    assert result.bots[name].win_share < 0.25 < result.bots["greedy"].win_share


@pytest.mark.parametrize("answer", ["9999", "-1", "2**80", "'move'", "None", "0.5"])
def test_illegal_answers_are_named(box: Box, tmp_path: Path, answer: str) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN_BOT.format(answer=answer))
    with pytest.raises(BotError, match=r"Stubborn.*not a legal action") as caught:
        arena(box, ["random", f"{file}:Stubborn"], 4, seed=1, executor=LocalExecutor(2))
    assert caught.value.phrases[0].values["answer"] == repr(eval(answer))


def test_actions_that_the_rules_refuse_are_illegal(box: Box, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN_BOT.format(answer=0))
    with pytest.raises(BotError, match=r"Cheat.*not a legal action"):
        arena(box, ["random", f"{file}:Cheat"], 4, seed=1)


def test_failing_bot_is_named_with_its_line(box: Box, tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(OWN_BOT.format(answer=0))
    with pytest.raises(BotError, match=r"Broken.*ZeroDivisionError.*\(own.py, line 17\)"):
        arena(box, ["random", f"{file}:Broken"], 4, seed=1)


def test_bots_get_a_mask_of_their_own(box: Box) -> None:
    """What a bot does to what it was given does not reach the game, and the true position is not in it."""
    seen = []

    class MaskChangingBot:
        def choose(self, _box: Box, masked: object, *_: object) -> int:
            seen.append(masked.tobytes())  # type: ignore[attr-defined]
            masked.points = 0  # type: ignore[attr-defined]
            return 0

    state = deal_state(box, stream(1))
    before, seat = copy(state), box.game.rules.to_act(box.record, state)
    player = SeatPlayer(box, seat, Entrant("random", "random"), stream(2))
    player.bot = MaskChangingBot()
    player.decide(state, Budget())
    box.game.rules.mask(box.record, before, seat)
    assert seen == [before.tobytes()]
    assert state.points == before.points != 0


def test_branches_are_different_streams() -> None:
    root = stream(7)
    keys = {int(branch(branch(root, a), b).key) for a in range(20) for b in range(20)}
    assert len(keys) == 400
    assert branch(root, 3).key == branch(root, 3).key
    assert root.counter == 0


def test_interruption_keeps_whole_deals(box: Box) -> None:
    done = 0

    def interrupt(games: int) -> None:
        nonlocal done
        done += games
        if done == 11:
            raise KeyboardInterrupt

    result = arena(box, ["greedy", "random"], 4000, 1, LocalExecutor(2), Budget(), True, interrupt)
    assert (result.games, result.deals, result.complete, result.mirror) == (8, 2, False, None)
    whole = arena(box, ["greedy", "random"], 8, 1)
    assert whole.complete
    assert without_times(whole) == without_times(result)

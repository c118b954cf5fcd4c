"""Every bot of the catalogue: legal, repeatable, blind to what is hidden, within its budget, at home in every box."""

from itertools import cycle
from pathlib import Path

import numpy as np
import pytest

from tests.boxes import every_box
from tests.networks import random_network
from tradewinds.bots import DEFAULT_BUDGET, BotError, Budget
from tradewinds.bots.levels import LEVELS
from tradewinds.bots.network import load_network, network_file, save_network
from tradewinds.bots.registry import NAMES, make_bot
from tradewinds.bots.turn_search import LevelBot
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.random import stream
from tradewinds.kernel.record import copy
from tradewinds.match import Match
from tradewinds.registry import GAMES

FEW = Budget(playouts=12)


@every_box
def test_bots_play_every_box_to_the_end(box: Box) -> None:
    """A seat for every bot in turn; what is refused would raise."""
    names = cycle(NAMES)
    seats = [[make_bot(next(names), box.game) for _ in range(2)] for _ in range(box.players)]
    match = Match(box, seed="bots")
    while not match.is_over:
        seat = match.to_act
        bot = seats[seat][len(match.steps) // 9 % 2]
        match.play(bot.choose(box, match.masked(seat), seat, FEW, stream(len(match.steps))))
    assert sum(match.winners()) == pytest.approx(1)


def match_after(box: Box, moves: int, name: str = "greedy") -> Match:
    """Return a match after some moves of bots."""
    match, bot = Match(box, seed="played"), make_bot(name, box.game)
    while len(match.steps) < moves or len(match.legal()) < 3:
        match.play(bot.choose(box, match.masked(match.to_act), match.to_act, DEFAULT_BUDGET, stream(len(match.steps))))
    return match


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("edition", ["board-2008", "card-2007"])
def test_the_same_mask_gets_the_same_answer_whatever_is_hidden(name: str, edition: str) -> None:
    box = load_game("borneo").box(4, edition, {"stores": "closed"})
    match = match_after(box, 40, "random")
    seat, answers, worlds = match.to_act, set(), set()
    for key in range(4):
        world = copy(match.masked(seat))
        box.game.rules.redeal(box.record, world, seat, stream(key))
        worlds.add(world.tobytes())
        bot = make_bot(name, box.game)
        answers.add(bot.choose(box, match.mask(world, seat), seat, Budget(playouts=100), stream(7)))
    assert len(worlds) > 1
    assert len(answers) == 1


@pytest.mark.parametrize("name", NAMES)
def test_closed_screens_change_no_answer(name: str) -> None:
    game = load_game("bombay")
    boxes = [game.box(4, options={"screens": screens}) for screens in ("open", "closed")]
    match = match_after(boxes[0], 40, "random")
    seat, answers = match.to_act, set()
    for box in boxes:
        masked = Match(box, origin=match.state).masked(seat)
        answers.add(make_bot(name, game).choose(box, masked, seat, Budget(playouts=100), stream(7)))
    assert len(answers) == 1


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_and_playouts_give_the_same_answers(name: str, game: str) -> None:
    match = match_after(load_game(game).box(3), 25)
    seat = match.to_act

    def answer(key: int) -> int:
        bot = make_bot(name, match.game)
        return bot.choose(match.box, match.masked(seat), seat, Budget(playouts=60), stream(key))

    assert [answer(key) for key in range(6)] == [answer(key) for key in range(6)]


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("game", GAMES)
def test_a_level_makes_no_more_playouts_than_it_may(name: str, game: str) -> None:
    match = match_after(load_game(game).box(4), 30)
    seat = match.to_act
    for spec, budget, expected in (("playouts=50", DEFAULT_BUDGET, 50), ("playouts=50", Budget(playouts=70), 70)):
        # A warm choice does not stop early.
        for settings, least in ((f"{spec}+temperature=0.01", expected), (spec, 1)):
            bot = make_bot(f"{name}:{settings}", match.game)
            assert isinstance(bot, LevelBot)
            bot.choose(match.box, match.masked(seat), seat, budget, stream(1))
            assert bot.bot
            assert least <= bot.bot.simulations <= expected


def test_a_mask_is_not_changed_by_thinking() -> None:
    match = match_after(load_game("borneo").box(4), 30)
    masked = match.masked(match.to_act)
    before = masked.tobytes()
    for name in NAMES:
        make_bot(name, match.game).choose(match.box, masked, match.to_act, FEW, stream(1))
    assert masked.tobytes() == before


@pytest.mark.parametrize(
    ("spec", "key"),
    [
        ("grandmaster", "bot.unknown"),
        ("random:playouts=3", "bot.unknown"),
        ("greedy:playouts=3", "bot.setting"),
        ("greedy:worlds=0", "bot.number"),
        ("master:speed=9", "bot.setting"),
        ("master:playouts", "bot.setting"),
        ("master:playouts=0", "bot.number"),
        ("master:temperature=0", "bot.number"),
        ("master:horizon=4", "bot.setting"),
        ("master:seconds=soon", "bot.number"),
        ("master:network=nowhere.npz", "bot.no_network"),
        ("nowhere.py:Bot", "bot.no_file"),
    ],
)
def test_invalid_bot_is_refused(spec: str, key: str) -> None:
    with pytest.raises(Exception) as caught:
        make_bot(spec, load_game("bombay"))
    assert caught.value.phrases[0].key == key  # type: ignore[attr-defined]


def test_files_without_a_bot_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    for text, key in (("x = 1", "bot.no_class"), ("x = (", "bot.broken"), ("class Mine: pass", "bot.no_class")):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(BotError) as caught:
            make_bot(f"{file}:Mine", load_game("bombay"))
        assert caught.value.phrases[0].key == key


def test_a_network_for_other_inputs_is_refused(tmp_path: Path) -> None:
    game, file = load_game("bombay"), tmp_path / "network.npz"
    save_network(file, random_network(game.inputs), {"seed": 1})
    assert make_bot(f"master:network={file}", game).network.inputs == game.inputs  # type: ignore[attr-defined]
    save_network(file, random_network(game.inputs + 1), {"seed": 1})
    with pytest.raises(Exception) as caught:
        make_bot(f"master:network={file}", game)
    assert caught.value.phrases[0].key == "bot.no_network"  # type: ignore[attr-defined]


@pytest.mark.parametrize("game", [game for game in GAMES if network_file(load_game(game)).exists()])
def test_shipped_networks_have_training_metadata(game: str) -> None:
    network, note = load_network(network_file(load_game(game)), load_game(game))
    assert note["command"].startswith(f"tradewinds train {game}")
    assert {"seed", "date", "rounds"} <= set(note)
    assert all(np.isfinite(values).all() for values in network)

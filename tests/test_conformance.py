"""Conformance of every game in every box: a short version of `tradewinds fuzz`."""

import random
from typing import Any

import numpy as np
import pytest

from tests.boxes import BOXES, every_box, has_hidden_information, random_game_actions
from tests.golden import assert_golden
from tradewinds.kernel.conformance import perft
from tradewinds.kernel.game import Box
from tradewinds.kernel.random import RNG, stream
from tradewinds.kernel.record import SPECTATOR, copy
from tradewinds.lab.fuzz import examine
from tradewinds.match import GameRecord, IllegalMove, Match, MoveError, match_from_record
from tradewinds.match.record import position_text, read_position, record_text


@every_box
def test_random_games_are_sound(box: Box) -> None:
    assert examine(box, seed=7, first=0, games=30) is None


@every_box
def test_same_seed_and_actions_give_the_same_bytes(box: Box) -> None:
    actions = random_game_actions(box, "same")
    for _ in range(2):
        match = Match(box, seed="same")
        for action in actions:
            match.play(action)
        assert match.is_over
    again = Match(box, seed="same")
    for action, step in zip(actions, match.steps, strict=True):
        assert again.play(action).state.tobytes() == step.state.tobytes()


@every_box
def test_record_text_record(box: Box) -> None:
    match = Match(box, [f"Ä{n}" for n in range(box.players)], seed="record")
    for action in random_game_actions(box, "record"):
        match.play(action)
    text = record_text(match)
    again = match_from_record(GameRecord.parse(text))
    assert record_text(again) == text
    assert again.state.tobytes() == match.state.tobytes()


@every_box
def test_position_text_position(box: Box) -> None:
    match = Match(box, seed="position")
    chooser = random.Random(3)
    while not match.is_over:
        text = position_text(box, match.state)
        other, state = read_position(text)
        assert other.digest == box.digest
        assert state.tobytes() == match.state.tobytes()
        for _ in range(min(15, box.game.longest(box))):
            if not match.is_over:
                match.play(chooser.choice(match.legal()))


@every_box
def test_undo_restores_bytes_and_stops_at_information(box: Box) -> None:
    chooser = random.Random(5)
    match = Match(box, seed="undo")
    while not match.is_over:
        before, floor = match.state.tobytes(), match.floor
        step = match.play(chooser.choice(match.legal()))
        assert step.final or not (step.chance or match.is_over)
        assert match.can_undo != step.final
        answered = match.before_run() if match.is_visible(len(match.steps)) else 0
        if step.final:
            with pytest.raises(MoveError):
                match.undo()
            continue
        match.undo()
        assert match.state.tobytes() == before
        # Once another seat has visibly answered, the earlier moves are final.
        assert match.floor == max(floor, answered)
        match.play(step.action)


@every_box
def test_refused_actions_change_nothing(box: Box) -> None:
    chooser = random.Random(9)
    match = Match(box, seed="refused")
    while not match.is_over:
        legal = match.legal()
        before = match.state.tobytes()
        for action in chooser.sample(range(-3, box.game.actions + 3), 6):
            if action not in legal:
                with pytest.raises(IllegalMove) as caught:
                    match.play(action)
                assert caught.value.rule
                assert match.state.tobytes() == before
        match.play(chooser.choice(legal))


@every_box
def test_copies_do_not_alias(box: Box) -> None:
    match = Match(box, seed="alias")
    original = match.state.tobytes()
    other = copy(match.state)
    match.masked(SPECTATOR)
    room = np.zeros(box.game.actions + 1, np.int16)
    count = box.game.rules.legal(box.record, other, room)
    box.game.rules.apply(box.record, other, int(room[count - 1]), stream(1))
    assert other.tobytes() != original
    assert match.state.tobytes() == original


@every_box
def test_redeal_gives_different_worlds(box: Box) -> None:
    """A mask with hidden information is consistent with several states, else the secrecy test would prove nothing."""
    hides = several = 0
    chooser = random.Random(11)
    match = Match(box, seed="worlds")
    while not match.is_over:
        for seat in range(SPECTATOR, box.players):
            masked = match.masked(seat)
            worlds = set()
            for key in range(8):
                world = copy(masked)
                box.game.rules.redeal(box.record, world, seat, stream(key))
                worlds.add(world.tobytes())
            hides += masked.tobytes() != match.state.tobytes()
            several += len(worlds) > 1
        match.play(chooser.choice(match.legal()))
    assert several >= 0.9 * hides
    assert (hides > 0) == has_hidden_information(box)


def count_sequences(box: Box, state: Any, depth: int) -> list[int]:
    """Return the number of action sequences of length 1, 2, … with chance fixed."""
    counts = []
    for level in range(1, depth + 1):
        states = np.zeros(level + 1, box.game.state_type)
        states[level] = state
        rooms = np.zeros((level + 1, box.game.actions + 1), np.int16)
        counts.append(int(perft(box.record, states, np.zeros(level + 1, RNG), rooms, level)))
    return counts


@every_box
def test_perft(box: Box) -> None:
    """Perft from a fixed deal and from the middle of a game."""
    match = Match(box, seed="perft")
    deal = count_sequences(box, match.state, 4)
    for action in random_game_actions(box, "perft")[:60]:
        match.play(action)
    middle = count_sequences(box, match.state, 3)
    assert_golden(box, "perft", f"from the deal {deal}\nafter 60 actions {middle}\n")


def test_every_game_has_boxes() -> None:
    assert len(BOXES) >= 16
    assert len({(box.game.name, box.name) for box in BOXES}) == len(BOXES)

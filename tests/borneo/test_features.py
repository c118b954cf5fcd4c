"""Features of Borneo's network: what a seat could take, and an order of ports that does not depend on their places."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from tradewinds.games.borneo.position_facts import (
    BY_FLAGS,
    BY_MONOPOLY,
    CARDS,
    PER_SLOT,
    PROGRESS,
    SHARES,
    SLOT,
    find_facts,
)
from tradewinds.games.borneo.state import COMPANIES, SEATS, SHARE, SLOTS
from tradewinds.kernel.evaluation import make_cache
from tradewinds.kernel.game import Box, load_game
from tradewinds.kernel.record import Record, copy
from tradewinds.match import Match

BORNEO = load_game("borneo")


def positions(box: Box) -> Iterator[Record]:
    """Yield positions of a random game outside share-outs."""
    match, chooser = Match(box, seed="features"), random.Random(4)
    while not match.is_over:
        match.play(chooser.choice(match.legal()))
        if match.state.phase != SHARE and not match.is_over:
            yield match.state


def facts_of(box: Box, state: Record) -> np.ndarray:
    with np.errstate(over="ignore"):
        return find_facts(box.record, state, make_cache(BORNEO.feature_cache))


def all_features(box: Box, state: Record, seat: int) -> np.ndarray:
    found = np.zeros(BORNEO.inputs, np.float32)
    BORNEO.evaluator_bindings.features(box.record, state, seat, found)
    BORNEO.evaluator_bindings.planned_features(box.record, state, seat, make_cache(BORNEO.feature_cache), found)
    return found


def test_ports_may_change_places() -> None:
    box, compared = BORNEO.box(4), 0
    for state in positions(box):
        progress = [facts_of(box, state)[SLOT + slot * PER_SLOT + PROGRESS] for slot in range(SLOTS)]
        if len(set(progress)) < SLOTS:
            continue
        turned = copy(state)
        for slot in range(SLOTS):
            turned.port[slot] = state.port[(slot + 1) % SLOTS]
            turned.lying[slot] = state.lying[(slot + 1) % SLOTS]
        for seat in range(box.players):
            assert np.array_equal(all_features(box, turned, seat), all_features(box, state, seat))
        compared += 1
    assert compared > 5


def test_every_card_of_a_share_out_is_taken() -> None:
    """All cards find somebody, unless no merchant has a flag there; shares of a company add up to all of it."""
    box, shared = BORNEO.box(4), 0
    for state in positions(box):
        facts = facts_of(box, state)
        for company in range(COMPANIES):
            first = SHARES + company * SEATS
            assert facts[first : first + SEATS].sum() in (0, pytest.approx(1))
        for slot in range(SLOTS):
            at = SLOT + slot * PER_SLOT
            assert facts[at + BY_FLAGS : at + BY_FLAGS + SEATS].sum() in (0, facts[at + CARDS])
            shared += int(facts[at + BY_FLAGS : at + BY_FLAGS + SEATS].sum() > 0)
            for company in range(COMPANIES):
                first = at + BY_MONOPOLY + company * SEATS
                assert facts[first : first + SEATS].sum() in (0, facts[at + CARDS])
    assert shared > 20

"""Pebbles: the smallest game with chance, choice and a secret. Shows that a game plugs in with nothing but its folder.

Everybody has a secret number from 1 to 3. In turn, take 1 to 3 pebbles from the heap; when it is empty, pebbles and
secret numbers are added up.
"""

import tomllib
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from tradewinds.i18n import Phrase, Words
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.dispatch import Evaluators, Rules
from tradewinds.kernel.game import Box, Game, fingerprint
from tradewinds.kernel.game_types import Option, Refusal
from tradewinds.kernel.random import Rng, below
from tradewinds.kernel.record import HIDDEN, Buffer, Field, Record, add_if, blank

SEATS = 3
SIZES = {"seat": SEATS}
FIELDS = (
    Field("secret", "i1", ("seat",)),
    Field("taken", "i1", ("seat",)),
    Field("heap", "i1"),
    Field("seat", "i1", (), "seat"),
)
BOX = np.dtype((np.record, [("players", "i1"), ("heap", "i1")]))


@inlined
def setup(box: Record, state: Record, rng: Rng) -> None:
    state.heap = box.heap
    for seat in range(box.players):
        state.secret[seat] = 1 + below(rng, 3)


@inlined
def refuse(box: Record, state: Record, action: int) -> int:
    return 0 if 0 <= action < 3 and action < state.heap else 1


@inlined
def legal(box: Record, state: Record, out: Buffer) -> int:
    count = 0
    for action in range(3):
        count = add_if(refuse(box, state, action) == 0, action, out, count)
    return count


@inlined
def apply(box: Record, state: Record, action: int, rng: Rng) -> None:
    state.heap -= action + 1
    state.taken[state.seat] += action + 1
    state.seat = (state.seat + 1) % box.players


@inlined
def to_act(box: Record, state: Record) -> int:
    return state.seat


@inlined
def is_over(box: Record, state: Record) -> bool:
    return state.heap == 0


@inlined
def scores(box: Record, state: Record, out: Any) -> None:
    for seat in range(box.players):
        out[seat] = state.taken[seat] + state.secret[seat]


@inlined
def winners(box: Record, state: Record, out: Any) -> None:
    best = 0
    for seat in range(box.players):
        best = max(best, state.taken[seat] + state.secret[seat])
    count = 0
    for seat in range(box.players):
        count += state.taken[seat] + state.secret[seat] == best
    for seat in range(box.players):
        out[seat] = (state.taken[seat] + state.secret[seat] == best) / count


@inlined
def mask(box: Record, state: Record, seat: int) -> None:
    for other in range(box.players):
        if other != seat and state.heap > 0:
            state.secret[other] = HIDDEN


@inlined
def redeal(box: Record, state: Record, seat: int, rng: Rng) -> None:
    for other in range(box.players):
        if other != seat and state.heap > 0:
            state.secret[other] = 1 + below(rng, 3)


@inlined
def check(box: Record, state: Record) -> int:
    total = state.heap
    for seat in range(box.players):
        total += state.taken[seat]
        if not 1 <= state.secret[seat] <= 3:
            return 1
    return 0 if total == box.heap and state.heap >= 0 else 1


@inlined
def heuristic(box: Record, state: Record, out: Any) -> None:
    winners(box, state, out)


@inlined
def features(box: Record, state: Record, seat: int, out: Any) -> None:
    out[0] = state.heap / box.heap
    out[1] = state.taken[seat] / box.heap
    out[2] = state.secret[seat] / 3
    out[3] = state.seat == seat


class PebblesView(msgspec.Struct):
    heap: int
    taken: list[int]


def make_box(game: Game, data: Any, players: int, options: Any) -> Box:
    record = blank(BOX)
    record.players, record.heap = players, data["heap"]
    labels = {"seat": [str(seat + 1) for seat in range(players)]}
    return Box(game, data["name"], players, options, record, labels, fingerprint(data), data)


def story(box: Box, before: Record, action: int, after: Record) -> list[Phrase]:
    return [Phrase("pebbles.story.take", {"seat": int(before.seat), "n": action + 1})]


def view(box: Box, state: Record) -> PebblesView:
    return PebblesView(int(state.heap), state.taken[: box.players].tolist())


def draw(seen: PebblesView, words: Words) -> str:
    return f"{seen.heap} o, {seen.taken}"


def picture(box: Box, seen: PebblesView | None, words: Words) -> str:
    heap = int(box.record.heap) if seen is None else seen.heap
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20"><text x="4" y="14">{heap} o</text></svg>'


GAME = Game(
    name="pebbles",
    rules_version=1,
    players=range(2, 4),
    fields=FIELDS,
    sizes=SIZES,
    functions=Rules(setup, legal, refuse, apply, to_act, is_over, scores, winners, mask, redeal, check),
    evaluators=Evaluators(heuristic, features),
    inputs=4,
    actions=3,
    refusals={1: Refusal("PE-1", "too_many")},
    laws={1: "pebbles_conserved"},
    folder=Path(__file__).parent,
    read_edition=lambda content: tomllib.loads(content.decode()),
    options=lambda data, players: (Option("mood", ("calm",), tested=("calm",)),),
    make_box=make_box,
    longest=lambda box: int(box.record.heap),
    name_action=lambda box, action: ("take", str(action + 1)),
    describe=lambda box, state, actions: [Phrase("pebbles.action.take", {"n": action + 1}) for action in actions],
    opening=lambda box, state: [Phrase("pebbles.story.begin")],
    story=story,
    view=view,
    draw=draw,
    picture=picture,
    facts={"left": lambda ends: ends["heap"]},
)

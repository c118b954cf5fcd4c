"""Statistics of played games: visits, trade, palaces and sources of rupees."""

import numpy as np
import numpy.typing as npt

from tradewinds.games.bombay.actions import BUILD, BUY, MOVE, SELL, TAKE, WAIT
from tradewinds.games.bombay.scoring import score_parts
from tradewinds.kernel.compile import compiled
from tradewinds.kernel.game import Box, GameStatistics
from tradewinds.kernel.record import backing_array
from tradewinds.kernel.statistics import EventCounter, Sources, Trajectories, only_where

SOURCES = ("start", "sales", "tolls", "waiting", "tokens", "purchases", "empire", "cities")


def components(box: Box, trajectories: Trajectories) -> dict[str, EventCounter]:
    """Count entered spaces, sales, purchases, palaces and their tokens."""
    action, rows = trajectories.action, np.arange(len(trajectories.action))
    space = trajectories.before("elephant")[rows, trajectories.seat]
    labels = box.labels
    sells, builds = (action >= SELL) & (action < BUILD), (action >= BUILD) & (action < TAKE)
    sold = np.clip(action - SELL, 0, BUILD - SELL - 1)
    city = np.asarray(box.record.city_at)[space].astype(np.int64)
    place = (trajectories.before("demand")[rows, city] == sold[:, None]).argmax(axis=1)
    colour = trajectories.before("post")[rows, space]
    market = trajectories.before("market")[rows, colour]
    token = trajectories.before("token")[rows, space]
    return {
        "visits": EventCounter(labels["space"], only_where(action >= MOVE, action - MOVE)),
        "sales_city": EventCounter(labels["city"], only_where(sells, city)),
        "sales_colour": EventCounter(labels["colour"], only_where(sells, sold)),
        "sales_place": EventCounter(labels["place"], only_where(sells, place)),
        "purchases_colour": EventCounter(labels["colour"], only_where(action == BUY, colour)),
        "purchases_market": EventCounter(labels["market"], only_where(action == BUY, market)),
        "palaces": EventCounter(labels["space"], only_where(builds, space)),
        "tokens": EventCounter(labels["token"], only_where(builds, token)),
    }


def sources(box: Box, trajectories: Trajectories) -> Sources:
    """Split each seat's rupees by source; purchases are negative."""
    action, players = trajectories.action, box.players
    flows = (trajectories.after("rupees") - trajectories.before("rupees"))[:, :players]
    kinds = (
        (action >= SELL) & (action < BUILD),
        action >= MOVE,
        action == WAIT,
        (action >= BUILD) & (action < TAKE),
        action == BUY,
    )
    begin = np.concatenate(([0], trajectories.terminal_rows[:-1] + 1))
    parts = [trajectories.states["rupees"][begin][:, :players]]
    for happened in kinds:
        total = np.zeros((trajectories.games, players), np.int64)
        np.add.at(total, trajectories.game[happened], flows[happened])
        parts.append(total)
    rewards = np.zeros((trajectories.games, players, 2), np.int64)
    _rewards(backing_array(box.record), trajectories.states[trajectories.terminal_rows], rewards)
    return Sources(SOURCES, np.concatenate([np.stack(parts, axis=2), rewards], axis=2))


@compiled
def _rewards(boxes: np.ndarray, states: np.ndarray, out: npt.NDArray[np.int64]) -> None:
    """Write the rewards for palaces and clients and for city tokens, by game and seat."""
    for game in range(len(states)):
        for seat in range(out.shape[1]):
            _, out[game, seat, 0], out[game, seat, 1] = score_parts(boxes[0], states[game], seat)


STATISTICS = GameStatistics(components=components, sources=sources)

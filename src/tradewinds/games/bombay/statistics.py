"""What can be counted in played games: visits, trade, palaces and where rupees come from."""

import numpy as np

from tradewinds.games.bombay.actions import BUILD, BUY, MOVE, SELL, TAKE, WAIT
from tradewinds.games.bombay.state import CITIES
from tradewinds.kernel.game import Box
from tradewinds.kernel.statistics import Chronicle, Happening, Ledger, Sources, only_where

SOURCES = ("start", "sales", "tolls", "waiting", "tokens", "purchases", "empire", "cities")


def components(box: Box, chronicle: Chronicle) -> dict[str, Happening]:
    """Spaces entered, sales, purchases, palaces and their tokens."""
    action, rows = chronicle.action, np.arange(len(chronicle.action))
    space = chronicle.before("elephant")[rows, chronicle.seat]
    labels = box.labels
    sells, builds = (action >= SELL) & (action < BUILD), (action >= BUILD) & (action < TAKE)
    sold = np.clip(action - SELL, 0, BUILD - SELL - 1)
    city = np.asarray(box.record.city_at)[space].astype(np.int64)
    place = (chronicle.before("demand")[rows, city] == sold[:, None]).argmax(axis=1)
    colour = chronicle.before("post")[rows, space]
    market = chronicle.before("market")[rows, colour]
    token = chronicle.before("token")[rows, space]
    return {
        "visits": Happening(labels["space"], only_where(action >= MOVE, action - MOVE)),
        "sales_city": Happening(labels["city"], only_where(sells, city)),
        "sales_colour": Happening(labels["colour"], only_where(sells, sold)),
        "sales_place": Happening(labels["place"], only_where(sells, place)),
        "purchases_colour": Happening(labels["colour"], only_where(action == BUY, colour)),
        "purchases_market": Happening(labels["market"], only_where(action == BUY, market)),
        "palaces": Happening(labels["space"], only_where(builds, space)),
        "tokens": Happening(labels["token"], only_where(builds, token)),
    }


def sources(box: Box, chronicle: Chronicle) -> Sources:
    """Where the rupees of each seat came from; purchases take some away."""
    action, players = chronicle.action, box.players
    flows = (chronicle.after("rupees") - chronicle.before("rupees"))[:, :players]
    kinds = (
        (action >= SELL) & (action < BUILD),
        action >= MOVE,
        action == WAIT,
        (action >= BUILD) & (action < TAKE),
        action == BUY,
    )
    begin = np.concatenate(([0], chronicle.last[:-1] + 1))
    parts = [chronicle.kept["rupees"][begin][:, :players]]
    for happened in kinds:
        total = np.zeros((chronicle.games, players), np.int64)
        np.add.at(total, chronicle.game[happened], flows[happened])
        parts.append(total)
    tokens = chronicle.end("city_tokens").sum(axis=2) + chronicle.end("palace_cities")
    cities = np.asarray(box.record.city_rupees)[np.minimum(tokens, CITIES)][:, :players]
    empire = chronicle.points - chronicle.end("rupees")[:, :players] - cities
    return Sources(SOURCES, np.stack([*parts, empire, cities], axis=2))


LEDGER = Ledger(components=components, sources=sources)

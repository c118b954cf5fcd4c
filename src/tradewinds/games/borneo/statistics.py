"""What can be counted in played games: ports, companies, challenges, contracts and where points come from."""

import numpy as np

from tradewinds.games.borneo.actions import CHALLENGE, DONE, LAY, PAIRS, PLACE_AT, TRANSFER
from tradewinds.games.borneo.state import COMPANIES, DEFEND, FLAGS, LOWER, PAY, PLACE, SLOTS
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import NONE
from tradewinds.kernel.statistics import Chronicle, Happening, Ledger, Numbers, Sources, only_where

CARGO, PORTS, SHIP = "cargo", "ports", "ship"


def components(box: Box, chronicle: Chronicle) -> dict[str, Happening]:
    """Ports and their share-outs, companies and their monopolies, and how challenges end."""
    action, rows, phase = chronicle.action, np.arange(len(chronicle.action)), chronicle.before("phase")
    lays = (action >= LAY) & (action < TRANSFER)
    slot = np.where(lays, (action - LAY) % SLOTS, 0)
    port = chronicle.before("port")[rows, slot]
    shares = chronicle.after("share_outs") > chronicle.before("share_outs")
    monopolies = chronicle.after("monopolies") > chronicle.before("monopolies")
    labels = box.labels
    companies = labels["company"]
    return {
        "laid": Happening(labels["port"], only_where(lays, port)),
        "shares": Happening(labels["port"], only_where(shares, port)),
        "monopolies": Happening(labels["port"], only_where(monopolies, port)),
        "monopolists": Happening(companies, monopolists(box, chronicle, monopolies, slot)),
        "placed": Happening(companies, only_where(phase == PLACE, action - PLACE_AT)),
        "moved": Happening(
            companies, only_where((action >= TRANSFER) & (action < CHALLENGE), (action - TRANSFER) % COMPANIES)
        ),
        "challenged": Happening(companies, only_where(action >= CHALLENGE, (action - CHALLENGE) // PAIRS)),
        "defended": Happening(("lost", "held"), only_where((phase == DEFEND) & (action == DONE), held(chronicle))),
    }


def held(chronicle: Chronicle) -> Numbers:
    """Of every decision that ends a challenge: whether the defender still has his place."""
    rows = np.arange(len(chronicle.action))
    company, defender = chronicle.before("company"), chronicle.before("defender")
    before, after = (row[rows, company, defender] for row in (chronicle.before("row"), chronicle.after("row")))
    # A place that the attacker takes changes its owner; nobody challenges himself.
    return np.asarray(before == after, np.int64)


def monopolists(box: Box, chronicle: Chronicle, happened: Numbers, slot: Numbers) -> Numbers:
    """Of every card that makes a monopoly: the company that has it."""
    where = np.flatnonzero(happened)
    flag = np.asarray(box.record.flag).astype(np.int64)
    lying = chronicle.before("lying")[where, slot[where]]
    last = flag[(chronicle.action[where] - LAY) // SLOTS]
    needed = np.asarray(box.record.monopoly)[chronicle.before("port")[where, slot[where]]]
    found = np.full(len(happened), NONE, np.int64)
    for flags in range(FLAGS - 1, -1, -1):
        company = last[:, flags]
        # BO-7.1: of all but the last card only the upper three flags show.
        covered = (flag[lying][:, :, :LOWER] == company[:, None, None]) & (lying != NONE)[:, :, None]
        shown = covered.sum(axis=(1, 2)) + (last == company[:, None]).sum(axis=1)
        # BO-7.3: of several the one whose flag comes first on the last card.
        found[where] = np.where(shown >= needed, company, found[where])
    return found


def contracts(box: Box, chronicle: Chronicle) -> Happening:
    """Contracts when they are fulfilled."""
    fulfilled = (chronicle.before("phase") == PAY) & (chronicle.action == DONE)
    supply = np.asarray(box.record.contracts).astype(np.int64)
    return Happening(box.labels["kind"], only_where(fulfilled, chronicle.before("contract")), supply)


def sources(box: Box, chronicle: Chronicle) -> Sources:
    """Where the points of each seat came from; the pirate ship takes some away."""
    players = box.players
    worth = np.asarray(box.record.contract_points).astype(np.int64)
    parts = [chronicle.end("store_size")[:, :players], chronicle.end("port_store_size")[:, :players]]
    parts += list(np.moveaxis(chronicle.end("fulfilled")[:, :players] * worth, 2, 0))
    ship = chronicle.end("ship")[:, None] == np.arange(players)
    parts.append(-int(box.record.ship_points) * ship)
    return Sources((CARGO, PORTS, *box.labels["kind"], SHIP), np.stack(parts, axis=2))


LEDGER = Ledger(components=components, contracts=contracts, sources=sources)

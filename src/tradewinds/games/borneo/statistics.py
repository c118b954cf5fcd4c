"""Statistics of played games: ports, companies, challenges, contracts and sources of points."""

import numpy as np

from tradewinds.games.borneo.actions import CHALLENGE, DONE, LAY, PAIRS, PLACE_AT, TRANSFER
from tradewinds.games.borneo.state import COMPANIES, DEFEND, PAY, PLACE, SLOTS
from tradewinds.games.borneo.visible_flags import monopolists as lay_monopolists
from tradewinds.kernel.game import Box, GameStatistics
from tradewinds.kernel.record import NONE
from tradewinds.kernel.statistics import EventCounter, Numbers, Sources, Trajectories, only_where

CARGO, PORTS, SHIP = "cargo", "ports", "ship"


def components(box: Box, trajectories: Trajectories) -> dict[str, EventCounter]:
    """Count cargo and share-outs by port, merchants and monopolies by company, and outcomes of challenges."""
    action, rows, phase = trajectories.action, np.arange(len(trajectories.action)), trajectories.before("phase")
    lays = (action >= LAY) & (action < TRANSFER)
    slot = np.where(lays, (action - LAY) % SLOTS, 0)
    port = trajectories.before("port")[rows, slot]
    shares = trajectories.after("share_outs") > trajectories.before("share_outs")
    monopolies = trajectories.after("monopolies") > trajectories.before("monopolies")
    labels = box.labels
    companies = labels["company"]
    return {
        "laid": EventCounter(labels["port"], only_where(lays, port)),
        "shares": EventCounter(labels["port"], only_where(shares, port)),
        "monopolies": EventCounter(labels["port"], only_where(monopolies, port)),
        "monopolists": EventCounter(companies, monopolists(box, trajectories, monopolies)),
        "placed": EventCounter(companies, only_where(phase == PLACE, action - PLACE_AT)),
        "moved": EventCounter(
            companies, only_where((action >= TRANSFER) & (action < CHALLENGE), (action - TRANSFER) % COMPANIES)
        ),
        "challenged": EventCounter(companies, only_where(action >= CHALLENGE, (action - CHALLENGE) // PAIRS)),
        "defended": EventCounter(
            ("lost", "held"), only_where((phase == DEFEND) & (action == DONE), held(trajectories))
        ),
    }


def held(trajectories: Trajectories) -> Numbers:
    """Return whether the defender kept the rank, by decision; valid only for decisions that end a challenge."""
    rows = np.arange(len(trajectories.action))
    company, defender = trajectories.before("company"), trajectories.before("defender")
    before, after = (row[rows, company, defender] for row in (trajectories.before("row"), trajectories.after("row")))
    # A place taken by the attacker changes its owner: players cannot challenge themselves.
    return np.asarray(before == after, np.int64)


def monopolists(box: Box, trajectories: Trajectories, happened: Numbers) -> Numbers:
    """Return the company that gets the monopoly, by decision; NONE for decisions without one."""
    found = np.full(len(happened), NONE, np.int64)
    states = trajectories.states[trajectories.decision_rows[happened]]
    found[happened] = lay_monopolists(box, states, trajectories.action[happened] - LAY)
    return found


def contracts(box: Box, trajectories: Trajectories) -> EventCounter:
    """Count fulfilled contracts by kind."""
    fulfilled = (trajectories.before("phase") == PAY) & (trajectories.action == DONE)
    supply = np.asarray(box.record.contracts).astype(np.int64)
    return EventCounter(box.labels["kind"], only_where(fulfilled, trajectories.before("contract")), supply)


def sources(box: Box, trajectories: Trajectories) -> Sources:
    """Split each seat's points by source; the pirate ship is negative."""
    players = box.players
    worth = np.asarray(box.record.contract_points).astype(np.int64)
    parts = [trajectories.end("store_size")[:, :players], trajectories.end("port_store_size")[:, :players]]
    parts += list(np.moveaxis(trajectories.end("fulfilled")[:, :players] * worth, 2, 0))
    ship = trajectories.end("ship")[:, None] == np.arange(players)
    parts.append(-int(box.record.ship_points) * ship)
    return Sources((CARGO, PORTS, *box.labels["kind"], SHIP), np.stack(parts, axis=2))


STATISTICS = GameStatistics(components=components, contracts=contracts, sources=sources)

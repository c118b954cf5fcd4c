"""Action encoding of Borneo: integers inside the engine, a verb with named arguments in records."""

import numpy as np

from tradewinds.games.borneo.state import CARDS, COMPANIES, COMPANY_NAMES, GOODS, KINDS, RANKS, SLOT_NAMES, SLOTS
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.game import Box

PAIRS = RANKS * (RANKS - 1) // 2
"""Number of pairs of attacker and defender in one row; the attacker is behind the defender."""

PASS = 0
DONE = 1
SWAP = 2
PLACE_AT = 3
FULFIL = PLACE_AT + COMPANIES
PIRATES = FULFIL + KINDS
PAY_WITH = PIRATES + GOODS
COMMIT = PAY_WITH + GOODS
TAKE = COMMIT + CARDS
THROW = TAKE + CARDS
LAY = THROW + CARDS
TRANSFER = LAY + CARDS * SLOTS
CHALLENGE = TRANSFER + COMPANIES * RANKS * COMPANIES
ACTIONS = CHALLENGE + COMPANIES * PAIRS

ATTACKERS = np.array([a for a in range(RANKS) for _ in range(a)], np.int8)
DEFENDERS = np.array([d for a in range(RANKS) for d in range(a)], np.int8)
"""The ranks of each pair, counted from 0."""


@inlined
def pair(attacker: int, defender: int) -> int:
    """Return the index of a pair of ranks."""
    return attacker * (attacker - 1) // 2 + defender


def name_action(box: Box, action: int) -> tuple[str, ...]:
    """Return the verb of an action and its arguments, as in a record: ("lay", "rrry-pepper", "left")."""
    if action >= CHALLENGE:
        company, ranks = divmod(action - CHALLENGE, PAIRS)
        return "challenge", COMPANY_NAMES[company], str(ATTACKERS[ranks] + 1), str(DEFENDERS[ranks] + 1)
    if action >= TRANSFER:
        merchant, target = divmod(action - TRANSFER, COMPANIES)
        company, rank = divmod(merchant, RANKS)
        return "transfer", COMPANY_NAMES[company], str(rank + 1), COMPANY_NAMES[target]
    if action >= LAY:
        card, slot = divmod(action - LAY, SLOTS)
        return "lay", box.labels["card"][card], SLOT_NAMES[slot]
    for first, verb, axis in VERBS:
        if action >= first:
            return verb, box.labels[axis][action - first]
    return (PLAIN_VERBS[action],)


VERBS = (
    (THROW, "discard", "card"),
    (TAKE, "take", "card"),
    (COMMIT, "commit", "card"),
    (PAY_WITH, "pay", "goods"),
    (PIRATES, "pirates", "goods"),
    (FULFIL, "contract", "kind"),
    (PLACE_AT, "place", "company"),
)
PLAIN_VERBS = {PASS: "pass", DONE: "done", SWAP: "swap"}

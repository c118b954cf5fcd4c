"""Input features of what lies on the table: rows of merchants, ports and opponents, as one seat sees them.

Companies, spices and ports come in an order that a seat finds useful (`company_order` and the like). An order is packed
into one integer, two bits for each member.
"""

import numpy as np
import numpy.typing as npt

from tradewinds.games.borneo.flags import MOST, all_flags, flags_of
from tradewinds.games.borneo.position_facts import (
    BY_FLAGS,
    BY_MONOPOLY,
    CARDS,
    CARGO_SHARE,
    FIRST,
    LEADER,
    PER_SLOT,
    PROGRESS,
    SHARES,
    SLOT,
    SPICE,
    STAYING,
    VISIBLE,
    Facts,
)
from tradewinds.games.borneo.prospects import (
    cards_ahead,
    contract_value,
    cost,
    fulfil_probability,
    holdings_of,
    payable_points,
)
from tradewinds.games.borneo.state import COMPANIES, KINDS, PACKED, RANKS, SEATS, SLOTS, SPICES
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.sets import EMPTY, has, lowest, only, size, without_lowest

Floats = npt.NDArray[np.float32]

ROW, PORT, OTHER = 13, 35, 26

POINTS = 0.05
"""Scale of points."""

BITS, MEMBER = 2, 3
"""Size of a member of an order, and the bit mask that extracts it."""


@inlined
def nth(order: int, place: int) -> int:
    """Return a member of an order."""
    return (order >> (BITS * place)) & MEMBER


@inlined
def sorted_order(keys: npt.NDArray[np.float64], count: int) -> int:
    """Return the order of the first keys, largest first; uses them up."""
    order = 0
    for place in range(count):
        best = 0
        for index in range(1, count):
            if keys[index] > keys[best]:
                best = index
        keys[best] = -1e9
        order |= best << (BITS * place)
    return order


@inlined
def company_order(box: Record, state: Record, seat: int, facts: Facts) -> int:
    """Return the companies by the seat's share in them, then by its flags in hand."""
    keys, packed = np.empty(COMPANIES, np.float64), all_flags(box, state.hand[seat])
    for company in range(COMPANIES):
        keys[company] = 100 * facts[SHARES + company * SEATS + seat] + flags_of(packed, company)
    return sorted_order(keys, COMPANIES)


@inlined
def spice_order(packed: int, facts: Facts) -> int:
    """Return the spices by the amounts in a store, then by those at the ports."""
    keys = np.empty(SPICES, np.float64)
    for spice in range(SPICES):
        keys[spice] = 100 * ((packed >> (PACKED * spice)) & MOST)
        for slot in range(SLOTS):
            keys[spice] += facts[SLOT + slot * PER_SLOT + SPICE + spice]
    return sorted_order(keys, SPICES)


@inlined
def slot_order(facts: Facts) -> int:
    """Return the ports by the progress of their share-outs."""
    keys = np.empty(SLOTS, np.float64)
    for slot in range(SLOTS):
        keys[slot] = facts[SLOT + slot * PER_SLOT + PROGRESS]
    return sorted_order(keys, SLOTS)


@noinline
def encode_rows(box: Record, state: Record, seat: int, companies: int, facts: Facts, out: Floats) -> None:
    """Encode the flags in hand and the ranks in the row of each company."""
    packed = all_flags(box, state.hand[seat])
    for place in range(COMPANIES):
        company, first = nth(companies, place), place * ROW
        part, flags = facts[SHARES + company * SEATS + seat], flags_of(packed, company)
        for rank in range(RANKS):
            owner = state.row[company, rank]
            if owner == NONE:
                break
            out[first + 5] += 0.2
            if owner == seat:
                out[first + min(rank, 3)] += 1
                out[first + 4] += 1 / (1.0 + rank)
        out[first + 6] = part
        out[first + 7] = part * part
        out[first + 8] = flags * 0.15
        out[first + 9] = flags * part * 0.3
        out[first + 10] = size(state.hand[seat] & box.showing[company]) * 0.2
        most = most_flags(box, state.hand[seat], company)
        out[first + 11] = most * 0.3
        out[first + 12] = most > 1


@inlined
def most_flags(box: Record, cards: int, company: int) -> int:
    """Return the largest number of flags of a company on one of the cards."""
    most = 0
    while cards != EMPTY:
        most = max(most, flags_of(box.all_shown[lowest(cards)], company))
        cards = without_lowest(cards)
    return most


@noinline
def encode_port(
    box: Record,
    state: Record,
    seat: int,
    slot: int,
    companies: int,
    spices: int,
    packed: int,
    facts: Facts,
    out: Floats,
) -> None:
    """Encode a port with its cargo, the progress of its share-out and what the seat would take."""
    at, port = SLOT + slot * PER_SLOT, state.port[slot]
    count, mine, leader = facts[at + CARDS], facts[at + CARGO_SHARE + seat], int(facts[at + LEADER])
    out[0] = count * 0.2
    out[1] = mine
    out[2] = mine * count * 0.3
    for place in range(COMPANIES):
        out[3 + place] = facts[at + VISIBLE + nth(companies, place)] * 0.15
    for place in range(SPICES):
        out[7 + place] = facts[at + SPICE + nth(spices, place)] * 0.4
    by_flags, by_monopoly = facts[at + BY_FLAGS + seat], np.float32(0)
    if leader != NONE:
        out[11] = facts[SHARES + leader * SEATS + seat]
        by_monopoly = facts[at + BY_MONOPOLY + leader * SEATS + seat]
    out[12] = by_flags * 0.4
    out[13] = by_monopoly * 0.4
    out[14] = facts[at + FIRST + seat]
    if port == NONE:
        return
    near = facts[at + PROGRESS]
    out[15] = near
    out[16] = near * mine
    out[17] = box.limit[port] - count == 1
    out[18] = only(port) & box.jokers != EMPTY
    for place in range(SPICES):
        out[19 + place] = has(box.spice_ports[nth(spices, place)], port)
    out[23] = box.limit[port] * 0.2
    if leader != NONE:
        out[24] = (box.monopoly[port] - facts[at + VISIBLE + leader]) * 0.15
    encode_haul(box, state, seat, port, at, companies, facts, out)
    encode_use(box, state, packed, at, int(by_flags), facts, out[31:])
    encode_use(box, state, packed, at, int(by_monopoly), facts, out[33:])


@inlined
def encode_haul(
    box: Record, state: Record, seat: int, port: int, at: int, companies: int, facts: Facts, out: Floats
) -> None:
    """Encode the monopolies that a card of the seat's hand would bring about, and what it would take then."""
    for place in range(COMPANIES):
        company = nth(companies, place)
        missing = box.monopoly[port] - facts[at + STAYING + company]
        taken = facts[at + BY_MONOPOLY + company * SEATS + seat]
        out[25 + place] = max(np.float32(0), 4 - missing) * 0.25
        if missing <= most_flags(box, state.hand[seat], company):
            out[29] = 1
            out[30] = max(out[30], taken * np.float32(0.4))


@inlined
def encode_use(box: Record, state: Record, packed: int, at: int, cards: int, facts: Facts, out: Floats) -> None:
    """Encode what a number of cards of a port would be worth for contracts, beside the present holdings."""
    best, payable, reach = 0.0, 0, cards_ahead(box, state)
    for kind in range(KINDS):
        if state.contracts[kind] > 0:
            missing = shortage_with(box, kind, packed, at, cards, facts)
            value = box.contract_points[kind] - 0.8 * cost(box, kind)
            best = max(best, value * fulfil_probability(missing, reach))
            if missing <= 0:
                payable = max(payable, box.contract_points[kind])
    out[0] = best * POINTS
    out[1] = payable * POINTS


@inlined
def shortage_with(box: Record, kind: int, packed: int, at: int, cards: int, facts: Facts) -> int:
    """Return how many spices a contract lacks after taking the most useful cards of a port, each worth one spice."""
    missing, helpful, least, each = 0, 0, MOST, box.each[kind]
    for spice in range(SPICES):
        held, there = (packed >> (PACKED * spice)) & MOST, int(facts[at + SPICE + spice])
        need = max(0, each - held)
        missing += need
        helpful += min(need, there)
        least = min(least, box.alike[kind] - held - min(cards, there))
    if each > 0:
        least = missing - min(helpful, cards)
    return least - (packed >> (PACKED * SPICES))


@noinline
def encode_opponent(
    box: Record,
    state: Record,
    other: int,
    companies: int,
    spices: int,
    slots: int,
    facts: Facts,
    out: Floats,
) -> None:
    """Encode an opponent."""
    out[0] = 1
    out[1] = payable_points(box, state, other) * POINTS
    out[2] = contract_value(box, state, other) * POINTS
    out[3] = state.store_size[other] * 0.1
    out[4] = state.port_store_size[other] * 0.25
    out[5] = state.hand_size[other] * 0.15
    packed = holdings_of(box, state, other)
    for place in range(COMPANIES):
        company = nth(companies, place)
        part = facts[SHARES + company * SEATS + other]
        out[6] += state.row[company, 0] == other
        out[7] += part
        out[8 + place] = part
    for place in range(SPICES):
        out[12 + place] = ((packed >> (PACKED * nth(spices, place))) & MOST) * 0.2
    for place in range(SLOTS):
        at = SLOT + nth(slots, place) * PER_SLOT
        leader = int(facts[at + LEADER])
        out[16 + place] = facts[at + CARGO_SHARE + other]
        out[19 + place] = facts[at + BY_FLAGS + other] * 0.4
        out[22 + place] = facts[at + FIRST + other]
        if leader != NONE:
            out[25] = max(out[25], facts[at + BY_MONOPOLY + leader * SEATS + other] * facts[at + PROGRESS] * 0.4)

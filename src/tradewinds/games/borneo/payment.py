"""Payments for contracts (BO-4, BO-10): goods are paid one by one, and every partial payment can be completed.

A payment is a set of cargo cards and a set of ports. It must suffice without a superfluous card (BO-4.3). A card is
useful only if the cards that may still follow can complete the payment.
"""

from functools import cache

import numpy as np

from tradewinds.games.borneo.flags import MOST
from tradewinds.games.borneo.state import MOST_EACH, MOST_TWOS, PACKED, SPICES, TABLE
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.sets import EMPTY, size


@inlined
def singles(box: Record, cards: int, ports: int, spice: int) -> int:
    """Count the cards that are worth one of a spice."""
    return size(cards & box.single[spice]) + size(ports & box.spice_ports[spice])


@inlined
def doubles(box: Record, cards: int, spice: int) -> int:
    """Count the cards that are worth two of a spice."""
    return size(cards & box.double[spice])


@inlined
def spice_amount(box: Record, cards: int, ports: int, spice: int) -> int:
    """Return the amount of a spice on cards and ports."""
    # BO-4.2: a "2" card counts as two.
    return singles(box, cards, ports, spice) + 2 * doubles(box, cards, spice)


@inlined
def holdings(box: Record, cards: int, ports: int) -> int:
    """Return the amounts of all spices and, last, of jokers, packed into one integer."""
    packed = size(ports & box.jokers) << (PACKED * SPICES)
    for spice in range(SPICES):
        packed |= spice_amount(box, cards, ports, spice) << (PACKED * spice)
    return packed


@inlined
def shortage(box: Record, kind: int, packed: int) -> int:
    """Return how many spices these holdings lack for a contract; 0 or less if they can pay for it.

    Every sufficient set contains a payment without superfluous cards, so no further test is needed at the start.
    """
    missing, most, each = 0, 0, box.each[kind]
    for spice in range(SPICES):
        value = (packed >> (PACKED * spice)) & MOST
        missing += max(0, each - value)
        most = max(most, value)
    if box.alike[kind] > 0:
        missing = box.alike[kind] - most
    # BO-4.2: a joker counts as one of any spice, in any number.
    return missing - (packed >> (PACKED * SPICES))


@inlined
def unpaid(box: Record, kind: int, cards: int, ports: int, pirate: int) -> int:
    """Return how many spices a payment of these goods and the pirates' card lacks; 0 or less if it is complete."""
    # BO-10.1: the pirates' card, if there is one, replaces a spice.
    return shortage(box, kind, holdings(box, cards, ports)) - int(pirate != NONE)


@inlined
def sum_sets(one: int, other: int) -> int:
    """Return the sumset of two sets of numbers; those in the second are at most MOST_EACH."""
    found = 0
    for number in range(MOST_EACH + 1):
        found |= (one << number) * ((other >> number) & 1)
    return found


@inlined
def missing_of(box: Record, kind: int, paid: int, paid_ports: int, left: int, left_ports: int, spice: int) -> int:
    """Return the possible final shortages of a spice as a set of numbers; see `missing_table`."""
    return int(
        box.missing[
            kind,
            min(MOST_EACH + 1, singles(box, paid, paid_ports, spice)),
            min(MOST_TWOS + 1, doubles(box, paid, spice)),
            min(MOST_EACH, singles(box, left, left_ports, spice)),
            min(MOST_TWOS, doubles(box, left, spice)),
        ]
    )


@noinline
def each_payable(box: Record, kind: int, paid: int, paid_ports: int, left: int, left_ports: int, pirates: int) -> bool:
    """Return whether a payment for a contract for all spices can be completed with the cards left."""
    # `filled` holds the possible shortages that include a spice other than that of the pirates' card, `plain`
    # the others: the pirates' card replaces another spice (BO-10.1).
    filled, plain = 0, 1
    for spice in range(SPICES):
        missing = missing_of(box, kind, paid, paid_ports, left, left_ports, spice)
        if pirates != NONE and spice != pirates:
            filled = sum_sets(filled, missing) | sum_sets(plain, missing & ~1)
            missing &= 1
        elif pirates != NONE:
            filled = sum_sets(filled, missing)
        plain = sum_sets(plain, missing)
    # BO-12.9: jokers and the pirates' card fill exactly the shortage, else one of them is superfluous.
    low = size(paid_ports & box.jokers)
    span = (1 << (size(left_ports & box.jokers) + 1)) - 1
    if pirates == NONE:
        return plain & (span << low) != 0
    return filled & (span << (low + 1)) != 0


@noinline
def alike_payable(
    box: Record, alike: int, paid: int, paid_ports: int, left: int, left_ports: int, pirates: int
) -> bool:
    """Return whether a payment for a contract for `alike` of one spice can be completed with the cards left."""
    helped = int(pirates != NONE)
    jokers, more_jokers = size(paid_ports & box.jokers), size(left_ports & box.jokers)
    for spice in range(SPICES):
        foreign = (paid & ~(box.single[spice] | box.double[spice])) != EMPTY
        foreign |= (paid_ports & ~(box.spice_ports[spice] | box.jokers)) != EMPTY
        if foreign or spice == pirates:
            continue
        ones, twos = singles(box, paid, paid_ports, spice), doubles(box, paid, spice)
        more_ones, more_twos = singles(box, left, left_ports, spice), doubles(box, left, spice)
        need = alike - ones - 2 * twos - jokers - helped
        if need >= 0 and need - 2 * min(more_twos, need // 2) <= more_ones + more_jokers:
            return True
        # BO-4.3: only "2" cards may exceed the requirement by one, and only if no other card could be left out.
        if ones + jokers + helped == 0 and alike % 2 == 1 and twos <= (alike + 1) // 2 <= twos + more_twos:
            return True
    return False


@noinline
def payable(box: Record, kind: int, paid: int, paid_ports: int, left: int, left_ports: int, pirates: int) -> bool:
    """Return whether a payment can be completed with the cards left, none of them superfluous.

    `pirates` is the spice of the pirates' card, or NONE.
    """
    if box.each[kind] > 0:
        return each_payable(box, kind, paid, paid_ports, left, left_ports, pirates)
    return alike_payable(box, box.alike[kind], paid, paid_ports, left, left_ports, pirates)


@cache
def missing_table(each: int) -> np.ndarray:
    """Tabulate the possible final shortages of a spice in a contract for `each` of it, as sets of numbers.

    The indices count the single and "2" cards paid, and the single and "2" cards that may follow. The set is empty if
    a paid card is already superfluous (BO-4.3): a single card if the amount paid exceeds `each`, a "2" card if it
    exceeds `each` by two.
    """
    table = np.zeros(TABLE, np.uint8)
    for single, double, more_single, more_double in np.ndindex(*TABLE):
        for ones in range(single, single + more_single + 1):
            for twos in range(double, double + more_double + 1):
                given = ones + 2 * twos
                if given <= each or (given == each + 1 and ones == 0):
                    table[single, double, more_single, more_double] |= 1 << max(0, each - given)
    return table

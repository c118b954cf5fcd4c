"""What pays for a contract (BO-4, BO-10): cards of the store are chosen one by one, and every choice can be completed.

A payment is a set of cargo cards and a set of ports. It must suffice and may not contain a card that it could do
without (BO-4.3). A card in it is of use only as long as the cards that may still follow can complete it.
"""

from functools import cache

import numpy as np

from tradewinds.games.borneo.flags import MOST
from tradewinds.games.borneo.state import MOST_EACH, MOST_TWOS, PACKED, SPICES, TABLE
from tradewinds.kernel.compile import apart, inlined
from tradewinds.kernel.record import NONE, Record
from tradewinds.kernel.sets import EMPTY, size


@inlined
def singles(box: Record, cards: int, ports: int, spice: int) -> int:
    """How many cards count as one of a spice."""
    return size(cards & box.single[spice]) + size(ports & box.spice_ports[spice])


@inlined
def doubles(box: Record, cards: int, spice: int) -> int:
    """How many cards count as two of a spice."""
    return size(cards & box.double[spice])


@inlined
def worth(box: Record, cards: int, ports: int, spice: int) -> int:
    """How much of a spice some cards are."""
    # BO-4.2: a "2" card counts as two.
    return singles(box, cards, ports, spice) + 2 * doubles(box, cards, spice)


@inlined
def holdings(box: Record, cards: int, ports: int) -> int:
    """How much some cards are of each spice and of jokers, packed into one number: jokers last."""
    packed = size(ports & box.jokers) << (PACKED * SPICES)
    for spice in range(SPICES):
        packed |= worth(box, cards, ports, spice) << (PACKED * spice)
    return packed


@inlined
def shortage(box: Record, kind: int, packed: int) -> int:
    """How many spices are missing for a contract if all holdings are given; not above 0 if it can be paid.

    Whatever suffices contains a payment that has no card too many, so this is the whole question for a start.
    """
    missing, most, each = 0, 0, box.each[kind]
    for spice in range(SPICES):
        value = (packed >> (PACKED * spice)) & MOST
        missing += max(0, each - value)
        most = max(most, value)
    if box.alike[kind] > 0:
        missing = box.alike[kind] - most
    # BO-4.2: jokers count as any one spice, as many as you like.
    return missing - (packed >> (PACKED * SPICES))


@inlined
def sum_sets(one: int, other: int) -> int:
    """All sums of a number of one set and a number of another, which are at most MOST_EACH."""
    found = 0
    for number in range(MOST_EACH + 1):
        found |= (one << number) * ((other >> number) & 1)
    return found


@inlined
def missing_of(box: Record, kind: int, paid: int, paid_ports: int, left: int, left_ports: int, spice: int) -> int:
    """How much of a spice can be missing in the end, as a set of numbers: see `missing_table`."""
    return int(
        box.missing[
            kind,
            min(MOST_EACH + 1, singles(box, paid, paid_ports, spice)),
            min(MOST_TWOS + 1, doubles(box, paid, spice)),
            min(MOST_EACH, singles(box, left, left_ports, spice)),
            min(MOST_TWOS, doubles(box, left, spice)),
        ]
    )


@apart
def each_payable(box: Record, kind: int, paid: int, paid_ports: int, left: int, left_ports: int, pirates: int) -> bool:
    """Whether a payment of so many of each spice can be completed with some of the cards that are left."""
    # `filled` are the possible numbers of missing spices if one of them is another than the pirates' card's, `plain`
    # the others: that card replaces another spice (BO-10.1).
    filled, plain = 0, 1
    for spice in range(SPICES):
        missing = missing_of(box, kind, paid, paid_ports, left, left_ports, spice)
        if pirates != NONE and spice != pirates:
            filled = sum_sets(filled, missing) | sum_sets(plain, missing & ~1)
            missing &= 1
        elif pirates != NONE:
            filled = sum_sets(filled, missing)
        plain = sum_sets(plain, missing)
    # BO-12.9: jokers and the pirates' card fill exactly what is missing, else one of them is superfluous.
    low = size(paid_ports & box.jokers)
    span = (1 << (size(left_ports & box.jokers) + 1)) - 1
    if pirates == NONE:
        return plain & (span << low) != 0
    return filled & (span << (low + 1)) != 0


@apart
def alike_payable(
    box: Record, alike: int, paid: int, paid_ports: int, left: int, left_ports: int, pirates: int
) -> bool:
    """Whether a payment of so many of one spice can be completed with some of the cards that are left."""
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
        # BO-4.3: only "2" cards may give one too many, and only if nothing else could be left out.
        if ones + jokers + helped == 0 and alike % 2 == 1 and twos <= (alike + 1) // 2 <= twos + more_twos:
            return True
    return False


@apart
def payable(box: Record, kind: int, paid: int, paid_ports: int, left: int, left_ports: int, pirates: int) -> bool:
    """Whether a payment can be completed with some of the cards that are left, none of them superfluous.

    `pirates` is the spice of the card that the pirates got besides, NONE if they got none.
    """
    if box.each[kind] > 0:
        return each_payable(box, kind, paid, paid_ports, left, left_ports, pirates)
    return alike_payable(box, box.alike[kind], paid, paid_ports, left, left_ports, pirates)


@cache
def missing_table(each: int) -> np.ndarray:
    """How much of a spice can be missing in the end of a contract that asks for so many, as a set of numbers.

    The indices are the single cards and the "2" cards that are paid and those that may still follow. The set is empty
    if one of those that are paid is already superfluous (BO-4.3): a single card is if more than `each` is given, a "2"
    card if it is more by two.
    """
    table = np.zeros(TABLE, np.uint8)
    for single, double, more_single, more_double in np.ndindex(*TABLE):
        for ones in range(single, single + more_single + 1):
            for twos in range(double, double + more_double + 1):
                given = ones + 2 * twos
                if given <= each or (given == each + 1 and ones == 0):
                    table[single, double, more_single, more_double] |= 1 << max(0, each - given)
    return table

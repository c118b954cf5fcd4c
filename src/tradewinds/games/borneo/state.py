"""The state of a game of Borneo, as one record."""

from typing import Final, Literal, get_args

from tradewinds.kernel.record import Field

SEATS, COMPANIES, SPICES, CARDS, PORTS, KINDS = 5, 4, 4, 60, 14, 5

RANKS = 15
"""Maximum number of merchants in one row: all of them."""

SLOTS = 3
"""Number of open ports."""

PLACES = 8
"""Maximum number of cargo cards at one port."""

HELD = 8
"""Maximum number of cards in one hand."""

FLAGS = 4
LOWER = FLAGS - 1

PACKED = 8
"""Bits for each company in packed counts of flags."""

MOST_EACH, MOST_TWOS = 5, 3
"""Maximum amount of each spice in a contract, and the number of "2" cards that cover it."""

TABLE = (MOST_EACH + 2, MOST_TWOS + 2, MOST_EACH + 1, MOST_TWOS + 1)
"""Shape of `missing_table`: single and "2" cards paid, and those that may follow."""

GOODS = CARDS + PORTS
"""Number of goods that a store can hold: cargo cards first, then ports."""

Company = Literal["red", "yellow", "green", "blue"]
COMPANY_NAMES: tuple[Company, ...] = get_args(Company)

Spice = Literal["pepper", "cinnamon", "cloves", "nutmeg"]
SPICE_NAMES: tuple[Spice, ...] = get_args(Spice)

PortSpice = Literal[Spice, "joker"]
"""The spice of a port; a joker stands for any spice."""
JOKER: Final = "joker"

Slot = Literal["left", "middle", "right"]
SLOT_NAMES: tuple[Slot, ...] = get_args(Slot)

(
    PLACE,
    CONTRACT,
    PAY,
    MERCHANTS,
    ATTACK,
    DEFEND,
    EVICTED,
    REWARD,
    CARGO,
    SHARE,
    DISCARD,
    OVER,
) = range(12)
Phase = Literal[
    "place",
    "contract",
    "pay",
    "merchants",
    "attack",
    "defend",
    "evicted",
    "reward",
    "cargo",
    "share",
    "discard",
    "over",
]
PHASE_NAMES: tuple[Phase, ...] = get_args(Phase)

SHARED, DRAWING, TURN_OVER, TURN_BEGINS, GAME_ENDS, NEXT_LAST = range(OVER + 1, OVER + 7)
"""Transient phases: a state is in them only while an action is being applied."""

RUNNING, PORTS_OUT, CARDS_OUT = range(3)
Ending = Literal["running", "ports", "cards"]
ENDING_NAMES: tuple[Ending, ...] = get_args(Ending)

SIZES = {
    "seat": SEATS,
    "company": COMPANIES,
    "rank": RANKS,
    "slot": SLOTS,
    "place": PLACES,
    "held": HELD,
    "card": CARDS,
    "kind": KINDS,
    "order": COMPANIES,
}

FIELDS = (
    # Cargo cards: each is in exactly one of these places or at a port.
    Field("hand", "i8", ("seat",), members="card"),
    Field("store", "i8", ("seat",), members="card"),
    Field("draw", "i8", members="card"),
    Field("discard", "i8", members="card"),
    Field("paid", "i8", members="card"),
    Field("attack", "i8", members="card"),
    Field("defence", "i8", members="card"),
    Field("lying", "i1", ("slot", "place"), "card"),
    # Public knowledge of hidden cards (BO-11, BO-12.18): the size of each hand, the shuffle of the draw pile that each
    # of its cards came from, the shuffle that a card was last in, and the cards that are in some store.
    Field("hand_size", "i1", ("seat",)),
    Field("drawn", "u1", ("seat", "held")),
    Field("shuffle", "u1", ("card",)),
    Field("shuffles", "u1"),
    Field("stored", "i8", members="card", vague=True),
    Field("store_size", "i1", ("seat",)),
    Field("port_store_size", "i1", ("seat",)),
    # Ports.
    Field("port", "i1", ("slot",), "port"),
    Field("port_store", "i8", ("seat",), members="port"),
    Field("pile", "i8", members="port"),
    Field("paid_ports", "i8", members="port"),
    Field("gone", "i8", members="port"),
    # Merchants, contracts and the pirate ship.
    Field("row", "i1", ("company", "rank"), "seat"),
    Field("contracts", "i1", ("kind",)),
    Field("fulfilled", "i1", ("seat", "kind")),
    Field("ship", "i1", (), "seat"),
    # Progress of the game (BO-3): whose turn it is, the seat to act, and the phase.
    Field("start", "i1", (), "seat"),
    Field("turn", "i1", (), "seat"),
    Field("seat", "i1", (), "seat"),
    Field("phase", "i1", (), "phase"),
    Field("placed", "i1"),
    Field("ending", "i1", (), "ending"),
    Field("last_left", "i1"),
    # A decision that takes several steps: a payment, a challenge, a share-out.
    Field("contract", "i1", (), "kind"),
    Field("pirate", "i1", (), "goods"),
    Field("company", "i1", (), "company"),
    Field("attacker", "i1", (), "rank"),
    Field("defender", "i1", (), "rank"),
    Field("share", "i1", (), "slot"),
    Field("order", "i1", ("order",), "company"),
    Field("share_rank", "i1"),
    Field("share_turn", "i1"),
    # Event counters for the story and for statistics.
    Field("turns", "u1"),
    Field("share_outs", "i1"),
    Field("monopolies", "i1"),
)

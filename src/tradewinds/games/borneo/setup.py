"""Set-up (BO-2) and the other chance events: drawing cards (BO-8) and revealing ports (BO-7.6)."""

from tradewinds.games.borneo.state import COMPANIES, KINDS, PLACE, SLOTS
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.random import Rng, below
from tradewinds.kernel.record import NONE, Record, fill
from tradewinds.kernel.sets import EMPTY, any_of, lowest, only, without_lowest


@inlined
def setup(box: Record, state: Record, rng: Rng) -> None:
    """Initialise a blank state."""
    state.draw = box.cards
    # BO-2.1: three cargo cards each.
    for seat in range(box.players):
        for _ in range(box.deal):
            draw_card(box, state, seat, rng)
    # BO-2.1: three ports face up, the rest a face-down pile.
    state.pile = box.ports
    for slot in range(SLOTS):
        fill(state.lying[slot], NONE)
        reveal_port(state, slot, rng)
    for company in range(COMPANIES):
        fill(state.row[company], NONE)
    for kind in range(KINDS):
        state.contracts[kind] = box.contracts[kind]
    clear_decision(state)
    # BO-10.1: the pirate ship starts in the bay.
    state.ship = NONE
    # BO-2.4: the start player is random, or the host's choice.
    state.start = below(rng, box.players) if box.first_seat == NONE else box.first_seat
    state.turn = state.start
    state.seat = state.start
    state.phase = PLACE


@inlined
def clear_decision(state: Record) -> None:
    """Reset the fields of payment, challenge and share-out."""
    state.contract = NONE
    state.pirate = NONE
    state.company = NONE
    state.attacker = NONE
    state.defender = NONE
    state.share = NONE
    fill(state.order, NONE)
    state.share_rank = 0
    state.share_turn = 0


@inlined
def draw_card(box: Record, state: Record, seat: int, rng: Rng) -> None:
    """Draw a card into a hand, reshuffling the discard pile if needed."""
    # BO-8.1, BO-12.1: only when a card must be drawn.
    if state.draw == EMPTY:
        shuffle_discards(state)
    card = any_of(rng, state.draw)
    state.draw &= ~only(card)
    state.hand[seat] |= only(card)
    # BO-12.18: the shuffle a card comes from is public. The latest shuffle is appended, so the list stays sorted.
    state.drawn[seat, state.hand_size[seat]] = state.shuffles
    state.hand_size[seat] += 1
    # BO-12.1: by the other interpretation, as soon as the draw pile runs out.
    if box.reshuffle_at_once and state.draw == EMPTY and state.discard != EMPTY:
        shuffle_discards(state)


@noinline
def shuffle_discards(state: Record) -> None:
    """Turn the discard pile into the draw pile; its order is sampled when cards are drawn (BO-12.17)."""
    state.draw = state.discard
    state.discard = EMPTY
    state.shuffles += 1
    rest = state.draw
    while rest != EMPTY:
        state.shuffle[lowest(rest)] = state.shuffles
        rest = without_lowest(rest)


@inlined
def reveal_port(state: Record, slot: int, rng: Rng) -> None:
    """Reveal a port from the pile, which must not be empty, in a free slot."""
    port = any_of(rng, state.pile)
    state.pile &= ~only(port)
    state.port[slot] = port

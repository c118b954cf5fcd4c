"""Set-up (BO-2) and everything else that chance decides: drawing cards (BO-8) and revealing ports (BO-7.6)."""

from tradewinds.games.borneo.state import COMPANIES, KINDS, PLACE, SLOTS
from tradewinds.kernel.compile import apart, inlined
from tradewinds.kernel.random import Rng, below
from tradewinds.kernel.record import NONE, Record, fill
from tradewinds.kernel.sets import EMPTY, any_of, lowest, only, without_lowest


@inlined
def setup(box: Record, state: Record, rng: Rng) -> None:
    """Fill a blank state with the beginning of a game."""
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
    forget_decisions(state)
    # BO-10.1: the pirate ship starts in the bay.
    state.ship = NONE
    # BO-2.4: the start player is random, or the host's choice.
    state.start = below(rng, box.players) if box.first_seat == NONE else box.first_seat
    state.turn = state.start
    state.seat = state.start
    state.phase = PLACE


@inlined
def forget_decisions(state: Record) -> None:
    """No contract is being paid, nobody is challenged, nothing is shared out."""
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
    """Draw a card into a hand; the draw pile is made anew if there is none."""
    # BO-8.1, BO-12.1: only when a card must be drawn.
    if state.draw == EMPTY:
        shuffle_discards(state)
    card = any_of(rng, state.draw)
    state.draw &= ~only(card)
    state.hand[seat] |= only(card)
    # BO-12.18: all see from which shuffle it comes. The latest shuffle is the last of the list, so it stays sorted.
    state.drawn[seat, state.hand_size[seat]] = state.shuffles
    state.hand_size[seat] += 1
    # BO-12.1: by the other reading, as soon as the draw pile runs out.
    if box.reshuffle_at_once and state.draw == EMPTY and state.discard != EMPTY:
        shuffle_discards(state)


@apart
def shuffle_discards(state: Record) -> None:
    """The discard pile becomes the draw pile. Its order is decided card by card, when one is drawn (BO-12.17)."""
    state.draw = state.discard
    state.discard = EMPTY
    state.shuffles += 1
    rest = state.draw
    while rest != EMPTY:
        state.shuffle[lowest(rest)] = state.shuffles
        rest = without_lowest(rest)


@inlined
def reveal_port(state: Record, slot: int, rng: Rng) -> None:
    """Turn over a port of the pile, which must not be empty, in a free place."""
    port = any_of(rng, state.pile)
    state.pile &= ~only(port)
    state.port[slot] = port

"""The order of turns and the end of the game (BO-3, BO-8, BO-9)."""

from tradewinds.games.borneo.contracts import can_fulfil_any
from tradewinds.games.borneo.flags import cargo_at
from tradewinds.games.borneo.setup import clear_decision, draw_card, reveal_port
from tradewinds.games.borneo.state import (
    CARDS_OUT,
    CONTRACT,
    DISCARD,
    DRAWING,
    GAME_ENDS,
    HELD,
    MERCHANTS,
    NEXT_LAST,
    OVER,
    PORTS_OUT,
    SHARED,
    SLOTS,
    TURN_BEGINS,
    TURN_OVER,
)
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.random import Rng
from tradewinds.kernel.record import NONE, Record, fill
from tradewinds.kernel.seats import left_neighbour
from tradewinds.kernel.sets import EMPTY, only, size


@inlined
def has_contract_phase(box: Record, state: Record) -> bool:
    """Return whether the seat to act has a contract phase."""
    # BO-12.15: with open stores everyone sees who can pay for none; with closed stores this must not be revealed.
    return box.stores_closed or can_fulfil_any(box, state)


@inlined
def advance(box: Record, state: Record, rng: Rng) -> None:
    """Run the transient phases until a player must decide."""
    if state.phase == SHARED:
        end_share(state, rng)
    if state.phase == DRAWING:
        draw_cards(box, state, rng)
    if state.phase == TURN_OVER:
        # The left neighbour is next.
        state.turn = left_neighbour(box, state.turn)
        state.phase = TURN_BEGINS
    if state.phase == TURN_BEGINS:
        # BO-3.1: a turn begins with the contract phase.
        state.turns += 1
        state.seat = state.turn
        state.phase = CONTRACT if has_contract_phase(box, state) else MERCHANTS
    if state.phase == GAME_ENDS:
        end_game(box, state)
    if state.phase == NEXT_LAST:
        last_round(box, state)


@inlined
def untrack_card(state: Record, seat: int, card: int) -> None:
    """Remove a revealed card from the bookkeeping of a hand: its size and the shuffles it came from."""
    place = 0
    while state.drawn[seat, place] != state.shuffle[card]:
        place += 1
    for later in range(place, HELD - 1):
        state.drawn[seat, later] = state.drawn[seat, later + 1]
    state.drawn[seat, HELD - 1] = 0
    state.hand_size[seat] -= 1
    state.shuffle[card] = 0


@inlined
def remove_from_hand(state: Record, seat: int, card: int) -> None:
    """Remove a card from a hand; it becomes public."""
    state.hand[seat] &= ~only(card)
    untrack_card(state, seat, card)


@inlined
def store_card(state: Record, seat: int, card: int) -> None:
    """Add a cargo card to a store."""
    state.store[seat] |= only(card)
    state.stored |= only(card)
    state.store_size[seat] += 1


@inlined
def end_share(state: Record, rng: Rng) -> None:
    """Finish a share-out: reveal a port, then the player whose turn it is draws."""
    slot = state.share
    clear_decision(state)
    state.seat = state.turn
    # BO-9.1, BO-12.5: no port is left to reveal, and no cards are drawn.
    if state.pile == EMPTY:
        state.ending = PORTS_OUT
        state.phase = GAME_ENDS
    else:
        # BO-7.6: a new port is revealed.
        reveal_port(state, slot, rng)
        state.phase = DRAWING


@inlined
def draw_cards(box: Record, state: Record, rng: Rng) -> None:
    """Draw cards; a discard follows if the hand exceeds the limit. End the game if too few cards are left."""
    # BO-9.1, BO-12.6: fewer than two cards in both piles.
    if size(state.draw | state.discard) < box.draw:
        state.ending = CARDS_OUT
        state.phase = GAME_ENDS
        return
    for _ in range(box.draw):
        draw_card(box, state, state.turn, rng)
    state.phase = DISCARD if state.hand_size[state.turn] > box.hand_limit else TURN_OVER


@noinline
def end_game(box: Record, state: Record) -> None:
    """Discard everything but the stores and start the last contract round."""
    # BO-9.2: ports, the cargo at them and hands are discarded.
    for slot in range(SLOTS):
        if state.port[slot] != NONE:
            state.gone |= only(state.port[slot])
            state.port[slot] = NONE
        state.discard |= cargo_at(state, slot)
        fill(state.lying[slot], NONE)
    for seat in range(box.players):
        state.discard |= state.hand[seat]
        state.hand[seat] = EMPTY
        state.hand_size[seat] = 0
        fill(state.drawn[seat], 0)
    fill(state.shuffle, 0)
    # BO-9.2: beginning with the left neighbour of the player who ended the game.
    state.seat = state.turn
    state.last_left = box.players
    state.phase = NEXT_LAST


@noinline
def last_round(box: Record, state: Record) -> None:
    """Advance to the next player in the last contract round; end the game after the last."""
    while state.last_left > 0:
        state.seat = left_neighbour(box, state.seat)
        state.last_left -= 1
        if has_contract_phase(box, state):
            state.phase = CONTRACT
            return
    state.phase = OVER

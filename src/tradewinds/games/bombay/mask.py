"""What closed screens conceal (BY-7). Masks hide nothing, because all gains and payments are public."""

from tradewinds.games.bombay.state import OVER
from tradewinds.kernel.compile import inlined
from tradewinds.kernel.record import HIDDEN, Record, fill


@inlined
def conceal(box: Record, state: Record, seat: int) -> None:
    """Hide what is behind the closed screens of the other players, in place."""
    # BY-7: when the game is over the screens are lifted.
    if not box.screens_closed or state.phase == OVER:
        return
    for other in range(box.players):
        if other != seat:
            state.rupees[other] = HIDDEN
            state.clients[other] = HIDDEN
            state.palace_clients[other] = HIDDEN
            state.palace_cities[other] = HIDDEN
            fill(state.city_tokens[other], HIDDEN)

"""The companies' rows of merchants."""

from tradewinds.games.borneo.state import COMPANIES, RANKS
from tradewinds.kernel.compile import inlined, noinline
from tradewinds.kernel.record import NONE, Record


@inlined
def length(state: Record, company: int) -> int:
    """Return the number of merchants of a company."""
    row, count = state.row[company], 0
    while count < RANKS and row[count] != NONE:
        count += 1
    return count


@inlined
def has_room(box: Record, state: Record, company: int) -> bool:
    """Return whether another merchant can join a company."""
    # BO-2.4: in board-2008 a row has 5 spaces.
    return state.row[company, box.row_spaces - 1] == NONE


@noinline
def join(state: Record, company: int, seat: int) -> None:
    """Append a merchant to a row."""
    state.row[company, length(state, company)] = seat


@noinline
def leave(state: Record, company: int, rank: int) -> None:
    """Remove a merchant from a row; the merchants behind move up."""
    # BO-5.1, BO-6.5: the gap closes.
    for place in range(rank, RANKS - 1):
        state.row[company, place] = state.row[company, place + 1]
    state.row[company, RANKS - 1] = NONE


@inlined
def room_elsewhere(box: Record, state: Record, company: int) -> bool:
    """Return whether an evicted merchant could join another company."""
    for other in range(COMPANIES):
        if other != company and has_room(box, state, other):
            return True
    return False


@inlined
def snake(box: Record, start: int, placed: int) -> int:
    """Return the seat that places the next merchant in set-up, in snake order."""
    # BO-2.4: A B C D D C B A A B C D.
    lap, place = placed // box.players, placed % box.players
    if lap % 2 == 1:
        place = box.players - 1 - place
    return (start + place) % box.players

"""The companies' rows of merchants: who stands where, who may join, and how a row closes up."""

from tradewinds.games.borneo.state import COMPANIES, RANKS
from tradewinds.kernel.compile import apart, inlined
from tradewinds.kernel.record import NONE, Record


@inlined
def length(state: Record, company: int) -> int:
    """How many merchants a company has."""
    count = 0
    while count < RANKS and state.row[company, count] != NONE:
        count += 1
    return count


@inlined
def has_room(box: Record, state: Record, company: int) -> bool:
    """Whether another merchant can join a company."""
    # BO-2.4: in board-2008 a row has 5 spaces.
    return state.row[company, box.row_spaces - 1] == NONE


@apart
def join(state: Record, company: int, seat: int) -> None:
    """A merchant goes to the end of a row."""
    state.row[company, length(state, company)] = seat


@apart
def leave(state: Record, company: int, rank: int) -> None:
    """A merchant leaves a row, and those behind him move up."""
    # BO-5.1, BO-6.5: the gap closes.
    for place in range(rank, RANKS - 1):
        state.row[company, place] = state.row[company, place + 1]
    state.row[company, RANKS - 1] = NONE


@inlined
def room_elsewhere(box: Record, state: Record, company: int) -> bool:
    """Whether an evicted merchant could join another company."""
    for other in range(COMPANIES):
        if other != company and has_room(box, state, other):
            return True
    return False


@inlined
def snake(box: Record, start: int, placed: int) -> int:
    """Whose merchant is placed next in set-up."""
    # BO-2.4: A B C D D C B A A B C D.
    lap, place = placed // box.players, placed % box.players
    if lap % 2 == 1:
        place = box.players - 1 - place
    return (start + place) % box.players

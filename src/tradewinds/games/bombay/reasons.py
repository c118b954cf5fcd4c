"""What a line of play brings a seat, feature by feature, so that two lines can be compared in a sentence.

Worths are in rupees, which are points in the end, by the same rules of thumb as `estimate`.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tradewinds.games.bombay.actions import BUILD, MOVE, SELL
from tradewinds.games.bombay.apply import sale_clients, sale_rupees
from tradewinds.games.bombay.heuristic import TOKEN_WORTH
from tradewinds.games.bombay.prospects import CITY, CLIENT, PALACE, POINT, points_ahead
from tradewinds.games.bombay.scoring import rank_reward
from tradewinds.games.bombay.state import CITIES, COLOUR_NAMES, COLOURS, PLACE_NAMES
from tradewinds.games.bombay.story import phrase, price, sale
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box, Feature
from tradewinds.kernel.record import HIDDEN, NONE, Record, unpack


def features(box: Box, masks: Sequence[Record], actions: Sequence[int], seat: int) -> list[Feature]:
    """Everything that a line brings or costs."""
    states = [unpack(masked) for masked in masks]
    before, after = states[0], states[-1]
    found = [
        tell_rupees(box, states, actions, seat),
        tell_clients(before, after, seat),
        tell_cities(before, after, seat),
        tell_palaces(before, after, seat),
        tell_rank(box, masks, seat),
        tell_cargo(box, states, actions, seat),
        tell_purchase(box, before, after, seat),
        *tell_tolls(box, states, actions, seat),
    ]
    return [feature for feature in found if feature is not None]


def tell_rupees(box: Box, states: list[Any], actions: Sequence[int], seat: int) -> Feature | None:
    """Rupees in the purse; a single sale says where it is."""
    gain = states[-1].rupees[seat] - states[0].rupees[seat]
    if gain < 0:
        return Feature("rupees", gain, phrase("reason.spends", n=-gain))
    if gain == 0:
        return None
    sales = [(state, action - SELL) for state, action in zip(states, actions, strict=False) if SELL <= action < BUILD]
    if len(sales) != 1:
        return Feature("rupees", gain, phrase("reason.earns", n=gain))
    state, colour = sales[0]
    city = box.numbers.city_at[state.elephant[seat]]
    values = {"colour": COLOUR_NAMES[colour], "city": box.labels["city"][city], "price": sale(box, state, colour)}
    place = PLACE_NAMES[state.demand[city].index(colour)]
    return Feature("rupees", gain, phrase("reason.sells", place=place, **values))


def tell_clients(before: Any, after: Any, seat: int) -> Feature | None:
    """Clients, those of palaces included."""
    gain = after.clients[seat] + after.palace_clients[seat] - before.clients[seat] - before.palace_clients[seat]
    return Feature("clients", CLIENT * gain, phrase("reason.clients", n=gain)) if gain > 0 else None


def city_count(state: Any, seat: int) -> int:
    """How many city tokens a player has."""
    return int(sum(state.city_tokens[seat]) + state.palace_cities[seat])


def tell_cities(before: Any, after: Any, seat: int) -> Feature | None:
    """City tokens: BY-6.2 pays for three and for four."""
    had, has = city_count(before, seat), city_count(after, seat)
    worth = float(TOKEN_WORTH[min(CITIES, has)] - TOKEN_WORTH[min(CITIES, had)])
    return Feature("cities", worth, phrase("reason.city_token", n=has)) if has > had else None


def tell_palaces(before: Any, after: Any, seat: int) -> Feature | None:
    """Palaces."""
    gain = after.palaces[seat] - before.palaces[seat]
    return Feature("palaces", PALACE * gain, phrase("reason.palace")) if gain > 0 else None


def tell_rank(box: Box, masks: Sequence[Record], seat: int) -> Feature | None:
    """The reward for palaces and clients (BY-6.1), where all can be seen."""
    if any(int(clients) == HIDDEN for masked in (masks[0], masks[-1]) for clients in masked.clients[: box.players]):
        return None
    before, after = (int(rank_reward(box.record, masked, seat)) for masked in (masks[0], masks[-1]))
    return Feature("rank", 0.5 * (after - before), phrase("reason.rank", n=after)) if after > before else None


def tell_tolls(box: Box, states: list[Any], actions: Sequence[int], seat: int) -> Iterator[Feature]:
    """Rupees for others whose palaces are entered (BY-5.2)."""
    tolls: dict[int, int] = {}
    for state, action in zip(states, actions, strict=False):
        owner = state.palace[action - MOVE] if action >= MOVE else NONE
        if owner not in (NONE, seat):
            tolls[owner] = tolls.get(owner, 0) + box.numbers.toll
    for owner, rupees in tolls.items():
        yield Feature(f"toll {owner}", -rupees, phrase("reason.toll", owner=owner, n=rupees))


class Sale(NamedTuple):
    """The best sale that a bale can be carried to: its worth, the way and what is said about it."""

    worth: float
    way: int
    city: str
    price: Phrase
    colour: int


def best_sale(box: Box, state: Any, seat: int, colour: int, here: int, ahead: int) -> Sale | None:
    """Where a bale would best be sold from a space, with so many actions left."""
    rules, found = box.numbers, []
    for space, city in enumerate(rules.city_at):
        way = rules.steps[here][space]
        if city == NONE or colour not in state.demand[city] or way + 1 > ahead:
            continue
        token = state.city_tokens[seat][city] == 0 and state.city_left[city] > 0 and city_count(state, seat) < CITIES
        place = state.demand[city].index(colour)
        worth = sale_rupees(rules, place, colour) + CLIENT * sale_clients(rules, place, colour)
        worth += CITY * token - POINT * (way + 1)
        found.append(Sale(worth, way, box.labels["city"][city], price(box, place, colour), colour))
    return max(found, key=lambda one: (one.worth, one.city), default=None)


def cargo(box: Box, state: Any, seat: int) -> list[Sale]:
    """The best sale of each bale on an elephant, the best of all first."""
    ahead, here = points_ahead(box.numbers, state, seat), state.elephant[seat]
    bales = [colour for colour in range(COLOURS) for _ in range(state.bales[seat][colour])]
    found = [best_sale(box, state, seat, colour, here, ahead) for colour in bales]
    return sorted((one for one in found if one and one.worth > 0), key=lambda one: -one.worth)


def tell_cargo(box: Box, states: list[Any], actions: Sequence[int], seat: int) -> Feature | None:
    """What the bales on the elephant promise."""
    before, after = states[0], states[-1]
    had, has = cargo(box, before, seat), cargo(box, after, seat)
    gain = sum(one.worth for one in has) - sum(one.worth for one in had)
    if gain < 0:
        gone = next((one for one in had if after.bales[seat][one.colour] < before.bales[seat][one.colour]), None)
        wasted = gone and gone.worth > best_price(box, states, actions, seat, gone.colour)
        return Feature("cargo", gain, tell_sale("uses", gone)) if gone and wasted else None
    if gain == 0 or not has:
        return None
    new = next((one for one in has if after.bales[seat][one.colour] > before.bales[seat][one.colour]), None)
    return Feature("cargo", gain, tell_sale("loads", new) if new else tell_sale("nears", has[0]))


def best_price(box: Box, states: list[Any], actions: Sequence[int], seat: int, colour: int) -> float:
    """What a line got for a bale of a colour, measured as `best_sale` does; nothing if it sold none."""
    sold = [
        best_sale(box, state, seat, colour, state.elephant[seat], 1)
        for state, action in zip(states, actions, strict=False)
        if action == SELL + colour
    ]
    return max((one.worth for one in sold if one), default=0.0)


def tell_sale(key: str, found: Sale) -> Phrase:
    """A sale that lies ahead."""
    key = "arrives" if key == "nears" and found.way == 0 else key
    values = {"colour": COLOUR_NAMES[found.colour], "city": found.city, "price": found.price}
    return phrase(f"reason.{key}", n=found.way, **values)


def tell_purchase(box: Box, before: Any, after: Any, seat: int) -> Feature | None:
    """How near an open post is whose silk can be paid for (BY-5.3)."""
    had, has = best_post(box, before, seat), best_post(box, after, seat)
    gain = (has[0] if has else 0.0) - (had[0] if had else 0.0)
    if not has or gain <= 0:
        return None
    _, way, colour = has
    key = "reason.near_post" if way else "reason.at_post"
    return Feature("post", gain, phrase(key, n=way, colour=COLOUR_NAMES[colour]))


def best_post(box: Box, state: Any, seat: int) -> tuple[float, int, int] | None:
    """The open post that promises most to a player with a free basket: its worth, the way and the colour."""
    rules, here = box.numbers, state.elephant[seat]
    ahead, found = points_ahead(rules, state, seat), []
    if sum(state.bales[seat]) >= rules.baskets:
        return None
    for space, colour in enumerate(state.post):
        if colour == NONE or state.stock[colour] == 0 or state.rupees[seat] < rules.buy_rupees[state.market[colour]]:
            continue
        market, way = state.market[colour], rules.steps[here][space]
        left = ahead - way - rules.buy_points[market]
        sold = best_sale(box, state, seat, colour, space, left)
        if sold:
            spent = POINT * (way + rules.buy_points[market]) + rules.buy_rupees[market]
            found.append((sold.worth - spent, way, colour))
    return max(found, default=None)

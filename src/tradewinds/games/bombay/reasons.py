"""Features of a line of play; hints and reviews explain a move by comparing the features of two lines.

Values are in rupees, which are points at the end, on the scale of the heuristic.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from tradewinds.games.bombay.actions import BUILD, MOVE, SELL
from tradewinds.games.bombay.apply import toll_owner
from tradewinds.games.bombay.heuristic import TOKEN_VALUE
from tradewinds.games.bombay.legal import baskets_free, can_afford, place_of, post_open
from tradewinds.games.bombay.prospects import CLIENT, PALACE, POINT, points_ahead, sale_value
from tradewinds.games.bombay.scoring import all_cities, all_clients, rank_reward
from tradewinds.games.bombay.state import CITIES, COLOUR_NAMES, COLOURS, PLACE_NAMES
from tradewinds.games.bombay.story import phrase, proceeds, sale_proceeds
from tradewinds.i18n import Phrase
from tradewinds.kernel.game import Box
from tradewinds.kernel.game_types import Feature
from tradewinds.kernel.record import HIDDEN, NONE, Record, unpack


def line_features(box: Box, masks: Sequence[Record], actions: Sequence[int], seat: int) -> list[Feature]:
    """Return everything that a line gains or costs a seat."""
    states = [unpack(masked) for masked in masks]
    before, after = states[0], states[-1]
    found = [
        rupees_feature(box, states, actions, seat),
        clients_feature(before, after, seat),
        city_tokens_feature(before, after, seat),
        palaces_feature(before, after, seat),
        rank_feature(box, masks, seat),
        cargo_feature(box, states, actions, seat),
        purchase_feature(box, before, after, seat),
        *toll_features(box, states, actions, seat),
    ]
    return [feature for feature in found if feature is not None]


def rupees_feature(box: Box, states: list[Any], actions: Sequence[int], seat: int) -> Feature | None:
    """Return the rupees gained or spent, naming the sale if there is exactly one."""
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
    values = {
        "colour": COLOUR_NAMES[colour],
        "city": box.labels["city"][city],
        "price": sale_proceeds(box, state, colour),
    }
    place = PLACE_NAMES[place_of(state, city, colour)]
    return Feature("rupees", gain, phrase("reason.sells", place=place, **values))


def clients_feature(before: Any, after: Any, seat: int) -> Feature | None:
    """Return the clients gained, including those from palace tokens."""
    gain = all_clients(after, seat) - all_clients(before, seat)
    return Feature("clients", CLIENT * gain, phrase("reason.clients", n=gain)) if gain > 0 else None


def city_tokens_feature(before: Any, after: Any, seat: int) -> Feature | None:
    """Return the city tokens gained; BY-6.2 rewards three and four of them."""
    had, has = all_cities(before, seat), all_cities(after, seat)
    value = float(TOKEN_VALUE[min(CITIES, has)] - TOKEN_VALUE[min(CITIES, had)])
    return Feature("cities", value, phrase("reason.city_token", n=has)) if has > had else None


def palaces_feature(before: Any, after: Any, seat: int) -> Feature | None:
    gain = after.palaces[seat] - before.palaces[seat]
    return Feature("palaces", PALACE * gain, phrase("reason.palace")) if gain > 0 else None


def rank_feature(box: Box, masks: Sequence[Record], seat: int) -> Feature | None:
    """Return the increase of the reward for palaces and clients (BY-6.1), unless clients are hidden."""
    if any(int(clients) == HIDDEN for masked in (masks[0], masks[-1]) for clients in masked.clients[: box.players]):
        return None
    before, after = (int(rank_reward(box.record, masked, seat)) for masked in (masks[0], masks[-1]))
    return Feature("rank", 0.5 * (after - before), phrase("reason.rank", n=after)) if after > before else None


def toll_features(box: Box, states: list[Any], actions: Sequence[int], seat: int) -> Iterator[Feature]:
    """Yield the rupees that the bank pays to the owners of entered palaces (BY-5.2)."""
    tolls: dict[int, int] = {}
    for state, action in zip(states, actions, strict=False):
        owner = toll_owner(state, seat, action - MOVE) if action >= MOVE else NONE
        if owner != NONE:
            tolls[owner] = tolls.get(owner, 0) + box.numbers.toll
    for owner, rupees in tolls.items():
        yield Feature(f"toll {owner}", -rupees, phrase("reason.toll", owner=owner, n=rupees))


class Sale(NamedTuple):
    """A possible sale of a bale: its value, its distance and its description."""

    value: float
    way: int
    city: str
    price: Phrase
    colour: int


def best_sale(box: Box, state: Any, seat: int, colour: int, here: int, ahead: int) -> Sale | None:
    """Return the best sale of a bale carried from the space `here` within `ahead` action points."""
    rules, found = box.numbers, []
    for space, city in enumerate(rules.city_at):
        way = rules.steps[here][space]
        place = NONE if city == NONE else place_of(state, city, colour)
        if place == NONE or way + 1 > ahead:
            continue
        value = sale_value(rules, state, seat, city, colour) - POINT * (way + 1)
        found.append(Sale(value, way, box.labels["city"][city], proceeds(box, place, colour), colour))
    return max(found, key=lambda one: (one.value, one.city), default=None)


def cargo_sales(box: Box, state: Any, seat: int) -> list[Sale]:
    """Return the best sale of each bale on an elephant, best first."""
    ahead, here = points_ahead(box.numbers, state, seat), state.elephant[seat]
    bales = [colour for colour in range(COLOURS) for _ in range(state.bales[seat][colour])]
    found = [best_sale(box, state, seat, colour, here, ahead) for colour in bales]
    return sorted((one for one in found if one and one.value > 0), key=lambda one: -one.value)


def cargo_feature(box: Box, states: list[Any], actions: Sequence[int], seat: int) -> Feature | None:
    """Return the change in the value of the bales on the elephant."""
    before, after = states[0], states[-1]
    had, has = cargo_sales(box, before, seat), cargo_sales(box, after, seat)
    gain = sum(one.value for one in has) - sum(one.value for one in had)
    if gain < 0:
        gone = next((one for one in had if after.bales[seat][one.colour] < before.bales[seat][one.colour]), None)
        wasted = gone and gone.value > best_sale_made(box, states, actions, seat, gone.colour)
        return Feature("cargo", gain, sale_phrase("uses", gone)) if gone and wasted else None
    if gain == 0 or not has:
        return None
    new = next((one for one in has if after.bales[seat][one.colour] > before.bales[seat][one.colour]), None)
    return Feature("cargo", gain, sale_phrase("loads", new) if new else sale_phrase("nears", has[0]))


def best_sale_made(box: Box, states: list[Any], actions: Sequence[int], seat: int, colour: int) -> float:
    """Return the value of the best sale of a colour in the line, on the scale of `best_sale`; 0 if there is none."""
    sold = [
        best_sale(box, state, seat, colour, state.elephant[seat], 1)
        for state, action in zip(states, actions, strict=False)
        if action == SELL + colour
    ]
    return max((one.value for one in sold if one), default=0.0)


def sale_phrase(key: str, found: Sale) -> Phrase:
    """Describe a possible sale."""
    key = "arrives" if key == "nears" and found.way == 0 else key
    values = {"colour": COLOUR_NAMES[found.colour], "city": found.city, "price": found.price}
    return phrase(f"reason.{key}", n=found.way, **values)


def purchase_feature(box: Box, before: Any, after: Any, seat: int) -> Feature | None:
    """Return the progress towards the best trading post with affordable silk (BY-5.3)."""
    had, has = best_post(box, before, seat), best_post(box, after, seat)
    gain = (has[0] if has else 0.0) - (had[0] if had else 0.0)
    if not has or gain <= 0:
        return None
    _, way, colour = has
    key = "reason.near_post" if way else "reason.at_post"
    return Feature("post", gain, phrase(key, n=way, colour=COLOUR_NAMES[colour]))


def best_post(box: Box, state: Any, seat: int) -> tuple[float, int, int] | None:
    """Return the value, distance and colour of the best affordable post; None without a free basket."""
    rules, here = box.numbers, state.elephant[seat]
    ahead, found = points_ahead(rules, state, seat), []
    if baskets_free(rules, state, seat) == 0:
        return None
    for space, colour in enumerate(state.post):
        if colour == NONE or not post_open(state, colour):
            continue
        market, way = state.market[colour], rules.steps[here][space]
        if not can_afford(rules, state, seat, market):
            continue
        left = ahead - way - rules.buy_points[market]
        sold = best_sale(box, state, seat, colour, space, left)
        if sold:
            spent = POINT * (way + rules.buy_points[market]) + rules.buy_rupees[market]
            found.append((sold.value - spent, way, colour))
    return max(found, default=None)

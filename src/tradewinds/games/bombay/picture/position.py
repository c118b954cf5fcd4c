"""SVG of a position, or of the empty board with the contents of the box."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType

from tradewinds.drawing import SHOWN, label, moved, open_picture, seal, shape, sheet, shorten, use
from tradewinds.games.bombay.picture.box import box_facts, box_spaces, empty_sites
from tradewinds.games.bombay.picture.cloth import BORDER, HEIGHT, WIDTH, draw_cloth, heading
from tradewinds.games.bombay.picture.map import CITY as CITY_REACH
from tradewinds.games.bombay.picture.map import ROOM, SITE, Area, Map, map_of
from tradewinds.games.bombay.picture.pieces import (
    CLOTH,
    COIN,
    FIELD,
    GOLD,
    GROUND,
    INDIGO,
    MADDER,
    PRINT,
    STITCH,
    SYMBOLS,
    bale,
    elephant,
    palace,
    post,
    sign,
    sign_on_disc,
    token,
)
from tradewinds.games.bombay.state import COLOUR_NAMES, Colour
from tradewinds.games.bombay.view import BombayPlayerView, BombayView, CityView, MarketView, SpaceView
from tradewinds.i18n import Words
from tradewinds.kernel.game import Box

SIDE = Area(746, 36, 222, 526)
SEATS = Area(BORDER + 12, 576, WIDTH - 2 * BORDER - 24, 92)


def picture(box: Box, view: BombayView | None, words: Words) -> str:
    """Render a view; without one, the empty board and the contents of the box."""
    parts: Iterator[str]
    if view is None:
        spaces = box_spaces(box)
        parts = chain(draw_map(map_of(box), spaces, [], {}, sites=empty_sites(box)), box_facts(box, words, SIDE, SEATS))
    else:
        loads = {player.seat: player.bales for player in view.players}
        parts = chain(
            draw_map(map_of(box), view.spaces, view.cities, loads, view.to_act),
            draw_progress(view, words),
            draw_markets(view.markets, words),
            draw_bag(view.bag, words),
            draw_seats(view, words),
        )
    content = "\n".join([*draw_cloth(ROOM), *parts])
    return "\n".join([open_picture(WIDTH, HEIGHT, SHOWN), SYMBOLS.definitions(content), content, "</svg>\n"])


def draw_map(
    plan: Map,
    spaces: list[SpaceView],
    cities: list[CityView],
    loads: Mapping[int, Sequence[str]],
    to_act: int | None = None,
    sites: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[str]:
    """Draw paths, demands and spaces with their pieces, elephants on top."""
    yield from (shape(path, "none", CLOTH, 11) for path in plan.paths)
    yield from (shape(path, "none", STITCH, 3, 'stroke-dasharray="8 7"') for path in plan.paths)
    for city in cities:
        spot = plan.demand[city.name]
        yield moved(*plan.at[city.name].beside(*spot), draw_demand(city, 1 if spot.x > 0 else -1))
    for space in spaces:
        shift = plan.demand[space.name].x if cities and space.name in plan.demand else 0
        yield moved(*plan.at[space.name], draw_space(space, shift, sites.get(space.name)))
    for space in spaces:
        for seat, at in zip(space.elephants, plan.herd(space), strict=False):
            ring = f'<ellipse cx="32" cy="50" rx="30" ry="6.5" fill="{GOLD}" opacity=".75"/>' if seat == to_act else ""
            yield moved(*at, ring + elephant(seat, loads.get(seat, [])))


def draw_space(space: SpaceView, demand: float, site: str | None = None) -> str:
    """Draw a space with its pieces and its name; a long city name is shifted away from the demand."""
    city = space.kind == "city"
    away = max(0.0, len(space.name) * 5.1 - 31)
    x = 0.0 if not city or not demand else -away if demand > 0 else away
    name = label(
        x,
        CITY_REACH + 17 if city else SITE + 15,
        space.name,
        20 if city else 15.5,
        "middle",
        serif=city,
        halo=CLOTH,
    )
    return (site or draw_site(space)) + name


def draw_site(space: SpaceView) -> str:
    """Draw the ground of a space and what is built on it."""
    if space.kind == "city":
        return use("bombay-city")
    if space.token and space.palace is None:
        return token(space.token)
    hill = use("bombay-hill") if space.kind == "hill" else ""
    if space.palace is not None:
        return GROUND + hill + moved(0, -2 if hill else 0, palace(space.palace), 0.9 if hill else 1)
    if space.post:
        return GROUND + moved(0, 1, post(space.post, space.closed))
    return GROUND + (hill or use("bombay-blossom"))


def draw_demand(city: CityView, side: int) -> str:
    """Draw a city's demand, best price on top, and its remaining city tokens."""
    parts = [use("bombay-scroll", f'transform="scale({side} 1)"')]
    for place, (colour, price) in enumerate(zip(city.demand, city.prices, strict=True)):
        y = (place - 1) * 24 - 1
        parts.append(moved(-13, y - 9.1, bale(colour), 1.3))
        parts.append(moved(side * 27, y, COIN + label(0, 6, str(price.rupees), 17, "middle", fill="#2B1A02")))
        if price.clients:
            parts.append(sign_on_disc("client", side * 38, y + 8, 0.42))
    left = sign_on_disc("city", -9, 0, 0.87)
    parts.append(moved(side * 8, -51, left + label(5, 6, str(city.tokens), 17, halo=CLOTH)))
    return "".join(parts)


def draw_progress(view: BombayView, words: Words) -> Iterator[str]:
    """Draw set and round as rows of stamps, and the action points left in this turn."""
    for row, (key, now, last) in enumerate((("set", view.set, view.sets), ("round", view.round, view.rounds))):
        y = SIDE.y + 18 + 27 * row
        yield label(SIDE.x, y, words.text(f"bombay.picture.{key}"), 16)
        for number in range(1, last + 1):
            x = SIDE.x + SIDE.width - 8 - (last - number) * 21
            when = "now" if number == now else "past" if number < now else "later"
            yield moved(x, y - 6, use(f"bombay-{when}"))
    left = 0 if view.to_act is None else view.points
    for number in range(view.turn_points):
        x = SIDE.x + SIDE.width / 2 + (number - 1) * 52
        yield sign("action", x, SIDE.y + 82, 1.8, "" if number < left else 'opacity=".2"')


def draw_markets(markets: list[MarketView], words: Words) -> Iterator[str]:
    """Draw the markets from left to right: price on top, bales below."""
    top, height = SIDE.y + 112, 258
    width = (SIDE.width - 16) / 3
    yield heading(SIDE.x + SIDE.width / 2, top + 14, words.text("bombay.picture.markets"))
    for place, market in enumerate(markets):
        x, y = SIDE.x + place * (width + 8), top + 24
        yield sheet(x, y, width, height - 24, FIELD, INDIGO, 1.4, 6)
        yield sign("rupee", x + width / 2 - 10, y + 20)
        yield label(x + width / 2 + 4, y + 27, str(market.rupees), 21)
        for number in range(market.points):
            yield sign("action", x + width / 2 + (number - (market.points - 1) / 2) * 20, y + 48, 0.85)
        lying = [colour for colour in COLOUR_NAMES for _ in range(market.bales.get(colour, 0))]
        if not lying:
            yield shape(f"M{x + width / 2 - 9:.1f} {y + 84}h18", "none", PRINT, 3)
        for number, colour in enumerate(lying):
            yield moved(x + 5 + number % 2 * 30, y + 68 + number // 2 * 31, bale(colour), 1.42)


def draw_bag(bag: Mapping[Colour, int], words: Words) -> Iterator[str]:
    """Draw the contents of the bag."""
    x, y, width, height = SIDE.x, SIDE.y + 384, SIDE.width, 140
    yield shape(
        f"M{x + 10} {y + 10}C{x + 30} {y + 16} {x + width - 30} {y + 16} {x + width - 10} {y + 10}"
        f"C{x + width + 2} {y + 24} {x + width} {y + height - 20} {x + width - 4} {y + height - 6}"
        f"C{x + width - 30} {y + height + 3} {x + 30} {y + height + 3} {x + 4} {y + height - 6}"
        f"C{x} {y + height - 20} {x - 2} {y + 24} {x + 10} {y + 10}Z",
        FIELD,
        INDIGO,
        1.4,
    )
    yield heading(x + width / 2, y + 34, words.text("bombay.picture.bag"))
    for place, colour in enumerate(COLOUR_NAMES):
        at_x, at_y = x + 24 + place % 2 * 100, y + 50 + place // 2 * 42
        count = moved(at_x, at_y, bale(colour), 1.7) + label(at_x + 44, at_y + 19, str(bag[colour]), 20)
        yield count if bag[colour] else f'<g opacity=".55">{count}</g>'


def draw_seats(view: BombayView, words: Words) -> Iterator[str]:
    count = len(view.players)
    width = min(230.0, (SEATS.width - 8 * (count - 1)) / count)
    left = SEATS.x + (SEATS.width - count * width - 8 * (count - 1)) / 2
    for player in view.players:
        yield moved(left + player.seat * (width + 8), SEATS.y, draw_seat(player, view, words, width))


def draw_seat(player: BombayPlayerView, view: BombayView, words: Words, width: float) -> str:
    """Draw a player: seal and name, rupees, clients, city tokens, palaces and, once the game is over, the score."""
    acting = player.seat == view.to_act
    parts = [
        sheet(0, 0, width, SEATS.height, FIELD, MADDER if acting else PRINT, 3 if acting else 1.4, 7),
        seal(player.seat, 22, 23, 28),
    ]
    points = points_of(player, view)
    room = (width - 48 - (34 if points else 0)) / 10.5
    parts.append(label(44, 29, shorten(seat_name(player.seat, words), int(room)), 17, serif=True))
    if points:
        parts.append(label(width - 10, 30, points, 21, "end"))
    elif player.seat == view.start:
        parts.append(moved(width - 30, 12, use("bombay-start")))
    stats = (
        ("rupee", player.rupees),
        ("client", player.clients),
        ("city", player.city_tokens),
        ("palace", player.palaces),
    )
    for start, (icon, number) in zip((0.1, 0.37, 0.59, 0.81), stats, strict=True):
        known = "?" if number is None else str(number)
        parts.append(sign_on_disc(icon, start * width, 65))
        parts.append(label(start * width + 14, 71, known, 16.5))
    return "".join(parts)


def points_of(player: BombayPlayerView, view: BombayView) -> str:
    """Return the score of a player once the game is over."""
    return str(player.score.total) if view.to_act is None else ""


def seat_name(seat: int, words: Words) -> str:
    """Return the player's name, or the colour of an unnamed seat."""
    name = words.text("bombay.story.name", seat=seat)
    return str(words.find("bombay.seats.names")[seat]) if name == str(seat + 1) else name

"""SVG overview of a box: prices, silk, tokens, length of the game and rewards."""

from collections.abc import Iterator

from tradewinds.drawing import disc, label, moved, seal, sheet
from tradewinds.games.bombay.picture.cloth import heading
from tradewinds.games.bombay.picture.map import Area
from tradewinds.games.bombay.picture.pieces import (
    COIN,
    FIELD,
    INDIGO,
    POST_SITE,
    PRINT,
    TOKEN_SITE,
    bale,
    post,
    sign,
    token,
)
from tradewinds.games.bombay.state import COLOUR_NAMES, MARKETS, PLACES, TOKEN_NAMES
from tradewinds.games.bombay.view import SpaceView, prices, printed_spaces
from tradewinds.i18n import Words
from tradewinds.kernel.game import Box
from tradewinds.kernel.record import NONE


def box_spaces(box: Box) -> list[SpaceView]:
    """Return the empty board; posts and tokens are included if the set-up is fixed."""
    rules = box.numbers
    return [
        SpaceView(
            *printed,
            post=COLOUR_NAMES[rules.fixed_post[number]] if rules.fixed and rules.fixed_post[number] != NONE else None,
            closed=False,
            token=TOKEN_NAMES[rules.fixed_token[number]] if rules.fixed and rules.fixed_token[number] != NONE else None,
            palace=None,
            elephants=[],
        )
        for number, printed in enumerate(printed_spaces(box))
    ]


def empty_sites(box: Box) -> dict[str, str]:
    """Return drawings of the spaces that will hold a post or a token, by name."""
    rules, names = box.numbers, box.labels["space"]
    if rules.fixed:
        return {}
    posts = {name: POST_SITE for name, site in zip(names, rules.post_site, strict=False) if site}
    return posts | {name: TOKEN_SITE for name, site in zip(names, rules.token_site, strict=False) if site}


def box_facts(box: Box, words: Words, side: Area, foot: Area) -> Iterator[str]:
    """Draw the contents of the box: prices, silk and posts beside the map, rounds and rewards below it."""
    middle = side.x + side.width / 2
    yield heading(middle, side.y + 14, words.text("bombay.picture.markets"))
    yield from draw_prices(box, side, side.y + 24)
    yield heading(middle, side.y + 128, words.text("bombay.picture.sales"))
    yield from draw_sales(box, side, side.y + 138)
    yield heading(middle, side.y + 298, words.text("bombay.picture.components"))
    yield from draw_silk(box, side, side.y + 308)
    yield from draw_rewards(box, words, foot)


def draw_prices(box: Box, side: Area, y: float) -> Iterator[str]:
    """Draw the price of a bale on each market."""
    rules, width = box.numbers, (side.width - 16) / MARKETS
    for market in range(MARKETS):
        x = side.x + market * (width + 8)
        yield sheet(x, y, width, 72, FIELD, INDIGO, 1.4, 6)
        yield sign("rupee", x + width / 2 - 10, y + 22)
        yield label(x + width / 2 + 4, y + 29, str(rules.buy_rupees[market]), 21)
        points = rules.buy_points[market]
        for number in range(points):
            yield sign("action", x + width / 2 + (number - (points - 1) / 2) * 20, y + 52, 0.85)


def draw_sales(box: Box, side: Area, y: float) -> Iterator[str]:
    """Draw the proceeds of each colour at each place in a demand, the top place first."""
    yield sheet(side.x, y, side.width, 138, FIELD, INDIGO, 1.4, 6)
    step = side.width / len(COLOUR_NAMES)
    for column, colour in enumerate(COLOUR_NAMES):
        x = side.x + (column + 0.5) * step
        yield moved(x - 15, y + 9, bale(colour), 1.5)
        for place in range(PLACES):
            price, at = prices(box)[place][column], y + 52 + place * 31
            left = x - 12 if price.clients else x
            yield sign("rupee", left, at, 1.1)
            yield disc(left, at, 9.4, "#F4CE7C") + label(left, at + 5.6, str(price.rupees), 16, "middle")
            for number in range(price.clients):
                yield sign("client", x + 7 + number * 11, at, 0.72)


def draw_silk(box: Box, side: Area, y: float) -> Iterator[str]:
    """Draw the bales in the bag, the posts by colour and the palace tokens."""
    rules, step = box.numbers, side.width / len(COLOUR_NAMES)
    yield sheet(side.x, y, side.width, 206, FIELD, INDIGO, 1.4, 6)
    for column, colour in enumerate(COLOUR_NAMES):
        x = side.x + (column + 0.5) * step
        yield moved(x - 16, y + 10, bale(colour), 1.6)
        yield label(x, y + 54, f"{rules.bales[column]}", 20, "middle")
        yield moved(x, y + 86, post(colour, False))
        yield label(x, y + 125, f"{rules.posts[column]}", 20, "middle")
    for column, name in enumerate(TOKEN_NAMES):
        x = side.x + (column + 0.5) * step
        yield moved(x, y + 156, token(name), 0.9)
        yield label(x, y + 195, f"{rules.tokens[column]}", 20, "middle")


def draw_rewards(box: Box, words: Words, foot: Area) -> Iterator[str]:
    """Draw sets and rounds, starting rupees, and the rewards for ranks and city tokens."""
    rules = box.numbers
    yield sheet(foot.x, foot.y, foot.width, foot.height, FIELD, PRINT, 1.4, 7)
    yield label(foot.x + 16, foot.y + 36, box.data.title, 22, serif=True)
    course = words.text("bombay.picture.course", sets=rules.sets, rounds=rules.rounds, points=rules.points)
    yield label(foot.x + 16, foot.y + 68, course, 15)
    x = foot.x + 340
    yield label(x, foot.y + 30, words.text("bombay.picture.begin"), 15)
    for seat in range(box.players):
        at = x + 12 + seat * 48
        yield moved(at + 20, foot.y + 62, COIN, 1.05) + seal(seat, at, foot.y + 62, 22)
        yield label(at + 21.5, foot.y + 67.5, str(rules.start_rupees[seat]), 15, "middle")
    x = foot.x + 606
    yield label(x, foot.y + 30, words.text("bombay.picture.ranks"), 15)
    yield sign("palace", x + 12, foot.y + 62, 0.95) + sign("client", x + 38, foot.y + 62, 0.95)
    yield label(x + 56, foot.y + 69, " · ".join(str(rules.rank_rupees[rank]) for rank in range(box.players)), 18)
    x = foot.x + 792
    yield label(x, foot.y + 30, words.text("bombay.picture.cities"), 15)
    yield sign("city", x + 12, foot.y + 62, 0.95)
    yield label(x + 30, foot.y + 69, " · ".join(str(value) for value in rules.city_rupees[1:]), 18)

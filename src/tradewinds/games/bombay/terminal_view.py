"""Terminal rendering of a view: board, markets, cities and players."""

from collections.abc import Iterable, Mapping

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tradewinds.games.bombay.state import Colour
from tradewinds.games.bombay.view import BombayPlayerView, BombayView, SpaceView
from tradewinds.i18n import Words

WIDTH, HEIGHT = 80, 26
STYLES = {
    "yellow": "bold yellow",
    "violet": "bold magenta",
    "blue": "bold bright_blue",
    "orange": "bold dark_orange",
}
KINDS = {"city": "bold underline", "hill": "bold green", "G": "cyan"}


class Canvas:
    """A grid of styled characters."""

    def __init__(self) -> None:
        self.cells = [[(" ", "")] * WIDTH for _ in range(HEIGHT)]

    def put(self, row: int, column: int, text: str, style: str) -> None:
        """Write text centred on a column, clipped to the grid."""
        left = max(0, min(column - len(text) // 2, WIDTH - len(text)))
        for place, character in enumerate(text, left):
            self.cells[row][place] = (character, style)

    def line(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """Draw a dotted line between two cells."""
        steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]) // 2, 1)
        for step in range(1, steps):
            row = round(start[0] + (end[0] - start[0]) * step / steps)
            column = round(start[1] + (end[1] - start[1]) * step / steps)
            self.cells[row][column] = ("·", "dim")

    def text(self) -> Text:
        text = Text(no_wrap=True)
        for row in self.cells:
            for character, style in row:
                text.append(character, style)
            text.append("\n")
        return text


def cell(space: SpaceView) -> tuple[int, int]:
    """Return the row and column of a space."""
    row, column = round((space.y - 0.5) * 2.75), round(4 + (space.x - 0.9) * 8.2)
    return max(0, min(row, HEIGHT - 2)), max(0, min(column, WIDTH - 1))


def draw_board(view: BombayView, words: Words) -> Text:
    """Draw the map with paths, posts, tokens, palaces and elephants."""
    canvas = Canvas()
    spaces = {space.name: space for space in view.spaces}
    for space in view.spaces:
        for other in space.paths:
            if space.name < other:
                canvas.line(cell(space), cell(spaces[other]))
    for space in view.spaces:
        row, column = cell(space)
        label, style = space_label(space, words)
        canvas.put(row, column, f" {label} ", style)
        standing = [] if space.palace is None else [f"^{space.palace + 1}"]
        standing += [f"({seat + 1})" for seat in space.elephants]
        if standing:
            canvas.put(row + 1, column, " ".join(standing), "bold reverse")
    return canvas.text()


def space_label(space: SpaceView, words: Words) -> tuple[str, str]:
    """Return the label of a space and its style."""
    if space.post:
        colour = words.text("bombay.word.colour", colour=space.post)
        return f"{space.name} [{colour}]" if space.closed else f"{space.name} {colour}", STYLES[space.post]
    if space.token:
        return f"{space.name} {words.text('bombay.word.token', token=space.token)}", KINDS["G"]
    return space.name, KINDS.get(space.kind, "")


def colour_list(names: Iterable[str], words: Words) -> Text:
    return join_or_dash([Text(words.text("bombay.word.colour", colour=name), STYLES[name]) for name in names])


def bale_counts(bales: Mapping[Colour, int], words: Words) -> Text:
    return join_or_dash(
        [Text(words.text("bombay.bales", count=n, colour=name), STYLES[name]) for name, n in bales.items()]
    )


def join_or_dash(parts: list[Text]) -> Text:
    """Join texts with commas; a dash if there are none."""
    return Text(", ").join(parts) if parts else Text("–", "dim")


def draw_markets(view: BombayView, words: Words) -> Table:
    table = Table(*(words.text(f"bombay.table.{name}") for name in ("market", "price", "bales")), box=None)
    for market in view.markets:
        cost = words.text("bombay.table.cost", rupees=market.rupees, points=market.points)
        name = words.text("bombay.word.market", market=market.name)
        table.add_row(name, cost, bale_counts(market.bales, words))
    return table


def draw_cities(view: BombayView, words: Words) -> Table:
    table = Table(*(words.text(f"bombay.table.{name}") for name in ("city", "demand", "tokens")), box=None)
    for city in view.cities:
        table.add_row(city.name, colour_list(city.demand, words), str(city.tokens))
    return table


def draw_players(view: BombayView, words: Words) -> Table:
    """Draw the table of players; hidden numbers are question marks."""
    names = ("player", "space", "bales", "rupees", "clients", "cities", "palaces")
    table = Table(*(words.text(f"bombay.table.{name}") for name in names), box=None)
    for player in view.players:
        style = "bold" if player.seat == view.to_act else ""
        name = words.text("bombay.story.name", seat=player.seat)
        table.add_row(
            Text(f"{player.seat + 1} {name}" + (" *" if player.seat == view.start else "")),
            player.space,
            colour_list(player.bales, words),
            number_or_unknown(player.rupees),
            number_or_unknown(player.clients),
            city_token_text(player),
            f"{player.palaces}/{player.palaces + player.palaces_left}",
            style=style,
        )
    return table


def number_or_unknown(number: int | None) -> str:
    """Return a number as text, a question mark if it is hidden."""
    return "?" if number is None else str(number)


def city_token_text(player: BombayPlayerView) -> str:
    """Return the number and names of a player's city tokens."""
    count = number_or_unknown(player.city_tokens)
    return f"{count} ({', '.join(name[:3] for name in player.cities)})" if player.cities else count


def draw(view: BombayView, words: Words) -> RenderableType:
    """Render the whole view."""
    if view.to_act is None:
        state = words.text("bombay.table.over")
    else:
        values = {"set": view.set, "sets": view.sets, "round": view.round, "rounds": view.rounds}
        state = words.text("bombay.table.state", seat=view.to_act, points=view.points, **values)
    return Group(
        draw_board(view, words),
        Text(words.text("bombay.table.legend"), "dim"),
        "",
        Columns([draw_markets(view, words), draw_cities(view, words)], padding=(0, 3)),
        "",
        draw_players(view, words),
        "",
        Text(state, "bold"),
    )

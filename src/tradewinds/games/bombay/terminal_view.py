"""The table in the terminal: board, markets, cities and players, drawn from a view."""

from collections.abc import Iterable

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from tradewinds.games.bombay.view import BombayView, PlayerView, SpaceView
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
    """A grid of characters with styles."""

    def __init__(self) -> None:
        self.cells = [[(" ", "")] * WIDTH for _ in range(HEIGHT)]

    def put(self, row: int, column: int, text: str, style: str) -> None:
        """Write a text around a column, kept inside the grid."""
        left = max(0, min(column - len(text) // 2, WIDTH - len(text)))
        for place, character in enumerate(text, left):
            self.cells[row][place] = (character, style)

    def line(self, start: tuple[int, int], end: tuple[int, int]) -> None:
        """A dotted line between two cells."""
        steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]) // 2, 1)
        for step in range(1, steps):
            row = round(start[0] + (end[0] - start[0]) * step / steps)
            column = round(start[1] + (end[1] - start[1]) * step / steps)
            self.cells[row][column] = ("·", "dim")

    def text(self) -> Text:
        """The grid as text."""
        text = Text(no_wrap=True)
        for row in self.cells:
            for character, style in row:
                text.append(character, style)
            text.append("\n")
        return text


def cell(space: SpaceView) -> tuple[int, int]:
    """Where a space is drawn: row and column."""
    row, column = round((space.y - 0.5) * 2.75), round(4 + (space.x - 0.9) * 8.2)
    return max(0, min(row, HEIGHT - 2)), max(0, min(column, WIDTH - 1))


def draw_board(view: BombayView, words: Words) -> Text:
    """The map with its paths, posts, tokens, palaces and elephants."""
    canvas = Canvas()
    spaces = {space.name: space for space in view.spaces}
    for space in view.spaces:
        for other in space.paths:
            if space.name < other:
                canvas.line(cell(space), cell(spaces[other]))
    for space in view.spaces:
        row, column = cell(space)
        label, style = label_of(space, words)
        canvas.put(row, column, f" {label} ", style)
        standing = [] if space.palace is None else [f"^{space.palace + 1}"]
        standing += [f"({seat + 1})" for seat in space.elephants]
        if standing:
            canvas.put(row + 1, column, " ".join(standing), "bold reverse")
    return canvas.text()


def label_of(space: SpaceView, words: Words) -> tuple[str, str]:
    """What is written at a space, and how."""
    if space.post:
        colour = words.text("bombay.word.colour", colour=space.post)
        return f"{space.name} [{colour}]" if space.closed else f"{space.name} {colour}", STYLES[space.post]
    if space.token:
        return f"{space.name} {words.text('bombay.word.token', token=space.token)}", KINDS["G"]
    return space.name, KINDS.get(space.kind, "")


def colours(names: Iterable[str], words: Words) -> Text:
    """Colours by name, in their colour."""
    return join([Text(words.text("bombay.word.colour", colour=name), STYLES[name]) for name in names])


def counted(bales: dict[str, int], words: Words) -> Text:
    """Bales by number and colour."""
    return join([Text(words.text("bombay.bales", count=n, colour=name), STYLES[name]) for name, n in bales.items()])


def join(parts: list[Text]) -> Text:
    """Several things side by side, or a dash for none."""
    return Text(", ").join(parts) if parts else Text("–", "dim")


def draw_markets(view: BombayView, words: Words) -> Table:
    """What the markets offer at what price."""
    table = Table(*(words.text(f"bombay.table.{name}") for name in ("market", "price", "bales")), box=None)
    for market in view.markets:
        cost = words.text("bombay.table.cost", rupees=market.rupees, points=market.points)
        name = words.text("bombay.word.market", market=market.name)
        table.add_row(name, cost, counted(market.bales, words))
    return table


def draw_cities(view: BombayView, words: Words) -> Table:
    """What the cities ask for."""
    table = Table(*(words.text(f"bombay.table.{name}") for name in ("city", "demand", "tokens")), box=None)
    for city in view.cities:
        table.add_row(city.name, colours(city.demand, words), str(city.tokens))
    return table


def draw_players(view: BombayView, words: Words) -> Table:
    """What the players have, as far as this seat may see it."""
    names = ("player", "space", "bales", "rupees", "clients", "cities", "palaces")
    table = Table(*(words.text(f"bombay.table.{name}") for name in names), box=None)
    for player in view.players:
        style = "bold" if player.seat == view.to_act else ""
        name = words.text("bombay.story.name", seat=player.seat)
        table.add_row(
            Text(f"{player.seat + 1} {name}" + (" *" if player.seat == view.start else "")),
            player.space,
            colours(player.bales, words),
            "?" if player.rupees is None else str(player.rupees),
            total(player.clients, player.palace_clients),
            city_tokens(player),
            f"{player.palaces}/{player.palaces + player.palaces_left}",
            style=style,
        )
    return table


def total(own: int | None, extra: int | None) -> str:
    """Two numbers as one, unless they are hidden."""
    return "?" if own is None or extra is None else str(own + extra)


def city_tokens(player: PlayerView) -> str:
    """City tokens by name and number."""
    if player.cities is None:
        return "?"
    count = total(len(player.cities), player.palace_cities)
    return f"{count} ({', '.join(name[:3] for name in player.cities)})" if player.cities else count


def draw(view: BombayView, words: Words) -> RenderableType:
    """The whole table."""
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

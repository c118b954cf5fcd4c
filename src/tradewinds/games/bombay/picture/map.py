"""Layout of the map: positions of spaces, of demands and elephants beside them, and curved paths."""

from collections.abc import Callable, Iterable, Sequence
from math import dist
from typing import NamedTuple, TypeVar

from tradewinds.games.bombay.view import PrintedSpace, SpaceView, printed_spaces
from tradewinds.kernel.game import Box, once_per_box

SITE, CITY = 23, 29
"""Radius of a space and of a city."""

BESIDE = CITY + 22
BENDS = (0.06, -0.06, 0.13, -0.13, 0.2, -0.2, 0.28, -0.28)
T = TypeVar("T")


class Point(NamedTuple):
    """A point on the map."""

    x: float
    y: float

    def beside(self, x: float, y: float) -> "Point":
        """Return this point shifted by an offset."""
        return Point(self.x + x, self.y + y)


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    def shared(self, other: "Area") -> float:
        """Return the area of the intersection with another rectangle."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(0.0, across) * max(0.0, down)

    def outside(self, other: "Area") -> float:
        """Return the area of the part outside another rectangle."""
        return self.width * self.height - self.shared(other)


ROOM = Area(20, 20, 716, 548)
"""The area of the map in the picture."""


class Map:
    """The spaces of a board laid out in a rectangle."""

    def __init__(self, spaces: Sequence[PrintedSpace], room: Area) -> None:
        self.room = room
        self.spaces = spaces
        self.at = spread(spaces, room)
        self.joined = [(space.name, other) for space in spaces for other in space.paths if space.name < other]
        cities = [space.name for space in spaces if space.kind == "city"]
        self.demand = {name: self.place_demand(name) for name in cities}
        self.paths = list(self.place_paths())

    def site(self, space: PrintedSpace) -> Area:
        """Return the area of a space, including the name below it."""
        x, y = self.at[space.name]
        half, above, below = (CITY + 12, CITY, CITY + 22) if space.kind == "city" else (SITE, SITE, SITE + 18)
        return Area(x - half, y - above, 2 * half, above + below)

    def others(self, name: str) -> list[Area]:
        """Return the areas of all other spaces."""
        return [self.site(space) for space in self.spaces if space.name != name]

    def place_demand(self, city: str) -> Point:
        """Return the offset from a city at which its demand overlaps least with spaces, names and paths."""
        here, others = self.at[city], self.others(city)
        own_name = Area(here.x - 46, here.y + CITY, 92, 22)
        points = [point for ends in self.joined for point in curve(self.at[ends[0]], self.at[ends[1]], 0)]

        def penalty(spot: Point) -> float:
            area = demand_area(here.beside(*spot), spot.x)
            sites = sum(area.shared(other) for other in [*others, own_name])
            crossed = sum(area.shared(Area(*point, 1, 1)) > 0 for point in points)
            return 10 * area.outside(self.room) + 4 * sites + 60 * crossed + 8 * abs(spot.y)

        return min_penalty((Point(x, y) for y in (0, -12, 12, -24, 24, -38) for x in (BESIDE, -BESIDE)), penalty)

    def herd(self, space: SpaceView) -> list[Point]:
        """Return the positions of the elephants on a space: behind it, or beside it if that hides less."""
        here, count = self.at[space.name], max(1, len(space.elephants))
        city = space.kind == "city"
        half = (CITY if city else SITE) + 27
        demands = [demand_area(self.at[name].beside(*spot), spot.x) for name, spot in self.demand.items()]
        wide = 11 * len(space.name) + 22 if city else 24
        own_name = Area(here.x - wide / 2, here.y + (CITY if city else SITE), wide, 20)
        hidden = [*self.others(space.name), *demands, own_name]

        def penalty(spot: Point) -> float:
            area = herd_area(here, spot, count)
            return (
                sum(area.shared(other) for other in hidden)
                + 2 * area.outside(self.room)
                + (260 if spot.x else 0)
                + abs(spot.y - 12) / 9
            )

        beside = [Point(side * half, y) for y in (12, -14, 36) for side in (1, -1)]
        spot = min_penalty([Point(0, -20 if city else -13), *beside], penalty)
        return [here.beside(*standing(spot, place, count)) for place in range(count)]

    def place_paths(self) -> Iterable[str]:
        """Yield the paths as curves, bent further where they would cross another space."""
        for number, (one, other) in enumerate(self.joined):
            start, end = self.at[one], self.at[other]
            sites = [at for name, at in self.at.items() if name not in (one, other)]

            def penalty(bend: float, start: Point = start, end: Point = end, sites: list[Point] = sites) -> float:
                near = min(dist(at, site) for at in curve(start, end, bend) for site in sites)
                return max(0.0, SITE + 20 - near) + 30 * max(0.0, abs(bend) - 0.1)

            bend = min_penalty((b if number % 2 else -b for b in BENDS), penalty)
            middle = lean(start, end, bend)
            yield f"M{start.x:.1f} {start.y:.1f}Q{middle.x:.1f} {middle.y:.1f} {end.x:.1f} {end.y:.1f}"


@once_per_box
def map_of(box: Box) -> Map:
    """Return the map of a box."""
    return Map(printed_spaces(box), ROOM)


def min_penalty(candidates: Iterable[T], penalty: Callable[[T], float]) -> T:
    """Return the first candidate with the lowest penalty."""
    return min(candidates, key=penalty)


def spread(spaces: Sequence[PrintedSpace], room: Area) -> dict[str, Point]:
    """Spread the spaces over the map, with room above each for an elephant and below for its name."""
    left, right = min(space.x for space in spaces), max(space.x for space in spaces)
    top, bottom = min(space.y for space in spaces), max(space.y for space in spaces)
    across = (room.width - 122 - 50) / (right - left or 1)
    down = (room.height - 76 - 48) / (bottom - top or 1)
    return {
        space.name: Point(room.x + 122 + (space.x - left) * across, room.y + 76 + (space.y - top) * down)
        for space in spaces
    }


def demand_area(at: Point, side: float) -> Area:
    """Return the area of a demand with the city tokens above it."""
    return Area(at.x - (17 if side > 0 else 40), at.y - 62, 57, 106)


def herd_area(here: Point, spot: Point, count: int) -> Area:
    """Return the area of a number of elephants."""
    stands = [standing(spot, place, count).x for place in range(count)]
    return Area(here.x + min(stands) + 3, here.y + spot.y - 56, max(stands) - min(stands) + 58, 56)


def standing(spot: Point, place: int, count: int) -> Point:
    """Return the position of one of several elephants side by side."""
    step = 46 if count < 3 else 38 if count == 3 else 32
    side = (spot.x > 0) - (spot.x < 0)
    row = (place - (count - 1) / 2) * step + side * (count - 1) * step / 2
    return Point(spot.x + row - 32, spot.y - 50 - (9 if count > 2 and place % 2 else 0))


def lean(start: Point, end: Point, bend: float) -> Point:
    """Return the control point of a curved path."""
    return Point(
        (start.x + end.x) / 2 + (end.y - start.y) * bend,
        (start.y + end.y) / 2 - (end.x - start.x) * bend,
    )


def curve(start: Point, end: Point, bend: float) -> list[Point]:
    """Return points along a curved path."""
    middle = lean(start, end, bend)
    steps = [(number + 1) / 20 for number in range(19)]
    return [
        Point(*((1 - t) ** 2 * a + 2 * t * (1 - t) * m + t**2 * b for a, m, b in zip(start, middle, end, strict=True)))
        for t in steps
    ]

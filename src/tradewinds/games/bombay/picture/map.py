"""Where there is room on the map: for what cities ask for, for elephants beside their spaces, and for paths."""

from collections.abc import Callable, Iterable, Sequence
from math import dist
from typing import NamedTuple, TypeVar

from tradewinds.games.bombay.view import Printed, SpaceView, printed_spaces
from tradewinds.kernel.game import Box, once_per_box

SITE, CITY = 23, 29
"""How far a space and a city reach from their middle."""

BESIDE = CITY + 22
BENDS = (0.06, -0.06, 0.13, -0.13, 0.2, -0.2, 0.28, -0.28)
T = TypeVar("T")


class Point(NamedTuple):
    """A place on the map."""

    x: float
    y: float

    def beside(self, x: float, y: float) -> "Point":
        """The place that lies so far from here."""
        return Point(self.x + x, self.y + y)


class Area(NamedTuple):
    """A rectangle."""

    x: float
    y: float
    width: float
    height: float

    def shared(self, other: "Area") -> float:
        """How much of another lies in this one."""
        across = min(self.x + self.width, other.x + other.width) - max(self.x, other.x)
        down = min(self.y + self.height, other.y + other.height) - max(self.y, other.y)
        return max(0.0, across) * max(0.0, down)

    def outside(self, other: "Area") -> float:
        """How much of this one lies outside another."""
        return self.width * self.height - self.shared(other)


ROOM = Area(20, 20, 716, 548)
"""Where the map lies in the picture."""


class Map:
    """The spaces of a board, spread over a rectangle."""

    def __init__(self, spaces: Sequence[Printed], room: Area) -> None:
        self.room = room
        self.spaces = spaces
        self.at = spread(spaces, room)
        self.joined = [(space.name, other) for space in spaces for other in space.paths if space.name < other]
        cities = [space.name for space in spaces if space.kind == "city"]
        self.demand = {name: self.place_demand(name) for name in cities}
        self.paths = list(self.place_paths())

    def site(self, space: Printed) -> Area:
        """A space with its name below it."""
        x, y = self.at[space.name]
        half, above, below = (CITY + 12, CITY, CITY + 22) if space.kind == "city" else (SITE, SITE, SITE + 18)
        return Area(x - half, y - above, 2 * half, above + below)

    def others(self, name: str) -> list[Area]:
        """All spaces but one."""
        return [self.site(space) for space in self.spaces if space.name != name]

    def place_demand(self, city: str) -> Point:
        """Beside a city, where fewer spaces, names and paths are in the way; from the city."""
        here, others = self.at[city], self.others(city)
        own_name = Area(here.x - 46, here.y + CITY, 92, 22)
        points = [point for ends in self.joined for point in curve(self.at[ends[0]], self.at[ends[1]], 0)]

        def penalty(spot: Point) -> float:
            area = demand_area(here.beside(*spot), spot.x)
            sites = sum(area.shared(other) for other in [*others, own_name])
            crossed = sum(area.shared(Area(*point, 1, 1)) > 0 for point in points)
            return 10 * area.outside(self.room) + 4 * sites + 60 * crossed + 8 * abs(spot.y)

        return least((Point(x, y) for y in (0, -12, 12, -24, 24, -38) for x in (BESIDE, -BESIDE)), penalty)

    def herd(self, space: SpaceView) -> list[Point]:
        """Where the elephants on a space stand: behind it, or at its side where something would be hidden."""
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
        spot = least([Point(0, -20 if city else -13), *beside], penalty)
        return [here.beside(*standing(spot, place, count)) for place in range(count)]

    def place_paths(self) -> Iterable[str]:
        """The paths, bent as a hand would print them, and more where they would run over another space."""
        for number, (one, other) in enumerate(self.joined):
            start, end = self.at[one], self.at[other]
            sites = [at for name, at in self.at.items() if name not in (one, other)]

            def penalty(bend: float, start: Point = start, end: Point = end, sites: list[Point] = sites) -> float:
                near = min(dist(at, site) for at in curve(start, end, bend) for site in sites)
                return max(0.0, SITE + 20 - near) + 30 * max(0.0, abs(bend) - 0.1)

            bend = least((b if number % 2 else -b for b in BENDS), penalty)
            middle = lean(start, end, bend)
            yield f"M{start.x:.1f} {start.y:.1f}Q{middle.x:.1f} {middle.y:.1f} {end.x:.1f} {end.y:.1f}"


@once_per_box
def map_of(box: Box) -> Map:
    """The map of a box, in its room of the picture."""
    return Map(printed_spaces(box), ROOM)


def least(candidates: Iterable[T], penalty: Callable[[T], float]) -> T:
    """The first of the candidates with the least penalty."""
    return min(candidates, key=penalty)


def spread(spaces: Sequence[Printed], room: Area) -> dict[str, Point]:
    """Spread the spaces over the map; above each there is room for an elephant, below for its name."""
    left, right = min(space.x for space in spaces), max(space.x for space in spaces)
    top, bottom = min(space.y for space in spaces), max(space.y for space in spaces)
    across = (room.width - 122 - 50) / (right - left or 1)
    down = (room.height - 76 - 48) / (bottom - top or 1)
    return {
        space.name: Point(room.x + 122 + (space.x - left) * across, room.y + 76 + (space.y - top) * down)
        for space in spaces
    }


def demand_area(at: Point, side: float) -> Area:
    """The room of a demand: further away from its city than towards it, with the city tokens above."""
    return Area(at.x - (17 if side > 0 else 33), at.y - 62, 50, 106)


def herd_area(here: Point, spot: Point, count: int) -> Area:
    """The room of so many elephants."""
    stands = [standing(spot, place, count).x for place in range(count)]
    return Area(here.x + min(stands) + 3, here.y + spot.y - 56, max(stands) - min(stands) + 58, 56)


def standing(spot: Point, place: int, count: int) -> Point:
    """Where one of the elephants on a space is drawn: side by side, from the spot beside the space outwards."""
    step = 46 if count < 3 else 38 if count == 3 else 32
    side = (spot.x > 0) - (spot.x < 0)
    row = (place - (count - 1) / 2) * step + side * (count - 1) * step / 2
    return Point(spot.x + row - 32, spot.y - 50 - (9 if count > 2 and place % 2 else 0))


def lean(start: Point, end: Point, bend: float) -> Point:
    """The middle of a bent path, towards which both of its ends lean."""
    return Point(
        (start.x + end.x) / 2 + (end.y - start.y) * bend,
        (start.y + end.y) / 2 - (end.x - start.x) * bend,
    )


def curve(start: Point, end: Point, bend: float) -> list[Point]:
    """Points along a bent path."""
    middle = lean(start, end, bend)
    steps = [(number + 1) / 20 for number in range(19)]
    return [
        Point(*((1 - t) ** 2 * a + 2 * t * (1 - t) * m + t**2 * b for a, m, b in zip(start, middle, end, strict=True)))
        for t in steps
    ]

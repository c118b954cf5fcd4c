/**
 * Where everything lies on the cloth. The cloth fills the room it is given; its units are chosen so that pieces keep a
 * legible size. In wide rooms the markets are beside the map, in high ones below it.
 */
import type { BombayView, SpaceView } from "./view";

export interface Point { x: number; y: number }
export interface Box extends Point { width: number; height: number }
export interface Layout {
  /** The size of the cloth in its own units, and how many pixels a unit is. */
  width: number; height: number; scale: number;
  high: boolean;
  /** The width of the printed border. */
  border: number;
  map: Box;
  status: Box;
  markets: Box;
  bag: Box;
  spaces: Map<string, Point>;
  /** Where a city's demand stands, from the city. */
  demand: Map<string, Point>;
  /** How large elephants are drawn. */
  elephant: number;
}

export const SITE = 23;
export const CITY = 29;
const BESIDE = CITY + 22;
/** The demand of a city, from its middle; it reaches further away from the city than towards it. */
export const DEMAND = { near: 17, far: 33, above: 62, below: 44 };

export function arrange(view: BombayView, pixelsWide: number, pixelsHigh: number): Layout {
  const high = pixelsWide < pixelsHigh * 1.2;
  const scale = high ? Math.min(pixelsWide / 640, pixelsHigh / 700) : Math.min(pixelsWide / 1010, pixelsHigh / 640);
  const width = pixelsWide / scale;
  const height = pixelsHigh / scale;
  const parts = high ? stacked(width, height) : sideBySide(width, height);
  const spaces = place(view.spaces, parts.map, high);
  return { width, height, scale, high, ...parts, spaces, demand: placeDemand(view, spaces, parts.map), elephant: high ? 1 : 1.2 };
}

function sideBySide(width: number, height: number): Pick<Layout, "border" | "map" | "status" | "markets" | "bag"> {
  const border = 24;
  const side = 232;
  const x = width - border - side - 10;
  const inner = height - 2 * border - 20;
  const top = border + 10;
  return {
    border,
    map: { x: border, y: border, width: x - border - 8, height: height - 2 * border },
    status: { x, y: top, width: side, height: 128 },
    markets: { x, y: top + 138, width: side, height: inner - 138 - 150 },
    bag: { x, y: top + inner - 140, width: side, height: 140 },
  };
}

function stacked(width: number, height: number): Pick<Layout, "border" | "map" | "status" | "markets" | "bag"> {
  const border = 14;
  const low = 124;
  const y = height - border - low - 4;
  const bag = 112;
  return {
    border,
    map: { x: border, y: border + 40, width: width - 2 * border, height: y - border - 44 },
    status: { x: border + 4, y: border + 2, width: width - 2 * border - 8, height: 40 },
    markets: { x: border + 4, y, width: width - 2 * border - bag - 14, height: low },
    bag: { x: width - border - bag - 4, y, width: bag, height: low },
  };
}

/** Spread the spaces over the map; above each there is room for an elephant, below for its name. */
function place(spaces: SpaceView[], map: Box, high: boolean): Map<string, Point> {
  const xs = spaces.map((space) => space.x);
  const ys = spaces.map((space) => space.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [west, east, above, below] = high ? [84, 42, 70, 42] : [122, 58, 86, 48];
  const across = (map.width - west - east) / (right - left || 1);
  const down = (map.height - above - below) / (bottom - top || 1);
  return new Map(spaces.map((space) => [
    space.name, { x: map.x + west + (space.x - left) * across, y: map.y + above + (space.y - top) * down },
  ]));
}

/** Beside each city, on the side where fewer spaces and paths are in the way, but on the map. */
function placeDemand(view: BombayView, spaces: Map<string, Point>, map: Box): Map<string, Point> {
  const obstacles = view.spaces.flatMap((space) => onTheWay(space, spaces));
  return new Map(view.cities.map((city) => {
    const here = spaces.get(city.name)!;
    const crowd = (side: 1 | -1): number => {
      const at = { x: here.x + side * BESIDE, y: here.y };
      const off = at.x + side * DEMAND.far < map.x || at.x + side * DEMAND.far > map.x + map.width;
      return obstacles.filter((one) => covers(at, side, one)).length + (off ? 1000 : 0);
    };
    return [city.name, { x: crowd(-1) <= crowd(1) ? -BESIDE : BESIDE, y: 0 }];
  }));
}

/** Points of a space's paths, and the space itself many times over. */
function onTheWay(space: SpaceView, spaces: Map<string, Point>): Point[] {
  const from = spaces.get(space.name)!;
  const steps = [0.1, 0.2, 0.3, 0.4, 0.5];
  const paths = space.paths.map((name) => spaces.get(name)!).flatMap((to) => steps.map((part) => between(from, to, part)));
  const round = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => ({ x: from.x + dx * SITE, y: from.y + dy * SITE })));
  return [...paths, ...round, ...round];
}

function covers(at: Point, side: 1 | -1, one: Point): boolean {
  const x = (one.x - at.x) * side;
  const y = one.y - at.y;
  return x >= -DEMAND.near && x <= DEMAND.far && y >= -DEMAND.above && y <= DEMAND.below;
}

function between(from: Point, to: Point, part: number): Point {
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
}

/** A path between two spaces, slightly bent as a hand would print it. */
export function bend(from: Point, to: Point): string {
  const side = (Math.round(from.x + to.y) % 2 ? 1 : -1) * 0.07;
  const x = (from.x + to.x) / 2 + (to.y - from.y) * side;
  const y = (from.y + to.y) / 2 - (to.x - from.x) * side;
  return `M${from.x} ${from.y}Q${x} ${y} ${to.x} ${to.y}`;
}

/** Where the elephants of one space stand, side by side behind it: the place of one among several, from the space. */
export function standing(place: number, count: number, size: number, city: boolean): Point {
  const step = count < 3 ? 46 : count === 3 ? 38 : 32;
  return {
    x: (place - (count - 1) / 2) * step * size - 32 * size,
    y: -50 * size - (city ? 20 : 13) - (count > 2 && place % 2 ? 9 : 0),
  };
}

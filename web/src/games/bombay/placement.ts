/** Place demands, elephants and paths on the map with the least overlap. */
import { type Box, CITY, type Point, SITE } from "./geometry";
import type { BombayView } from "./view";

export interface Path { one: string; other: string; d: string }
type Places = Map<string, Point>;

const BESIDE = CITY + 22;
const STEPS = Array.from({ length: 19 }, (_, step) => (step + 1) / 20);
const SHIFTS = [0, -12, 12, -24, 24, -38];
const BENDS = [0.06, -0.06, 0.13, -0.13, 0.2, -0.2, 0.28, -0.28];

/** Bounding box of a demand, including the city tokens above it. */
function demandBox(at: Point, side: number): Box {
  return { x: at.x - (side > 0 ? 17 : 40), y: at.y - 62, width: 57, height: 106 };
}

/** Bounding box of a space and its name. */
function siteBox(view: BombayView, name: string, at: Point): Box {
  const city = view.cities.some((one) => one.name === name);
  const [half, below] = city ? [CITY + 12, CITY + 22] : [SITE, SITE + 18];
  return { x: at.x - half, y: at.y - (city ? CITY : SITE), width: 2 * half, height: (city ? CITY : SITE) + below };
}

function shared(one: Box, other: Box): number {
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.max(0, across) * Math.max(0, down);
}

/** Extent of a box outside the map. */
const outside = (box: Box, map: Box): number => box.width * box.height - shared(box, map);

/** The first candidate with the lowest penalty. */
function least<T>(candidates: T[], penalty: (candidate: T) => number): T {
  const costs = candidates.map(penalty);
  return candidates[costs.indexOf(Math.min(...costs))]!;
}

/** Place each demand beside its city, where it overlaps the fewest spaces, names and paths. */
export function placeDemand(view: BombayView, spaces: Places, map: Box): Places {
  const points = joined(view).flatMap(([one, other]) => curve(spaces.get(one)!, spaces.get(other)!, 0));
  const candidates = SHIFTS.flatMap((y) => [{ x: BESIDE, y }, { x: -BESIDE, y }]);
  return new Map(view.cities.map((city) => {
    const here = spaces.get(city.name)!;
    const others = view.spaces.filter(({ name }) => name !== city.name).map(({ name }) => siteBox(view, name, spaces.get(name)!));
    const ownName = { x: here.x - 46, y: here.y + CITY, width: 92, height: 22 };
    return [city.name, least(candidates, (beside) => {
      const box = demandBox({ x: here.x + beside.x, y: here.y + beside.y }, beside.x);
      const sites = [...others, ownName].reduce((sum, other) => sum + shared(box, other), 0);
      const crossed = points.filter((at) => shared(box, { ...at, width: 1, height: 1 })).length;
      return 10 * outside(box, map) + 4 * sites + 60 * crossed + 8 * Math.abs(beside.y);
    })];
  }));
}

/** Place elephants behind each space, or beside it if they would cover something. */
export function placeHerds(view: BombayView, spaces: Places, demand: Places, map: Box, size: number): Places {
  const demands = view.cities.map(({ name }) => {
    const [here, beside] = [spaces.get(name)!, demand.get(name)!];
    return demandBox({ x: here.x + beside.x, y: here.y + beside.y }, beside.x);
  });
  return new Map(view.spaces.map((space) => {
    const here = spaces.get(space.name)!;
    const city = space.kind === "city";
    const half = (city ? CITY : SITE) + 26 * size;
    const spots = [{ x: 0, y: city ? -20 : -13 }, { x: half, y: 12 }, { x: -half, y: 12 }];
    const others = view.spaces.filter((other) => other !== space).map(({ name }) => siteBox(view, name, spaces.get(name)!));
    return [space.name, least(spots, (spot) => {
      const box = herdBox(here, spot, space.elephants.length, size);
      const hidden = [...others, ...demands].reduce((sum, other) => sum + shared(box, other), 0);
      return hidden + 2 * outside(box, map) + (spot.x ? 260 : 0);
    })];
  }));
}

function herdBox(here: Point, spot: Point, count: number, size: number): Box {
  const stands = Array.from({ length: Math.max(1, count) }, (_, place) => standing(spot, place, Math.max(1, count), size).x);
  const left = Math.min(...stands);
  return { x: here.x + left + 3 * size, y: here.y + spot.y - 56 * size, width: Math.max(...stands) - left + 58 * size, height: 56 * size };
}

/** Position of one of several elephants on a space: side by side, outwards from the spot. */
export function standing(spot: Point, place: number, count: number, size: number): Point {
  const step = (count < 3 ? 46 : count === 3 ? 38 : 32) * size;
  const row = (place - (count - 1) / 2) * step + (Math.sign(spot.x) * (count - 1) * step) / 2;
  return { x: spot.x + row - 32 * size, y: spot.y - 50 * size - (count > 2 && place % 2 ? 9 : 0) };
}

/** Each path once. */
function joined(view: BombayView): [string, string][] {
  return view.spaces.flatMap((space) => space.paths.filter((other) => space.name < other).map((other): [string, string] => [space.name, other]));
}

/** Control point of a bent path. */
function lean(from: Point, to: Point, bend: number): Point {
  return { x: (from.x + to.x) / 2 + (to.y - from.y) * bend, y: (from.y + to.y) / 2 - (to.x - from.x) * bend };
}

function curve(from: Point, to: Point, bend: number): Point[] {
  const middle = lean(from, to, bend);
  const mix = (key: "x" | "y", t: number): number => (1 - t) ** 2 * from[key] + 2 * t * (1 - t) * middle[key] + t ** 2 * to[key];
  return STEPS.map((t) => ({ x: mix("x", t), y: mix("y", t) }));
}

/** Bend the paths slightly, and more where they would cross another space. */
export function placePaths(view: BombayView, spaces: Places): Path[] {
  return joined(view).map(([one, other], number) => {
    const [from, to] = [spaces.get(one)!, spaces.get(other)!];
    const others = [...spaces].filter(([name]) => name !== one && name !== other).map(([, at]) => at);
    const tries = number % 2 ? BENDS : BENDS.map((bend) => -bend);
    const bend = least(tries, (possible) => {
      const near = Math.min(...curve(from, to, possible).flatMap((at) => others.map((site) => Math.hypot(at.x - site.x, at.y - site.y))));
      return Math.max(0, SITE + 20 - near) + 30 * Math.max(0, Math.abs(possible) - 0.1);
    });
    const middle = lean(from, to, bend);
    return { one, other, d: `M${from.x} ${from.y}Q${middle.x} ${middle.y} ${to.x} ${to.y}` };
  });
}

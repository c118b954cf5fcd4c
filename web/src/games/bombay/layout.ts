/**
 * Layout of the board. It fills its container; the unit is chosen so that pieces stay legible. The markets go beside
 * the map or below it, whichever allows the larger scale.
 */
import { type Path, placeDemand, placeHerds, placePaths } from "./placement";
import type { Box, Point } from "./geometry";
import type { BombayView, SpaceView } from "./view";

export interface Layout {
  /** Size in board units, and pixels per unit. */
  width: number; height: number; scale: number;
  high: boolean;
  /** Width of the printed border. */
  border: number;
  map: Box;
  status: Box;
  markets: Box;
  bag: Box;
  spaces: Map<string, Point>;
  /** Offset of each city's demand from the city. */
  demand: Map<string, Point>;
  /** Scale of the elephants, and their offsets from the spaces. */
  elephant: number;
  spots: Map<string, Point>;
  /** Each path once. */
  paths: Path[];
}


export function arrange(view: BombayView, pixelsWide: number, pixelsHigh: number): Layout {
  const wideScale = Math.min(pixelsWide / 1010, pixelsHigh / 640);
  const highScale = Math.min(pixelsWide / 640, pixelsHigh / 700);
  const high = highScale > wideScale;
  const scale = Math.max(highScale, wideScale);
  const width = pixelsWide / scale;
  const height = pixelsHigh / scale;
  const parts = high ? stacked(width, height) : sideBySide(width, height);
  const spaces = place(view.spaces, parts.map, high);
  const elephant = high ? 1 : 1.2;
  const demand = placeDemand(view, spaces, parts.map);
  return {
    width, height, scale, high, ...parts, spaces, demand, elephant,
    spots: placeHerds(view, spaces, demand, parts.map, elephant), paths: placePaths(view, spaces),
  };
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

/** Spread the spaces over the map, with room for an elephant above and a name below each. */
function place(spaces: SpaceView[], map: Box, high: boolean): Map<string, Point> {
  const xs = spaces.map((space) => space.x);
  const ys = spaces.map((space) => space.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [west, east, above, below] = high ? [86, 44, 72, 48] : [122, 60, 90, 48];
  const across = (map.width - west - east) / (right - left || 1);
  const down = (map.height - above - below) / (bottom - top || 1);
  return new Map(spaces.map((space) => [
    space.name, { x: map.x + west + (space.x - left) * across, y: map.y + above + (space.y - top) * down },
  ]));
}

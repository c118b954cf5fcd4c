/** Bombay: what its table shows. */
import type { GameLook } from "../types";
import Board from "./Board.svelte";
import Holdings from "./Holdings.svelte";
import Mine from "./Mine.svelte";
import { type BombayView, type PlayerView, TURN } from "./view";

const each = (view: BombayView, count: (player: PlayerView) => number | null): (number | null)[] => view.players.map(count);

export const look: GameLook<BombayView> = {
  Board,
  Holdings,
  Mine,
  placed: ["buy"],
  ask: (view) => `bombay.ask.${view.phase === "turn" && view.points < TURN ? "on" : view.phase}`,
  left: (view) => view.points,
  points(view, seat) {
    const player = view.players[seat];
    if (!player || player.rupees === null) return null;
    return player.rupees + (player.rank_rupees ?? 0) + (player.city_rupees ?? 0);
  },
  lines: (view) => [
    { key: "bombay.line.rupees", values: each(view, (player) => player.rupees) },
    { key: "bombay.line.ranks", values: each(view, (player) => player.rank_rupees) },
    { key: "bombay.line.cities", values: each(view, (player) => player.city_rupees) },
  ],
};

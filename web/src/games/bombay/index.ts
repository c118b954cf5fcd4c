/** Bombay: what its table shows, and its pieces for other pages. */
import type { GameLook } from "../types";
import Board from "./Board.svelte";
import Holdings from "./Holdings.svelte";
import Mine from "./Mine.svelte";
import { allCities, allClients, type BombayView, type PlayerView } from "./view";

export { default as Emblem } from "./Emblem.svelte";
export { default as Piece } from "./Piece.svelte";
export type { BombayView } from "./view";

const each = (view: BombayView, count: (player: PlayerView) => number | null): (number | null)[] => view.players.map(count);

export const look: GameLook<BombayView> = {
  Board,
  Holdings,
  Mine,
  ask: (view) => `bombay.ask.${view.phase}`,
  points: (view, seat) => view.players[seat]?.rupees ?? null,
  lines: (view) => [
    { key: "bombay.line.rupees", values: each(view, (player) => player.rupees) },
    { key: "bombay.line.palaces", values: each(view, (player) => player.palaces) },
    { key: "bombay.line.clients", values: each(view, allClients) },
    { key: "bombay.line.cities", values: each(view, allCities) },
  ],
};

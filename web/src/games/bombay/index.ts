/** Bombay: what its table shows. */
import type { GameLook } from "../types";
import Board from "./Board.svelte";
import Holdings from "./Holdings.svelte";
import Mine from "./Mine.svelte";
import { type BombayView, TURN } from "./view";

export const look: GameLook<BombayView> = {
  name: "bombay",
  Board,
  Holdings,
  Mine,
  placed: ["buy"],
  wary: { pass: "wait" },
  ask: (view) => `bombay.ask.${view.phase === "turn" && view.points < TURN ? "on" : view.phase}`,
  left: (view) => view.points,
};

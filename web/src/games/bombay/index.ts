/** Renderer of Bombay. */
import type { GameRenderer } from "../types";
import Board from "./Board.svelte";
import Holdings from "./Holdings.svelte";
import Mine from "./Mine.svelte";
import type { BombayView } from "./view";

export const renderer: GameRenderer<BombayView> = {
  name: "bombay",
  Board,
  Holdings,
  Mine,
  placed: ["buy"],
  discouraged: (view) => (view.pass_forgoes > 0 ? ["pass"] : []),
  prompt: (view) => `bombay.ask.${view.phase === "turn" && view.points < view.turn_points ? "on" : view.phase}`,
  left: (view) => view.points,
};

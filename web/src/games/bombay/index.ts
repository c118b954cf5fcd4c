/** Renderer of Bombay. */
import type { GameRenderer } from "../types";
import Board from "./Board.svelte";
import Holdings from "./Holdings.svelte";
import Mine from "./Mine.svelte";
import { type BombayView, TURN } from "./view";

export const renderer: GameRenderer<BombayView> = {
  name: "bombay",
  Board,
  Holdings,
  Mine,
  placed: ["buy"],
  discouraged: { pass: "wait" },
  prompt: (view) => `bombay.ask.${view.phase === "turn" && view.points < TURN ? "on" : view.phase}`,
  left: (view) => view.points,
};

/** Renderer of Borneo. */
import type { GameRenderer } from "../types";
import FourFlags from "./FourFlags.svelte";
import Board from "./Board.svelte";
import Holdings from "./Holdings.svelte";
import Mine from "./Mine.svelte";
import { FLAGS, spoken } from "./names";
import { outcome } from "./outcome";
import type { BorneoView } from "./view";

export const renderer: GameRenderer<BorneoView> = {
  name: "borneo",
  Board,
  Holdings,
  Mine,
  signs: FLAGS,
  Sign: FourFlags,
  spoken,
  outcome,
  prompt: (view) => `borneo.ask.${view.ending !== "running" && view.phase === "contract" ? "last" : view.phase}`,
};

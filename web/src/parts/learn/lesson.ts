/** A lesson as the server tells it, as in src/tradewinds/server/lessons.py; and how far somebody has come. */
import { keep, kept } from "../../lib/memory";
import type { Choice } from "../../lib/wire";

export interface Frame { view: unknown; story: string[] }
export interface Task { goal: string; legal: Choice[]; right: string[]; move: string; after: Frame }
export interface Step {
  name: string; title: string; text: string; hint: string; done: string;
  frames: Frame[]; tasks: Task[];
}
export interface Lesson { game: string; edition: string; title: string; learner: number; seats: string[]; steps: Step[] }

const KEY = "tradewinds.learn";

/** The furthest step that was reached in a game's lesson, counted from 0. */
export function reached(game: string): number {
  const place = kept(KEY)[game];
  return typeof place === "number" ? place : 0;
}

export function keepReached(game: string, place: number): void {
  keep(KEY, game, place);
}

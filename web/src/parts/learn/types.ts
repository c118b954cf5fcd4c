/** Lessons, mirroring src/tradewinds/server/lessons.py, and the learner's stored progress. */
import type { ChoiceInfo } from "../../lib/protocol";
import { readNumbers, storeNumber } from "../../lib/storage";

export interface Frame { view: unknown; story: string[] }
export interface Task { goal: string; legal: ChoiceInfo[]; right: string[]; move: string; after: Frame }
export interface Step {
  name: string; title: string; text: string; hint: string; done: string;
  frames: Frame[]; tasks: Task[];
}
export interface Lesson { game: string; edition: string; title: string; learner: number; seats: string[]; steps: Step[] }

const KEY = "tradewinds.learn";

/** Furthest step reached, counted from 0. */
export function savedProgress(game: string): number {
  const place = readNumbers(KEY)[game];
  return typeof place === "number" ? place : 0;
}

export function saveProgress(game: string, place: number): void {
  storeNumber(KEY, game, place);
}

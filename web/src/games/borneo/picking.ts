/** What can be picked at a table of Borneo: as everywhere, but called by words where sentences write flags in letters. */
import type { Move } from "../../lib/move.svelte";
import { pickable as plain } from "../../lib/pick";
import { spoken } from "./names";

export function pickable(move: Move, words: string[], label: string): Record<string, unknown> {
  const given = plain(move, words, label);
  return "aria-label" in given ? { ...given, "aria-label": spoken(given["aria-label"] as string) } : given;
}

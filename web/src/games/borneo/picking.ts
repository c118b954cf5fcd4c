/** `lib/pick` with flag notation spelled out in accessible names. */
import type { MoveBuilder } from "../../lib/move.svelte";
import { pickable as plain } from "../../lib/pick";
import { spoken } from "./names";

export function pickable(move: MoveBuilder, words: string[], label: string): Record<string, unknown> {
  const given = plain(move, words, label);
  return "aria-label" in given ? { ...given, "aria-label": spoken(given["aria-label"] as string) } : given;
}

/** The looks of the games, each loaded when a table of it is shown. */
import type { GameLook } from "./types";

// Views are the game's own matter: whoever shows a table only hands them on.
export type AnyLook = GameLook<any>;

const LOOKS = import.meta.glob<{ look: AnyLook }>("./*/index.ts");

/** The look of a game; null if it has none. */
export async function loadLook(game: string): Promise<AnyLook | null> {
  const load = LOOKS[`./${game}/index.ts`];
  return load ? (await load()).look : null;
}

/** The looks of the games, each loaded when a table of it is shown. */
import { getContext, setContext } from "svelte";
import type { GameLook } from "./types";

// Views are the game's own matter: whoever shows a table only hands them on.
export type AnyLook = GameLook<any>;

const LOOKS = import.meta.glob<{ look: AnyLook }>("./*/index.ts");

/** Whether a game can be shown; a game of the server that cannot is left to programs. */
export const isShown = (game: string): boolean => `./${game}/index.ts` in LOOKS;

/** The look of a game; null if it has none. */
export async function loadLook(game: string): Promise<AnyLook | null> {
  const load = LOOKS[`./${game}/index.ts`];
  return load ? (await load()).look : null;
}

const KEY = Symbol("look");
type Asked = () => AnyLook | null;

/** Let every part below know which game is shown. */
export const shareLook = (look: Asked): void => void setContext(KEY, look);

/** Which game is shown around here. */
export const whichLook = (): Asked => getContext<Asked | undefined>(KEY) ?? (() => null);

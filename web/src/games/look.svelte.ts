/** The looks of the games, each loaded when a table of it is shown. */
import { getContext, setContext } from "svelte";
import type { GameLook } from "./types";

// Views are the game's own matter: whoever shows a table only hands them on.
export type AnyLook = GameLook<any>;

const LOOKS = import.meta.glob<{ look: AnyLook }>("./*/index.ts");

/** Whether a game can be shown; a game of the server that cannot is left to programs. */
export const isShown = (game: string): boolean => `./${game}/index.ts` in LOOKS;

async function loadLook(game: string): Promise<AnyLook | null> {
  const load = LOOKS[`./${game}/index.ts`];
  return load ? (await load()).look : null;
}

const KEY = Symbol("look");
/** Milliseconds after which a look that could not be fetched is asked for again. */
const RETRY = 3000;

/** Load the look of a game and let every part below know it. */
export function useLook(game: () => string): { readonly current: AnyLook | null; readonly loading: boolean } {
  let look = $state.raw<AnyLook | null>(null);
  let loading = $state(true);
  $effect(() => {
    const wanted = game();
    let timer = 0;
    const load = (): void => {
      loadLook(wanted)
        .then((found) => (look = found))
        .catch(() => (timer = window.setTimeout(load, RETRY)))
        .finally(() => (loading = false));
    };
    load();
    return () => clearTimeout(timer);
  });
  setContext(KEY, () => look);
  return { get current() { return look; }, get loading() { return loading; } };
}

/** Which game is shown around here. */
export const whichLook = (): (() => AnyLook | null) => getContext<(() => AnyLook | null) | undefined>(KEY) ?? (() => null);

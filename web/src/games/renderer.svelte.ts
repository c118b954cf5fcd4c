/** Renderers of the games, loaded on demand. */
import { getContext, setContext } from "svelte";
import type { GameRenderer } from "./types";

// Views are opaque outside their game.
export type AnyRenderer = GameRenderer<any>;

const RENDERERS = import.meta.glob<{ renderer: AnyRenderer }>("./*/index.ts");

/** Whether the web client can render a game; server games without a renderer are for API clients only. */
export const hasRenderer = (game: string): boolean => `./${game}/index.ts` in RENDERERS;

async function loadRenderer(game: string): Promise<AnyRenderer | null> {
  const load = RENDERERS[`./${game}/index.ts`];
  return load ? (await load()).renderer : null;
}

const KEY = Symbol("renderer");
/** Milliseconds before a failed load is retried. */
const RETRY = 3000;

/** Load a game's renderer and provide it to all descendants through the context. */
export function useRenderer(game: () => string): { readonly current: AnyRenderer | null; readonly loading: boolean } {
  let renderer = $state.raw<AnyRenderer | null>(null);
  let loading = $state(true);
  $effect(() => {
    const wanted = game();
    let timer = 0;
    const load = (): void => {
      loadRenderer(wanted)
        .then((found) => (renderer = found))
        .catch(() => (timer = window.setTimeout(load, RETRY)))
        .finally(() => (loading = false));
    };
    load();
    return () => clearTimeout(timer);
  });
  setContext(KEY, () => renderer);
  return { get current() { return renderer; }, get loading() { return loading; } };
}

/** The renderer provided by an ancestor component. */
export const currentRenderer = (): (() => AnyRenderer | null) => getContext<(() => AnyRenderer | null) | undefined>(KEY) ?? (() => null);

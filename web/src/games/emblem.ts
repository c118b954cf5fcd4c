/** What the first page shows of a game: each game's folder has an `Emblem.svelte`, eight wide and five high, that names its colour. */
import type { Component } from "svelte";

const EMBLEMS = import.meta.glob<{ default: Component; colour: string }>("./*/Emblem.svelte", { eager: true });

export const emblemOf = (game: string): { default: Component; colour: string } | undefined => EMBLEMS[`./${game}/Emblem.svelte`];

/** Home-page pictures: each game folder has an `Emblem.svelte` (8:5) that exports its colour. */
import type { Component } from "svelte";

const EMBLEMS = import.meta.glob<{ default: Component; colour: string }>("./*/Emblem.svelte", { eager: true });

export const emblemOf = (game: string): { default: Component; colour: string } | undefined => EMBLEMS[`./${game}/Emblem.svelte`];

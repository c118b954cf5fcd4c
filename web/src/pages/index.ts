/** Routes. Pages are loaded on demand. */
import type { Component } from "svelte";
import { hasRenderer } from "../games/renderer.svelte";

interface Found { load(): Promise<{ default: Component<any> }>; props: Record<string, string> }
type Page = [RegExp, () => Promise<{ default: Component<any> }>];

const PAGES: Page[] = [
  [/^\/$/, () => import("./Home.svelte")],
  [/^\/account$/, () => import("./Account.svelte")],
  [/^\/learn\/(?<game>\w+)$/, () => import("./Learn.svelte")],
  [/^\/rules\/(?<game>\w+)$/, () => import("./Rules.svelte")],
  [/^\/replay$/, () => import("./Replay.svelte")],
  [/^\/tables\/(?<table>[^/]+)\/replay$/, () => import("./Replay.svelte")],
  [/^\/tables\/(?<table>[^/]+)\/screen$/, () => import("./Screen.svelte")],
  [/^\/tables\/(?<table>[^/]+)$/, () => import("./Table.svelte")],
];

export function pageFor(path: string): Found {
  for (const [address, load] of PAGES) {
    const match = address.exec(path);
    const game = match?.groups?.game;
    if (match && (game === undefined || hasRenderer(game))) return { load, props: { ...match.groups } };
  }
  return { load: () => import("./Lost.svelte"), props: {} };
}

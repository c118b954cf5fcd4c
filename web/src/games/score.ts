/** Scores as if the game ended now, common to the views of all games (src/tradewinds/kernel/score.py). */
import type { Score } from "../lib/protocol";
import type { AnyRenderer } from "./renderer.svelte";

interface Scored { to_act: number | null; players: { score: Score }[] }

/** A score with its labelled parts, and whether it is final. */
export interface SeatScore { total: number | null; over: boolean; parts: { key: string; points: number | null }[] }

/** Score of a seat; null if the viewer knows none of its parts. */
export function scoreOf(renderer: AnyRenderer | null, view: unknown, seat: number): SeatScore | null {
  const { to_act, players } = (view ?? {}) as Partial<Scored>;
  const score = players?.[seat]?.score;
  if (!renderer || !score) return null;
  const parts = Object.entries(score.parts).map(([part, points]) => ({ key: `${renderer.name}.line.${part}`, points }));
  return parts.every(({ points }) => points === null) ? null : { total: score.total, over: to_act === null, parts };
}

/** Rows of the final score table: a translation key and one value per seat. */
export function scoreLines(renderer: AnyRenderer | null, view: unknown): { key: string; values: (number | null)[] }[] {
  const { players = [] } = (view ?? {}) as Partial<Scored>;
  if (!renderer || !players[0]) return [];
  return Object.keys(players[0].score.parts).map((part) => ({ key: `${renderer.name}.line.${part}`, values: players.map(({ score }) => score.parts[part] ?? null) }));
}

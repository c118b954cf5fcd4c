/** What seats would have if the game ended now, as the views of all games tell it (src/tradewinds/kernel/score.py). */
import type { AnyLook } from "./look.svelte";

/** Null is what the viewer may not know. */
export interface Score { total: number | null; parts: Record<string, number | null> }
interface Scored { to_act: number | null; players: { score: Score }[] }

/** A score with its parts in words, and whether it is final. */
export interface SeatScore { total: number | null; over: boolean; parts: { key: string; points: number | null }[] }

/** The score of a seat; null where the viewer knows nothing of it. */
export function scoreOf(look: AnyLook | null, view: unknown, seat: number): SeatScore | null {
  const { to_act, players } = (view ?? {}) as Partial<Scored>;
  const score = players?.[seat]?.score;
  if (!look || !score) return null;
  const parts = Object.entries(score.parts).map(([part, points]) => ({ key: `${look.name}.line.${part}`, points }));
  return parts.every(({ points }) => points === null) ? null : { total: score.total, over: to_act === null, parts };
}

/** What the end counts, line by line: a key of the words and the number for each seat. */
export function scoreLines(look: AnyLook | null, view: unknown): { key: string; values: (number | null)[] }[] {
  const { players = [] } = (view ?? {}) as Partial<Scored>;
  if (!look || !players[0]) return [];
  return Object.keys(players[0].score.parts).map((part) => ({ key: `${look.name}.line.${part}`, values: players.map(({ score }) => score.parts[part] ?? null) }));
}

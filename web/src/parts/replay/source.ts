/** Where a replay comes from: a table of this server, or a record that somebody has pasted, and what can be asked of either. */
import { ask, post } from "../../lib/api";

/** Whose eyes: a seat's, everybody's (null), or those of one who sees all that was hidden. */
export type Eyes = number | "open" | null;
export interface Step { number: number; seat: number | null; move: string | null; seen: boolean; story: string[]; view: unknown }
export interface Replayed {
  game: string; edition: string; title: string; players: number; seats: string[]; last: number; seat: Eyes; steps: Step[];
  scores: number[] | null; shares: number[] | null;
}
export interface Worth { action: number; move: string; share: number; margin: number; points: number | null; line: number[] }
export interface Decision { number: number; seat: number; choices: number; played: Worth; best: Worth; margin: number; cost: number; shares: number[]; decided: "won" | "lost" | null; points_cost: number; points_margin: number }
export interface SeatReview { seat: number; name: string; first: number; result: number; points: number; decisions: number; agreed: number; mistakes: number; cost: number }
export interface Review {
  type: "reviewed"; moves: number; playouts: number; seats: SeatReview[]; graph: { number: number; shares: number[] }[]; decisions: Decision[];
  /** The costly decisions by their numbers: what was played, what was better and the rest of that turn, what it cost, both in numbers, and why. */
  sentences: Record<string, { played: string; best: string; plan: string[]; cost: string; worth: string; reason: string | null }>;
}
export interface Reviewing { type: "reviewing"; moves: number; done: number }

export interface Source {
  /** The whole story, without positions. */
  story(eyes: Eyes): Promise<Replayed>;
  /** Positions from one step on, as many as come at once. */
  views(eyes: Eyes, from: number): Promise<Replayed>;
  review(): Promise<Review | Reviewing>;
  /** The address of a moment. */
  address(query: string): string;
  /** Where the record can be had. */
  record: string;
  /** What the record's file is called. */
  file: string;
}

export function tableSource(table: string): Source {
  const api = `/api/tables/${encodeURIComponent(table)}`;
  const seat = (eyes: Eyes): string => (eyes === null ? "" : `&seat=${eyes}`);
  return {
    story: (eyes) => ask(`${api}/replay?views=0${seat(eyes)}`),
    views: (eyes, from) => ask(`${api}/replay?from=${from}${seat(eyes)}`),
    review: () => ask(`${api}/review`),
    address: (query) => `/tables/${table}/replay${query}`,
    record: `${api}/record`,
    file: `${table}.txt`,
  };
}

/** `packed` is the record as it stands in the address, so that a link to a moment carries the whole game. */
export function recordSource(record: string, packed: string): Source {
  return {
    story: (eyes) => post("/api/replay", { record, seat: eyes, views: false }),
    views: (eyes, from) => post("/api/replay", { record, seat: eyes, from }),
    review: () => post("/api/review", { record }),
    address: (query) => `/replay${query}#${packed}`,
    record: URL.createObjectURL(new Blob([record], { type: "text/plain" })),
    file: "tradewinds.txt",
  };
}

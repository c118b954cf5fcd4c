/** Sources of replays: a table on this server, or a pasted record. */
import { post, request } from "../../lib/api";

/** A seat, the public view (null), or everything revealed. */
export type Perspective = number | "open" | null;
export interface Step { number: number; seat: number | null; move: string | null; seen: boolean; story: string[]; view: unknown }
export interface Replay {
  game: string; edition: string; title: string; players: number; seats: string[]; last: number; seat: Perspective; steps: Step[];
  scores: number[] | null; shares: number[] | null;
}
export interface Worth { action: number; move: string; share: number; margin: number; points: number | null; line: number[] }
export interface Decision { number: number; seat: number; choices: number; played: Worth; best: Worth; margin: number; cost: number; shares: number[]; decided: "won" | "lost" | null; points_cost: number; points_margin: number }
export interface SeatReview { seat: number; name: string; first: number; result: number; points: number; decisions: number; agreed: number; mistakes: number; cost: number }
export interface Review {
  type: "reviewed"; moves: number; playouts: number; seats: SeatReview[]; graph: { number: number; shares: number[] }[]; decisions: Decision[];
  /**
   * Costly decisions by move number: the move played, the better move and its plan, the cost, the numbers and the
   * reason.
   */
  sentences: Record<string, { played: string; best: string; plan: string[]; cost: string; worth: string; reason: string | null }>;
}
export interface ReviewProgress { type: "reviewing"; moves: number; done: number }

export interface Source {
  /** The whole story, without views. */
  story(perspective: Perspective): Promise<Replay>;
  /** A batch of views from a step on. */
  views(perspective: Perspective, from: number): Promise<Replay>;
  review(): Promise<Review | ReviewProgress>;
  /** Address of a position. */
  address(query: string): string;
  /** URL of the record. */
  record: string;
  /** File name of the record. */
  file: string;
}

export function tableSource(table: string): Source {
  const api = `/api/tables/${encodeURIComponent(table)}`;
  const seat = (perspective: Perspective): string => (perspective === null ? "" : `&seat=${perspective}`);
  return {
    story: (perspective) => request(`${api}/replay?views=0${seat(perspective)}`),
    views: (perspective, from) => request(`${api}/replay?from=${from}${seat(perspective)}`),
    review: () => request(`${api}/review`),
    address: (query) => `/tables/${table}/replay${query}`,
    record: `${api}/record`,
    file: `${table}.txt`,
  };
}

/** `packed` is the record as in the URL fragment, so that links contain the whole game. */
export function recordSource(record: string, packed: string): Source {
  return {
    story: (perspective) => post("/api/replay", { record, seat: perspective, views: false }),
    views: (perspective, from) => post("/api/replay", { record, seat: perspective, from }),
    review: () => post("/api/review", { record }),
    address: (query) => `/replay${query}#${packed}`,
    record: URL.createObjectURL(new Blob([record], { type: "text/plain" })),
    file: "tradewinds.txt",
  };
}

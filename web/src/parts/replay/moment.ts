/** A moment of a game in an address: `?at=57&seat=2`. */
import type { Eyes } from "./source";

export function queryOf(at: number, eyes: Eyes): string {
  return `?at=${at}${eyes === null ? "" : `&seat=${eyes}`}`;
}

export function momentIn(query: URLSearchParams): { at: number; eyes: Eyes } {
  const [at, seat] = [query.get("at") ?? "", query.get("seat") ?? ""];
  const eyes = seat === "open" ? "open" : /^\d$/.test(seat) ? Number(seat) : null;
  return { at: /^\d{1,5}$/.test(at) ? Number(at) : 0, eyes };
}

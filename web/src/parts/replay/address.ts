/** Position and perspective in the query string: `?at=57&seat=2`. */
import type { Perspective } from "./source";

export function addressQuery(at: number, perspective: Perspective): string {
  return `?at=${at}${perspective === null ? "" : `&seat=${perspective}`}`;
}

export function readAddress(query: URLSearchParams): { at: number; perspective: Perspective } {
  const [at, seat] = [query.get("at") ?? "", query.get("seat") ?? ""];
  const perspective = seat === "open" ? "open" : /^\d$/.test(seat) ? Number(seat) : null;
  return { at: /^\d{1,5}$/.test(at) ? Number(at) : 0, perspective };
}

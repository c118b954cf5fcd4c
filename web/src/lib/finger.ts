/** A finger is as wide as a button: what it just misses on a crowded board, it means. */
const HALF = 22;

const reaches = (at: number, from: number, to: number): boolean => Math.abs(at - (from + to) / 2) <= Math.max(HALF, (to - from) / 2);

/** The piece that a tap at this place means: among those that a finger reaches, the nearest. */
export function meant(board: Element, x: number, y: number): Element | null {
  let best: Element | null = null;
  let least = Infinity;
  for (const piece of board.querySelectorAll("[data-pick]")) {
    const { left, right, top, bottom } = piece.getBoundingClientRect();
    if (!reaches(x, left, right) || !reaches(y, top, bottom)) continue;
    const distance = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    if (distance < least) [best, least] = [piece, distance];
  }
  return best;
}

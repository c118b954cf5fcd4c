/** Touch tolerance: a tap that narrowly misses a small piece picks it. */
const TOUCH_RADIUS = 22;

const reaches = (at: number, from: number, to: number): boolean => Math.abs(at - (from + to) / 2) <= Math.max(TOUCH_RADIUS, (to - from) / 2);

/** The nearest piece within touch distance of a tap. */
export function nearestPiece(board: Element, x: number, y: number): Element | null {
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

/** Arrow keys lead from one piece that can be picked to the next one in that direction. */
const TOWARDS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Whether keys belong to a field or a dialog now. */
export function typing(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  return event.altKey || event.ctrlKey || event.metaKey || Boolean(target?.closest("input, textarea, select, dialog"));
}

function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** Move the focus; true if the key was an arrow and there was somewhere to go. */
export function walk(event: KeyboardEvent): boolean {
  const step = TOWARDS[event.key];
  if (!step) return false;
  const pieces = [...document.querySelectorAll<HTMLElement | SVGElement>("[data-pick]")].filter((piece) => piece.getClientRects().length);
  const from = pieces.find((piece) => piece === document.activeElement);
  const next = from ? nearest(from, pieces, step) : pieces[0];
  next?.focus();
  return Boolean(next);
}

/** The piece that lies nearest in a direction; what lies aside counts as further away. */
function nearest<T extends Element>(from: T, pieces: T[], [right, down]: [number, number]): T | undefined {
  const [x, y] = middle(from);
  let best: T | undefined;
  let least = Infinity;
  for (const piece of pieces) {
    const [toX, toY] = middle(piece);
    const along = (toX - x) * right + (toY - y) * down;
    const aside = Math.abs((toX - x) * down) + Math.abs((toY - y) * right);
    if (piece === from || along < 2) continue;
    const distance = along + aside * 2;
    if (distance < least) [best, least] = [piece, distance];
  }
  return best;
}

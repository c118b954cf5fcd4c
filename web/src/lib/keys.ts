/** Arrow keys lead from one piece that can be picked to the next one in that direction, N and P through all of them. */
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

const THROUGH: Record<string, number> = { n: 1, p: -1 };

/** Move the focus; true if the key is one that does and there was somewhere to go. */
export function walk(event: KeyboardEvent): boolean {
  const towards = TOWARDS[event.key];
  const through = THROUGH[event.key.toLowerCase()];
  if (!towards && !through) return false;
  const pieces = [...document.querySelectorAll<HTMLElement | SVGElement>("[data-pick]")].filter((piece) => piece.getClientRects().length);
  const from = pieces.findIndex((piece) => piece === document.activeElement);
  const next = through ? pieces.at(from < 0 && through < 0 ? -1 : (from + through) % pieces.length) : from < 0 ? pieces[0] : nearest(pieces[from]!, pieces, towards!);
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

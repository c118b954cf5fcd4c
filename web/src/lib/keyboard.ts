/** Keyboard navigation: arrow keys move to the nearest pickable piece in that direction, N and P cycle through all. */
import { preferences } from "./preferences.svelte";

const DIRECTIONS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Whether the key belongs to a form field, an open dialog or a browser shortcut. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  const taken = target?.closest?.("input, textarea, select") ?? document.querySelector("dialog[open]");
  return event.altKey || event.ctrlKey || event.metaKey || Boolean(taken);
}

function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

const CYCLE: Record<string, number> = { n: 1, p: -1 };

/** Move the focus; return whether the key was handled. */
export function moveFocus(event: KeyboardEvent): boolean {
  const towards = DIRECTIONS[event.key];
  const through = CYCLE[event.key.toLowerCase()];
  if (!towards && !(through && preferences.letters)) return false;
  const pieces = [...document.querySelectorAll<HTMLElement | SVGElement>("[data-pick]")].filter((piece) => piece.getClientRects().length);
  const from = pieces.findIndex((piece) => piece === document.activeElement);
  if (from >= 0) last = middle(pieces[from]!);
  const start = from < 0 ? pieces[0] : undefined;
  const next = through ? pieces.at(from < 0 && through < 0 ? -1 : (from + through) % pieces.length) : ((last && nearest(last, pieces, towards!, pieces[from])) ?? start);
  if (next) last = middle(next);
  next?.focus();
  return Boolean(next);
}

/** Last focused point: a used piece may be gone, but navigation continues from there. */
let last: [number, number] | null = null;

/** The nearest piece in a direction; sideways distance counts double. */
function nearest<T extends Element>([x, y]: [number, number], pieces: T[], [right, down]: [number, number], from?: T): T | undefined {
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

/** Roving focus: arrow keys move within a list of buttons that is a single tab stop. */
export function roveFocus(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const from = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined || from < 0) return;
  buttons[to]?.focus();
  event.preventDefault();
  event.stopPropagation();
}

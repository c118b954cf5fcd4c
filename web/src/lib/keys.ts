/** Arrow keys lead from one piece that can be picked to the next one in that direction, N and P through all of them. */
import { prefs } from "./prefs.svelte";

const TOWARDS: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Whether keys belong to a field, an open dialog or the browser now. */
export function typing(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement | null;
  const taken = target?.closest?.("input, textarea, select") ?? document.querySelector("dialog[open]");
  return event.altKey || event.ctrlKey || event.metaKey || Boolean(taken);
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
  if (!towards && !(through && prefs.letters)) return false;
  const pieces = [...document.querySelectorAll<HTMLElement | SVGElement>("[data-pick]")].filter((piece) => piece.getClientRects().length);
  const from = pieces.findIndex((piece) => piece === document.activeElement);
  if (from >= 0) last = middle(pieces[from]!);
  const start = from < 0 ? pieces[0] : undefined;
  const next = through ? pieces.at(from < 0 && through < 0 ? -1 : (from + through) % pieces.length) : ((last && nearest(last, pieces, towards!, pieces[from])) ?? start);
  if (next) last = middle(next);
  next?.focus();
  return Boolean(next);
}

/** Where the focus was last: a piece that was used may be gone, but the way goes on from its place. */
let last: [number, number] | null = null;

/** The piece that lies nearest in a direction; what lies aside counts as further away. */
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

/** In a list of buttons the arrows go up and down, so that the whole list is one stop on the way with Tab. */
export function rove(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  const buttons = [...event.currentTarget.querySelectorAll("button")];
  const from = buttons.indexOf(document.activeElement as HTMLButtonElement);
  const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (to === undefined || from < 0) return;
  buttons[to]?.focus();
  event.preventDefault();
  event.stopPropagation();
}

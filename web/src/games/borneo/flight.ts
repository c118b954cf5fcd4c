/**
 * How pieces travel. Everything with `data-piece` has a place on the page; before the position changes the places are
 * kept, so that a piece which appears elsewhere comes from where it was, and one that vanishes flies to its new owner.
 */
import type { TransitionConfig } from "svelte/transition";
import { prefs } from "../../lib/prefs.svelte";

const PATIENCE = 1500;
interface Kept { node: HTMLElement; box: DOMRect }
let kept = new Map<string, Kept>();
let seen: object | null = null;

/** Keep where every piece lies now, once for each position that comes. */
export function keepPlaces(position: object): void {
  if (position === seen) return;
  seen = position;
  kept = new Map();
  for (const node of document.querySelectorAll<HTMLElement>("[data-piece]")) {
    const box = node.getBoundingClientRect();
    if (box.width) kept.set(node.dataset.piece!, { node, box });
    if (node.dataset.dropped) node.remove();
  }
}

/** A picture of a piece stays where it was dropped until the position has changed, or did not. */
export function drop(ghost: HTMLElement, piece: string): void {
  ghost.dataset.piece = piece;
  ghost.dataset.dropped = "yes";
  setTimeout(() => ghost.remove(), PATIENCE);
}

const find = (selector: string | undefined): DOMRect | undefined => {
  const box = selector ? document.querySelector(selector)?.getBoundingClientRect() : undefined;
  return box?.width ? box : undefined;
};

/** The panel of a seat, wherever the page shows it. */
export const panel = (seat: number | null | undefined): string => `[data-seat-panel="${seat}"]`;

/** A picture of a piece that lies above the page, so that no frame cuts it off on its way. */
export function picture(node: HTMLElement, box: DOMRect): HTMLElement {
  const ghost = node.cloneNode(true) as HTMLElement;
  for (const name of ["data-piece", "data-pick", "role", "tabindex", "aria-label"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, {
    position: "fixed", left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px`,
    margin: "0", zIndex: "40", pointerEvents: "none", willChange: "transform",
  });
  const board = document.querySelector<HTMLElement>(".borneo.board");
  ghost.style.setProperty("--u", board ? getComputedStyle(board).getPropertyValue("--u") : "1px");
  document.body.append(ghost);
  return ghost;
}

/** How to get from one place to the other, middle to middle. */
const way = (from: DOMRect, to: DOMRect): string =>
  `translate(${to.x + to.width / 2 - from.x - from.width / 2}px,${to.y + to.height / 2 - from.y - from.height / 2}px)`;

function fly(ghost: HTMLElement, frames: Keyframe[], duration: number): void {
  const done = (): void => ghost.remove();
  ghost.animate(frames, { duration, easing: "cubic-bezier(.4,0,.2,1)" }).finished.then(done, done);
}

/** A piece comes from where it was, else from `from` (a selector), else out of nothing. */
export function arrive(node: HTMLElement, { from }: { from?: string } = {}): TransitionConfig {
  const start = kept.get(node.dataset.piece ?? "")?.box ?? find(from);
  if (!start || !prefs.move) return { duration: prefs.move / 2, css: (t) => `opacity:${t}` };
  const end = node.getBoundingClientRect();
  const size = Math.min(1.6, Math.max(0.3, start.width / Math.max(1, end.width)));
  fly(picture(node, end), [{ transform: `${way(end, start)} scale(${size})` }, { transform: "none" }], prefs.move);
  return { duration: prefs.move, css: (t) => `opacity:${t < 1 ? 0 : 1}` };
}

/** A piece that is no longer shown flies to `to` (a selector) and is gone there. */
export function depart(piece: string, to: string): void {
  const last = kept.get(piece);
  const end = find(to);
  if (!last || !end || !prefs.move || document.querySelector(`[data-piece="${CSS.escape(piece)}"]`)) return;
  const there = `${way(last.box, end)} scale(.35)`;
  fly(picture(last.node, last.box), [{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.75 }, { transform: there, opacity: 0 }], prefs.move * 1.4);
}

/**
 * How pieces travel. Everything with `data-piece` has a place on the page; before the position changes the places are
 * kept, so that a piece which appears elsewhere comes from where it was, and one that vanishes flies to its new owner.
 */
import { cubicInOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { prefs } from "../../lib/prefs.svelte";

interface Kept { node: HTMLElement; box: DOMRect }
let kept = new Map<string, Kept>();
let seen: object | null = null;

/** Keep where every piece lies now, once for each position that comes. */
export function keepPlaces(position: object): void {
  if (position === seen) return;
  seen = position;
  kept = new Map();
  if (!prefs.move) return;
  for (const node of document.querySelectorAll<HTMLElement>("[data-piece]")) {
    const box = node.getBoundingClientRect();
    if (box.width) kept.set(node.dataset.piece!, { node, box });
  }
}

const find = (selector: string | undefined): DOMRect | undefined => {
  const box = selector ? document.querySelector(selector)?.getBoundingClientRect() : undefined;
  return box?.width ? box : undefined;
};

/** The panel of a seat, wherever the page shows it. */
export const panel = (seat: number | null | undefined): string => `[data-seat-panel="${seat}"]`;

/** A piece comes from where it was, else from `from` (a selector), else out of nothing. */
export function arrive(node: HTMLElement, { from }: { from?: string } = {}): TransitionConfig {
  const start = kept.get(node.dataset.piece ?? "")?.box ?? find(from);
  if (!start || !prefs.move) return { duration: prefs.move / 2, css: (t) => `opacity:${t}` };
  const end = node.getBoundingClientRect();
  const [dx, dy] = [start.x + start.width / 2 - end.x - end.width / 2, start.y + start.height / 2 - end.y - end.height / 2];
  const scale = Math.min(1.5, Math.max(0.3, start.width / Math.max(1, end.width)));
  return {
    duration: prefs.move * 1.2,
    easing: cubicInOut,
    css: (_, u) => `position:relative;z-index:9;transform:translate(${dx * u}px,${dy * u}px) scale(${1 + (scale - 1) * u})`,
  };
}

/** A piece that is no longer shown flies to `to` (a selector) and is gone there. */
export function depart(piece: string, to: string, unit: string): void {
  const last = kept.get(piece);
  const end = find(to);
  if (!last || !end || !prefs.move || document.querySelector(`[data-piece="${piece}"]`)) return;
  const ghost = last.node.cloneNode(true) as HTMLElement;
  for (const name of ["data-piece", "data-pick", "role", "tabindex"]) ghost.removeAttribute(name);
  ghost.setAttribute("aria-hidden", "true");
  Object.assign(ghost.style, {
    position: "fixed", left: `${last.box.x}px`, top: `${last.box.y}px`, width: `${last.box.width}px`,
    height: `${last.box.height}px`, margin: "0", zIndex: "40", pointerEvents: "none",
  });
  ghost.style.setProperty("--u", unit);
  document.body.append(ghost);
  const [dx, dy] = [end.x + end.width / 2 - last.box.x - last.box.width / 2, end.y + end.height / 2 - last.box.y - last.box.height / 2];
  const frames = [{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.7 }, { transform: `translate(${dx}px,${dy}px) scale(.35)`, opacity: 0 }];
  const done = (): void => ghost.remove();
  ghost.animate(frames, { duration: prefs.move * 1.6, easing: "ease-in-out" }).finished.then(done, done);
}

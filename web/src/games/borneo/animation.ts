/**
 * Animations of pieces between positions. The boxes of all `data-piece` elements are recorded before the position
 * changes, so that a piece that appears elsewhere flies in from its old box, and one that disappears flies to its new
 * owner.
 */
import type { TransitionConfig } from "svelte/transition";
import { preferences } from "../../lib/preferences.svelte";

const DROP_TIMEOUT = 1500;
interface Recorded { node: HTMLElement; box: DOMRect }
let recorded = new Map<string, Recorded>();
let seen: object | null = null;

/** Record the boxes of all pieces, once per position. */
export function recordPositions(position: object): void {
  if (position === seen) return;
  seen = position;
  recorded = new Map();
  for (const node of document.querySelectorAll<HTMLElement>("[data-piece]")) {
    const box = node.getBoundingClientRect();
    if (box.width) recorded.set(node.dataset.piece!, { node, box });
    if (node.dataset.dropped) node.remove();
  }
}

/** Keep a dragged piece where it was dropped until the position changes or the move fails. */
export function drop(ghost: HTMLElement, piece: string): void {
  ghost.dataset.piece = piece;
  ghost.dataset.dropped = "yes";
  setTimeout(() => ghost.remove(), DROP_TIMEOUT);
}

const find = (selector: string | undefined): DOMRect | undefined => {
  const box = selector ? document.querySelector(selector)?.getBoundingClientRect() : undefined;
  return box?.width ? box : undefined;
};

/** Selector of a seat's panel. */
export const panel = (seat: number | null | undefined): string => `[data-seat-panel="${seat}"]`;

/** Clone a piece into a fixed layer above the page, so that no frame clips it in flight. */
export function clonePiece(node: HTMLElement, box: DOMRect): HTMLElement {
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

/** Translation between the centres of two boxes. */
const translation = (from: DOMRect, to: DOMRect): string =>
  `translate(${to.x + to.width / 2 - from.x - from.width / 2}px,${to.y + to.height / 2 - from.y - from.height / 2}px)`;

function fly(ghost: HTMLElement, frames: Keyframe[], duration: number): void {
  const done = (): void => ghost.remove();
  ghost.animate(frames, { duration, easing: "cubic-bezier(.4,0,.2,1)" }).finished.then(done, done);
}

/** Transition in: fly from the recorded box, else from the selector `from`, else fade in. */
export function arrive(node: HTMLElement, { from }: { from?: string } = {}): TransitionConfig {
  const start = recorded.get(node.dataset.piece ?? "")?.box ?? find(from);
  if (!start || !preferences.moveDuration) return { duration: preferences.moveDuration / 2, css: (t) => `opacity:${t}` };
  const end = node.getBoundingClientRect();
  const size = Math.min(1.6, Math.max(0.3, start.width / Math.max(1, end.width)));
  fly(clonePiece(node, end), [{ transform: `${translation(end, start)} scale(${size})` }, { transform: "none" }], preferences.moveDuration);
  return { duration: preferences.moveDuration, css: (t) => `opacity:${t < 1 ? 0 : 1}` };
}

/** Fly a removed piece to the selector `to`. */
export function depart(piece: string, to: string): void {
  const last = recorded.get(piece);
  const end = find(to);
  if (!last || !end || !preferences.moveDuration || document.querySelector(`[data-piece="${CSS.escape(piece)}"]`)) return;
  const there = `${translation(last.box, end)} scale(.35)`;
  fly(clonePiece(last.node, last.box), [{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.75 }, { transform: there, opacity: 0 }], preferences.moveDuration * 1.4);
}

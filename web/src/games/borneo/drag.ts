/** Drag a hand card onto a port, as an alternative to clicking. */
import type { MoveBuilder } from "../../lib/move.svelte";
import { clonePiece, drop } from "./animation";

interface Options { move: MoveBuilder; card: string }
const FAR_ENOUGH = 8;
const stop = (event: Event): void => event.stopImmediatePropagation();

export function dragging(node: HTMLElement, options: Options): { update(now: Options): void; destroy(): void } {
  let now = options;
  let start: PointerEvent | null = null;
  let ghost: HTMLElement | null = null;

  const over = (event: PointerEvent): string[] | null => {
    const words = document.elementsFromPoint(event.clientX, event.clientY).map((thing) => thing.closest<HTMLElement>("[data-pick]")?.dataset.pick);
    return words.find((text) => text?.startsWith(`lay ${now.card} `))?.split(" ") ?? null;
  };
  function begin(event: PointerEvent): void {
    if (event.button !== 0 || !now.move.can("lay", now.card)) return;
    start = event;
    node.setPointerCapture(event.pointerId);
  }
  function drag(event: PointerEvent): void {
    if (!start || event.pointerId !== start.pointerId) return;
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    // Only upward drags count, so that sliding along the hand does nothing.
    if (!ghost && (start.pointerType === "touch" ? -dy : Math.hypot(dx, dy)) < FAR_ENOUGH) return;
    if (!ghost) {
      if (now.move.picked.join(" ") !== `lay ${now.card}`) now.move.pick("lay", now.card);
      ghost = clonePiece(node, node.getBoundingClientRect());
      node.style.opacity = "0.35";
    }
    ghost.style.transform = `translate(${dx}px,${dy}px)`;
    now.move.point(...(over(event) ?? []));
  }
  function end(event: PointerEvent): void {
    if (ghost) {
      const words = event.type === "pointerup" ? over(event) : null;
      node.style.opacity = "";
      // Suppress the click that follows, which would deselect the card.
      node.addEventListener("click", stop, { capture: true });
      setTimeout(() => node.removeEventListener("click", stop, { capture: true }));
      if (words) {
        drop(ghost, `card:${now.card}`);
        now.move.pick(...words);
      } else ghost.remove();
    }
    start = ghost = null;
  }
  const listen = { pointerdown: begin, pointermove: drag, pointerup: end, pointercancel: end };
  for (const [name, act] of Object.entries(listen)) node.addEventListener(name, act as EventListener);
  return {
    update: (next) => (now = next),
    destroy: () => Object.entries(listen).forEach(([name, act]) => node.removeEventListener(name, act as EventListener)),
  };
}

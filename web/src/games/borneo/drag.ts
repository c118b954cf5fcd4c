/** A card of the hand can be dragged onto a port; clicking does the same. */
import type { Move } from "../../lib/move.svelte";

interface Options { move: Move; card: string }
const FAR_ENOUGH = 8;

export function dragging(node: HTMLElement, options: Options): { update(now: Options): void; destroy(): void } {
  let now = options;
  let start: PointerEvent | null = null;
  let away = false;

  const over = (event: PointerEvent): string[] | null => {
    const words = document.elementsFromPoint(event.clientX, event.clientY).map((thing) => thing.closest<HTMLElement>("[data-pick]")?.dataset.pick);
    return words.find((text) => text?.startsWith(`lay ${now.card} `))?.split(" ") ?? null;
  };
  function begin(event: PointerEvent): void {
    if (event.button === 0 && now.move.can("lay", now.card)) start = event;
  }
  function drag(event: PointerEvent): void {
    if (!start || event.pointerId !== start.pointerId) return;
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    // On touch screens the row of cards is moved sideways, so only upwards counts.
    if (!away && (start.pointerType === "touch" ? -dy : Math.hypot(dx, dy)) < FAR_ENOUGH) return;
    if (!away) {
      away = true;
      node.setPointerCapture(event.pointerId);
      if (now.move.picked.join(" ") !== `lay ${now.card}`) now.move.pick("lay", now.card);
      Object.assign(node.style, { transition: "none", zIndex: "20", pointerEvents: "none" });
    }
    node.style.transform = `translate(${dx}px,${dy}px)`;
    now.move.point(...(over(event) ?? []));
  }
  function end(event: PointerEvent): void {
    if (away) {
      const words = event.type === "pointerup" ? over(event) : null;
      Object.assign(node.style, { transition: "", zIndex: "", pointerEvents: "", transform: "" });
      // The click that follows would take the card back.
      node.addEventListener("click", (click) => click.stopImmediatePropagation(), { capture: true, once: true });
      if (words) now.move.pick(...words);
    }
    start = null;
    away = false;
  }
  const listen = { pointerdown: begin, pointermove: drag, pointerup: end, pointercancel: end };
  for (const [name, act] of Object.entries(listen)) node.addEventListener(name, act as EventListener);
  return {
    update: (next) => (now = next),
    destroy: () => Object.entries(listen).forEach(([name, act]) => node.removeEventListener(name, act as EventListener)),
  };
}

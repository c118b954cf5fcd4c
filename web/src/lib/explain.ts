/**
 * Names of pieces, and why they cannot be used. A piece is named by `data-told` or its accessible name; hovering,
 * long press (parts/NameTip.svelte) and clicking an unavailable piece show the name. If the piece stands for an
 * action (`data-would`), the server explains why it is illegal.
 */
const NAMED = "[data-told], [role=img]:is([aria-label], [title]), [title]";

const nameOf = (piece: HTMLElement | SVGElement): string => piece.dataset.told ?? piece.ariaLabel ?? piece.getAttribute("title") ?? "";

/** The named element at a point; pickable elements without a name of their own come last. */
function signAt(x: number, y: number, within: Element): HTMLElement | SVGElement | null {
  const here = document.elementsFromPoint(x, y).filter((element) => within.contains(element));
  for (const which of [NAMED, "[data-pick][aria-label]"])
    for (const element of here) {
      const sign = element.closest<HTMLElement | SVGElement>(which);
      if (sign) return sign;
    }
  return null;
}

/** Name of the element at a point, and whether the browser shows it itself (`title`). */
export function nameAt(x: number, y: number): { name: string; told: boolean } | null {
  const sign = signAt(x, y, document.body);
  return sign && { name: nameOf(sign), told: sign.matches("[title]:not([data-told])") };
}

/** The piece under a click, for an explanation; null if the target is usable or unnamed. */
export function pieceUnder(event: MouseEvent): { name: string; would: string } | null {
  if ((event.target as Element).closest("[data-pick], button, a, summary")) return null;
  const piece = signAt(event.clientX, event.clientY, event.currentTarget as Element);
  return piece && { name: nameOf(piece), would: piece.dataset.would ?? "" };
}

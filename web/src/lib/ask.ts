/**
 * What is this, and why can I not use it? Every sign has a name for eyes: `data-told`, or the name of its picture. A pointer
 * that rests, a finger that is held (parts/NameTip.svelte) and a press on what cannot be picked now tell it; where the piece
 * stands for a whole action (`data-would`), the rules say why it is not possible.
 */
const NAMED = "[data-told], [role=img]:is([aria-label], [title]), [title]";

const nameOf = (piece: HTMLElement | SVGElement): string => piece.dataset.told ?? piece.ariaLabel ?? piece.getAttribute("title") ?? "";

/** The sign at a place of the page; what can be picked and has no other name is called by what it does. */
function signAt(x: number, y: number, within: Element): HTMLElement | SVGElement | null {
  const here = document.elementsFromPoint(x, y).filter((element) => within.contains(element));
  for (const which of [NAMED, "[data-pick][aria-label]"])
    for (const element of here) {
      const sign = element.closest<HTMLElement | SVGElement>(which);
      if (sign) return sign;
    }
  return null;
}

/** What the sign at a place is called, and whether the browser tells it by itself. */
export function nameAt(x: number, y: number): { name: string; told: boolean } | null {
  const sign = signAt(x, y, document.body);
  return sign && { name: nameOf(sign), told: sign.matches("[title]:not([data-told])") };
}

/** What somebody who pressed here asks about; null where something can be used, or nothing has a name. */
export function askedAbout(event: MouseEvent): { name: string; would: string } | null {
  if ((event.target as Element).closest("[data-pick], button, a, summary")) return null;
  const piece = signAt(event.clientX, event.clientY, event.currentTarget as Element);
  return piece && { name: nameOf(piece), would: piece.dataset.would ?? "" };
}

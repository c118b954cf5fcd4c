/**
 * What is this, and why can I not use it? A tap or click on a piece that cannot be picked now tells its name; where the
 * piece stands for a whole action (`data-would`), the rules say why it is not possible.
 */
const NAMED = "[data-told], [role=img]:is([aria-label], [title])";

/** What somebody who pressed here asks about; null where something can be used, or nothing has a name. */
export function askedAbout(event: MouseEvent): { name: string; would: string } | null {
  if ((event.target as Element).closest("[data-pick], button, a, summary")) return null;
  const within = event.currentTarget as Element;
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const piece = within.contains(element) ? element.closest<HTMLElement | SVGElement>(NAMED) : null;
    if (piece) return { name: piece.dataset.told ?? piece.ariaLabel ?? piece.getAttribute("title") ?? "", would: piece.dataset.would ?? "" };
  }
  return null;
}

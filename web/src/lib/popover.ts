/** Popovers in the top layer, anchored to a box and kept inside the window. */
const EDGE = 8;
const GAP = 4;

interface Place { left: number; right: number; top: number; bottom: number }

/** Show a `popover` element below its anchor; above it if requested or if there is no room. */
export function placePopover(note: HTMLElement, at: Place, above = false): void {
  if (!note.matches(":popover-open")) note.showPopover();
  const { width, height } = note.getBoundingClientRect();
  const left = Math.max(EDGE, Math.min(innerWidth - width - EDGE, (at.left + at.right - width) / 2));
  const [over, under] = [at.top - height - GAP, at.bottom + GAP];
  const top = (above && over > EDGE) || under + height + EDGE > innerHeight ? Math.max(EDGE, over) : under;
  note.style.translate = `${left}px ${top}px`;
}

/**
 * What can be picked: attributes for a piece that begins or completes a move. Beginnings are picked at once; what
 * completes a move shows its consequence when pointed at or focused, and on touch screens at the first tap.
 */
import type { Move } from "../../lib/move.svelte";

type Attributes = Record<string, unknown>;
let touched = false;
if (typeof document !== "undefined")
  document.addEventListener("pointerdown", (event) => (touched = event.pointerType === "touch"), true);

/** Nothing if these words cannot be picked now. `label` names the piece where the words only begin a move. */
export function pickable(move: Move, words: string[], label: string): Attributes {
  if (!move.can(...words)) return {};
  const whole = move.exact(...words);
  const press = (): void => (whole ? complete(move, words) : move.pick(...words));
  return {
    "data-pick": words.join(" "), role: "button", tabindex: 0,
    "aria-label": whole?.sentence ?? label,
    "aria-pressed": whole ? undefined : isPicked(move, words),
    onclick: press,
    onkeydown: (event: KeyboardEvent) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      move.pick(...words);
    },
    ...(whole ? pointing(move, words) : {}),
  };
}

export const isPicked = (move: Move, words: string[]): boolean => move.picked.join(" ") === words.join(" ");

function complete(move: Move, words: string[]): void {
  if (touched && move.shown?.text !== words.join(" ")) {
    move.point(...words);
    move.ready = move.shown;
  } else move.pick(...words);
}

function pointing(move: Move, words: string[]): Attributes {
  const leave = (): void => {
    if (move.shown?.text === words.join(" ") && !touched) move.point();
  };
  return {
    onpointerenter: (event: PointerEvent) => event.pointerType !== "touch" && move.point(...words),
    onpointerleave: leave,
    onfocus: (event: FocusEvent) => (event.currentTarget as Element).matches(":focus-visible") && move.point(...words),
    onblur: leave,
  };
}

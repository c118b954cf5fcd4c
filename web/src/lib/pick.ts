/**
 * Attributes of everything that begins or completes a move, on boards and in bars. Click and Enter pick. A tap that
 * would complete a move previews it; the second tap, or the button in the bar, sends it.
 */
import type { MoveBuilder } from "./move.svelte";

type Attributes = Record<string, unknown>;

/** Whether the last input was touch; click events do not tell in every browser. */
let touched = false;
document.addEventListener("pointerdown", (event) => (touched = event.pointerType === "touch"), true);
document.addEventListener("keydown", () => (touched = false), true);

/** Attributes of a button. `data-shown` is set while its preview is shown. */
export function pressable(move: MoveBuilder, words: string[]): Attributes {
  const text = words.join(" ");
  return {
    "data-pick": text, "data-shown": move.shown?.text === text || undefined,
    onclick: () => (touched ? move.tap(...words) : move.pick(...words)),
    ...(move.exact(...words) ? pointing(move, words) : {}),
  };
}

/** Attributes of a piece that is toggled as part of a multiselect. */
function toggleable(move: MoveBuilder, text: string, label: string): Attributes {
  const toggle = (): void => move.multiselect?.toggle(text);
  return { "data-pick": text, role: "button", tabindex: 0, "aria-label": label || undefined, "aria-pressed": move.multiselect?.isChosen(text) ?? false, "data-chosen": move.multiselect?.isChosen(text) || undefined, onclick: toggle, onkeydown: onPress(toggle) };
}

const onPress = (act: () => void) => (event: KeyboardEvent): void => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  act();
};

/**
 * Attributes of any other piece; none if the words cannot be picked now. `label` names it if the words only begin a
 * move.
 */
export function pickable(move: MoveBuilder, words: string[], label: string): Attributes {
  if (move.selects(...words)) return toggleable(move, words.join(" "), label);
  if (!move.can(...words)) return {};
  const whole = move.exact(...words);
  return {
    ...pressable(move, words), role: "button", tabindex: 0,
    "aria-label": whole?.sentence ?? label,
    "aria-pressed": whole ? undefined : isPicked(move, words),
    onkeydown: onPress(() => move.pick(...words)),
  };
}

export const isPicked = (move: MoveBuilder, words: string[]): boolean => move.picked.join(" ") === words.join(" ");

/** Preview a complete action while it is hovered or has keyboard focus. */
function pointing(move: MoveBuilder, words: string[]): Attributes {
  const leave = (): void => {
    if (move.pointed?.text === words.join(" ")) move.point();
  };
  return {
    onpointerenter: (event: PointerEvent) => event.pointerType !== "touch" && move.point(...words),
    onpointerleave: leave,
    onfocus: (event: FocusEvent) => (event.currentTarget as Element).matches(":focus-visible") && move.point(...words),
    onblur: leave,
  };
}

/**
 * What can be picked: the attributes of everything that begins or completes a move, on boards and in bars. A click or
 * Enter does it. A finger that would complete a move shows what comes of it first; the second tap, or the button in the
 * bar, does it.
 */
import type { Move } from "./move.svelte";

type Attributes = Record<string, unknown>;

/** Whether the last thing that was used is a finger: the click of a button does not tell in every browser. */
let touched = false;
document.addEventListener("pointerdown", (event) => (touched = event.pointerType === "touch"), true);
document.addEventListener("keydown", () => (touched = false), true);

/** For a real button. What it would do is shown while it has `data-shown`. */
export function pressable(move: Move, words: string[]): Attributes {
  const text = words.join(" ");
  return {
    "data-pick": text, "data-shown": move.shown?.text === text || undefined,
    onclick: () => (touched ? move.tap(...words) : move.pick(...words)),
    ...(move.exact(...words) ? pointing(move, words) : {}),
  };
}

/** For a piece that is chosen or dropped as one of several, in any order. */
function toggleable(move: Move, text: string, label: string): Attributes {
  const toggle = (): void => move.selecting?.toggle(text);
  return { "data-pick": text, role: "button", tabindex: 0, "aria-label": label || undefined, "aria-pressed": move.selecting?.isChosen(text) ?? false, "data-chosen": move.selecting?.isChosen(text) || undefined, onclick: toggle, onkeydown: onPress(toggle) };
}

const onPress = (act: () => void) => (event: KeyboardEvent): void => {
  if (event.key !== "Enter" && event.key !== " ") return;
  event.preventDefault();
  act();
};

/** For any other piece: nothing if these words cannot be picked now. `label` names it where the words only begin a move. */
export function pickable(move: Move, words: string[], label: string): Attributes {
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

export const isPicked = (move: Move, words: string[]): boolean => move.picked.join(" ") === words.join(" ");

/** What completes a move shows its consequence while it is pointed at or reached by keyboard. */
function pointing(move: Move, words: string[]): Attributes {
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

/**
 * Where the focus goes for those who play by keyboard: on with a move that was begun, back to its beginning when it is
 * cancelled, and never nowhere.
 */
import { tick } from "svelte";
import type { Move } from "./move.svelte";

/** Milliseconds after which a browser has noticed that what had the focus is gone or disabled. */
const NOTICED = 60;

interface Guided {
  move: Move;
  /** Whatever may take a focused piece away. */
  changed: unknown;
  /** What gets the focus where nothing else has it. */
  home: HTMLElement | undefined;
}

/** To be called while a component is set up. */
export function guideFocus(guided: () => Guided): void {
  let begun = "";
  $effect(() => {
    const { picked } = guided().move;
    if (picked.length && document.activeElement?.matches("[data-pick]:focus-visible")) {
      begun = picked.join(" ");
      void tick().then(() => document.activeElement?.matches("[aria-pressed=true]") && goOn(picked));
    } else if (!picked.length && begun) {
      const start = `[data-pick="${CSS.escape(begun)}"]`;
      begun = "";
      void tick().then(() => lost() && focus(start));
    }
  });

  let used = false;
  $effect(() => {
    const note = (): boolean => (used = true);
    document.addEventListener("focusin", note);
    return () => document.removeEventListener("focusin", note);
  });
  $effect(() => {
    void guided().changed;
    const { home } = guided();
    const timer = setTimeout(() => used && lost() && home?.focus({ preventScroll: true }), NOTICED);
    return () => clearTimeout(timer);
  });
}

const lost = (): boolean => document.activeElement === null || document.activeElement === document.body;

const focus = (selector: string): void => document.querySelector<HTMLElement>(selector)?.focus();

/** The focus goes to the first piece that leads on: the same words and more, where the verb of a merchant may change. */
function goOn(picked: string[]): void {
  const pieces = [...document.querySelectorAll<HTMLElement>("[data-pick]")].filter((piece) => piece.getClientRects().length);
  const leads = (words: string[]): boolean =>
    words.length > picked.length && picked.every((word, place) => words[place] === word || (place === 0 && picked.length > 1));
  pieces.find((piece) => leads(piece.dataset.pick!.split(" ")))?.focus();
}

/**
 * Where the focus goes for those who play by keyboard: on with a move that was begun, back to its beginning when it is
 * cancelled, and never nowhere.
 */
import { tick } from "svelte";
import type { Move } from "./move.svelte";

/** Milliseconds after which a browser has noticed that what had the focus is gone or disabled. */
const NOTICED = 60;

/** Whether anything on this page has had the focus: before that, it is the browser's. */
let used = false;
document.addEventListener("focusin", () => (used = true));

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

  // Not every browser tells of a focus that is lost, so that every change is a reason to look.
  let timer = 0;
  const watch = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => used && lost() && guided().home?.focus({ preventScroll: true }), NOTICED);
  };
  $effect(() => {
    void guided().changed;
    watch();
  });
  $effect(() => {
    document.addEventListener("focusout", watch);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusout", watch);
    };
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

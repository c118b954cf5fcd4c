/**
 * Focus management for keyboard play: follow a partial move, return to its start when it is cancelled, and never lose
 * the focus.
 */
import { tick } from "svelte";
import type { MoveBuilder } from "./move.svelte";

/** Milliseconds until a browser has noticed that the focused element was removed or disabled. */
const SETTLE_TIME = 60;

/** Whether anything on this page has had the focus; before that, leave it to the browser. */
let used = false;
document.addEventListener("focusin", () => (used = true));

interface FocusTarget {
  move: MoveBuilder;
  /** State whose changes may remove the focused element. */
  changed: unknown;
  /** Fallback when the focus is lost. */
  home: HTMLElement | undefined;
}

/** Call during component initialisation. */
export function manageFocus(target: () => FocusTarget): void {
  let begun = "";
  $effect(() => {
    const { picked } = target().move;
    if (picked.length && document.activeElement?.matches("[data-pick]:focus-visible")) {
      begun = picked.join(" ");
      void tick().then(() => document.activeElement?.matches("[aria-pressed=true]") && advanceFocus(picked));
    } else if (!picked.length && begun) {
      const start = `[data-pick="${CSS.escape(begun)}"]`;
      begun = "";
      void tick().then(() => lost() && focus(start));
    }
  });

  // Not every browser fires an event when the focus is lost, so check after every change.
  let timer = 0;
  const watch = (): void => {
    clearTimeout(timer);
    timer = window.setTimeout(() => used && lost() && target().home?.focus({ preventScroll: true }), SETTLE_TIME);
  };
  $effect(() => {
    void target().changed;
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

/** Focus the first piece that continues the move: the same words and more; the verb of a merchant may differ. */
function advanceFocus(picked: string[]): void {
  const pieces = [...document.querySelectorAll<HTMLElement>("[data-pick]")].filter((piece) => piece.getClientRects().length);
  const leads = (words: string[]): boolean =>
    words.length > picked.length && picked.every((word, place) => words[place] === word || (place === 0 && picked.length > 1));
  pieces.find((piece) => leads(piece.dataset.pick!.split(" ")))?.focus();
}

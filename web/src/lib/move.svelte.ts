/**
 * A move in the making. The text of a legal action is a verb and what it is applied to ("lay rrry-pepper left"), so a
 * move is made word by word: each click adds one, until a single action is meant. Until then it can be taken back.
 */
import type { Choice } from "./wire";

export class Move {
  choices = $state.raw<Choice[]>([]);
  picked = $state.raw<string[]>([]);
  /** The complete action that was tapped once and is sent by the second tap. */
  ready = $state.raw<Choice | null>(null);
  /** The complete action that a mouse points at or that has the focus. */
  pointed = $state.raw<Choice | null>(null);

  constructor(private readonly send: (choice: Choice) => void) {}

  /** Other choices: what was begun for the old ones is forgotten. */
  offer(choices: Choice[]): void {
    if (choices === this.choices) return;
    this.choices = choices;
    this.clear();
  }

  /** The action whose consequence is shown. */
  get shown(): Choice | null {
    return this.pointed ?? this.ready;
  }

  clear(): void {
    this.picked = [];
    this.ready = null;
    this.pointed = null;
  }

  /** The actions that begin with some words, by default those picked so far. */
  matching(start: string[] = this.picked): Choice[] {
    return this.choices.filter((choice) => begins(choice, start));
  }

  /** Whether picking these words is possible now: after what was picked, or instead of it. */
  can(...start: string[]): boolean {
    return this.choices.some((choice) => begins(choice, start));
  }

  /** The words that can follow a beginning. */
  next(start: string[] = this.picked): string[] {
    const found = this.matching(start).map((choice) => choice.text.split(" ")[start.length]);
    return [...new Set(found.filter((word) => word !== undefined))];
  }

  /** The complete action with exactly these words. */
  exact(...all: string[]): Choice | undefined {
    return this.choices.find((choice) => choice.text === all.join(" "));
  }

  /** Pick a beginning, from the verb on. A complete action is sent; the same beginning again is taken back. */
  pick(...start: string[]): void {
    const whole = this.exact(...start);
    if (whole) {
      this.send(whole);
      return;
    }
    if (!this.can(...start)) return;
    this.picked = start.join(" ") === this.picked.join(" ") ? [] : start;
    this.ready = null;
    this.pointed = null;
  }

  /** Pick with a finger, which can not point: a complete action is shown first and sent by the second tap. */
  tap(...start: string[]): void {
    const whole = this.exact(...start);
    if (!whole || whole === this.ready) return this.pick(...start);
    this.pointed = null;
    this.ready = whole;
  }

  /** Send what was tapped once. */
  confirm(): void {
    if (this.ready) this.send(this.ready);
  }

  /** Show what an action would lead to, if these words are a complete one; without words show nothing. */
  point(...all: string[]): void {
    this.pointed = this.exact(...all) ?? null;
  }
}

function begins(choice: Choice, start: string[]): boolean {
  const parts = choice.text.split(" ");
  return start.every((word, place) => parts[place] === word);
}

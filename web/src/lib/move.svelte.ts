/**
 * A move in the making. The text of a legal action is a verb and what it is applied to ("lay rrry-pepper left"), so a
 * move is made word by word: each click adds one, until a single action is meant. Until then it can be taken back.
 */
import type { Selecting } from "./selecting.svelte";
import type { Choice } from "./wire";

interface Begun { choices: Choice[]; picked: string[]; ready: Choice | null; pointed: Choice | null }
const NONE: Choice[] = [];
const NOTHING: Begun = { choices: NONE, picked: [], ready: null, pointed: null };

export class Move {
  /** What can be chosen now. */
  readonly choices: Choice[] = $derived.by(() => this.source());
  /** What was begun, for the choices of that moment: for others it means nothing. */
  private kept = $state.raw<Begun | null>(null);
  private readonly begun: Begun = $derived.by(() => (this.kept?.choices === this.choices ? this.kept : { ...NOTHING, choices: this.choices }));
  readonly picked: string[] = $derived(this.begun.picked);
  /** The complete action that was tapped once and is sent by the second tap. */
  readonly ready: Choice | null = $derived(this.begun.ready);
  /** The complete action that a mouse points at or that has the focus. */
  readonly pointed: Choice | null = $derived(this.begun.pointed);

  /** `selecting` is for decisions of several actions, which are chosen in any order and confirmed together. */
  constructor(
    private readonly source: () => Choice[] = () => NONE,
    private readonly send: (choice: Choice) => void = () => {},
    readonly selecting: Selecting | null = null,
  ) {}

  /** Actions that are rarely meant while another one is possible: they are chosen twice. */
  wary = $state.raw<Record<string, string>>({});

  private begin(now: Partial<Begun>): void {
    this.kept = { ...this.begun, ...now };
  }

  /** The action whose consequence is shown. */
  get shown(): Choice | null {
    return this.pointed ?? this.ready;
  }

  clear(): void {
    this.kept = null;
    this.selecting?.clear();
  }

  /** The actions that begin with some words, by default those picked so far. */
  matching(start: string[] = this.picked): Choice[] {
    return this.choices.filter((choice) => begins(choice, start));
  }

  /** Whether picking these words is possible now: after what was picked, or instead of it. */
  can(...start: string[]): boolean {
    return this.selects(...start) || this.choices.some((choice) => begins(choice, start));
  }

  /** Whether these words are an action that is chosen or dropped as one of several. */
  selects(...all: string[]): boolean {
    return this.selecting?.offers(all.join(" ")) ?? false;
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
      if (!this.doubts(whole)) this.send(whole);
      return;
    }
    if (!this.can(...start)) return;
    this.begin({ picked: start.join(" ") === this.picked.join(" ") ? [] : start, ready: null, pointed: null });
  }

  /** Pick with a finger, which can not point: a complete action is shown first and sent by the second tap. */
  tap(...start: string[]): void {
    const whole = this.exact(...start);
    if (!whole || whole === this.ready) return this.pick(...start);
    this.begin({ pointed: null, ready: whole });
  }

  /** Whether an action is rarely meant now. */
  isWary(choice: Choice): boolean {
    const better = this.wary[choice.text];
    return better !== undefined && this.exact(better) !== undefined;
  }

  /** Whether an action has to be chosen once more; it is shown until then. */
  doubts(choice: Choice): boolean {
    if (choice === this.ready || !this.isWary(choice)) return false;
    this.begin({ pointed: null, ready: choice });
    return true;
  }

  /** Send what was tapped once. */
  confirm(): void {
    if (this.ready) this.send(this.ready);
  }

  /** Show what an action would lead to, if these words are a complete one; without words show nothing. */
  point(...all: string[]): void {
    this.begin({ pointed: this.exact(...all) ?? null });
  }
}

function begins(choice: Choice, start: string[]): boolean {
  const parts = choice.text.split(" ");
  return start.every((word, place) => parts[place] === word);
}

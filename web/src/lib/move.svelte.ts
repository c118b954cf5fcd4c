/**
 * Move input. The text of a legal action is a verb and its arguments ("lay rrry-pepper left"), so a move is built
 * word by word: each click adds a word until a single action remains. A partial move can be cancelled.
 */
import type { MultiSelect } from "./multiselect.svelte";
import type { ChoiceInfo } from "./protocol";

interface PartialMove { choices: ChoiceInfo[]; picked: string[]; ready: ChoiceInfo | null; pointed: ChoiceInfo | null }
const NONE: ChoiceInfo[] = [];
const NOTHING: PartialMove = { choices: NONE, picked: [], ready: null, pointed: null };

export class MoveBuilder {
  /** Legal actions. */
  readonly choices: ChoiceInfo[] = $derived.by(() => this.source());
  /** Partial move; valid only for the legal actions it was started with. */
  private kept = $state.raw<PartialMove | null>(null);
  private readonly partial: PartialMove = $derived.by(() => (this.kept?.choices === this.choices ? this.kept : { ...NOTHING, choices: this.choices }));
  readonly picked: string[] = $derived(this.partial.picked);
  /** Complete action that was tapped once; the second tap sends it. */
  readonly ready: ChoiceInfo | null = $derived(this.partial.ready);
  /** Complete action under the pointer or with keyboard focus. */
  readonly pointed: ChoiceInfo | null = $derived(this.partial.pointed);

  /** `multiselect` handles decisions of several actions that are confirmed together. */
  constructor(
    private readonly source: () => ChoiceInfo[] = () => NONE,
    private readonly send: (choice: ChoiceInfo) => void = () => {},
    readonly multiselect: MultiSelect | null = null,
  ) {}

  /** Actions that need confirmation while the given alternative is legal. */
  discouraged = $state.raw<readonly string[]>([]);

  private begin(now: Partial<PartialMove>): void {
    this.kept = { ...this.partial, ...now };
  }

  /** Action whose preview is shown. */
  get shown(): ChoiceInfo | null {
    return this.pointed ?? this.ready;
  }

  clear(): void {
    this.kept = null;
    this.multiselect?.clear();
  }

  /** Legal actions that start with some words, by default those picked so far. */
  matching(start: string[] = this.picked): ChoiceInfo[] {
    return this.choices.filter((choice) => begins(choice, start));
  }

  /** Whether some words begin a legal action, continuing or replacing the partial move. */
  can(...start: string[]): boolean {
    return this.selects(...start) || this.choices.some((choice) => begins(choice, start));
  }

  /** Whether the words are an action that can be toggled in a multiselect. */
  selects(...all: string[]): boolean {
    return this.multiselect?.offers(all.join(" ")) ?? false;
  }

  /** Words that can follow a prefix. */
  next(start: string[] = this.picked): string[] {
    const found = this.matching(start).map((choice) => choice.text.split(" ")[start.length]);
    return [...new Set(found.filter((word) => word !== undefined))];
  }

  /** The action with exactly these words. */
  exact(...all: string[]): ChoiceInfo | undefined {
    return this.choices.find((choice) => choice.text === all.join(" "));
  }

  /** Pick a prefix, verb first. Sends a complete action; picking the same prefix again cancels it. */
  pick(...start: string[]): void {
    const whole = this.exact(...start);
    if (whole) {
      if (!this.needsConfirmation(whole)) this.send(whole);
      return;
    }
    if (!this.can(...start)) return;
    this.begin({ picked: start.join(" ") === this.picked.join(" ") ? [] : start, ready: null, pointed: null });
  }

  /** Pick by touch, which cannot hover: the first tap previews a complete action, the second sends it. */
  tap(...start: string[]): void {
    const whole = this.exact(...start);
    if (!whole || whole === this.ready) return this.pick(...start);
    this.begin({ pointed: null, ready: whole });
  }

  /** Whether an action is discouraged now. */
  isDiscouraged(choice: ChoiceInfo): boolean {
    return this.discouraged.includes(choice.text);
  }

  /** Whether an action still needs confirmation; if so, preview it. */
  needsConfirmation(choice: ChoiceInfo): boolean {
    if (choice === this.ready || !this.isDiscouraged(choice)) return false;
    this.begin({ pointed: null, ready: choice });
    return true;
  }

  /** Send the previewed action. */
  confirm(): void {
    if (this.ready) this.send(this.ready);
  }

  /** Preview a complete action; without words, clear the preview. */
  point(...all: string[]): void {
    this.begin({ pointed: this.exact(...all) ?? null });
  }
}

function begins(choice: ChoiceInfo, start: string[]): boolean {
  const parts = choice.text.split(" ");
  return start.every((word, place) => parts[place] === word);
}

/**
 * Decision made of several actions, chosen in any order and confirmed together, such as the cards of a payment or an
 * attack. The client keeps the choice; the server previews it and determines the order of play.
 */
import type { SelectionInfo } from "./protocol";

interface Asked { from: SelectionInfo; selection: SelectionInfo; answer: Promise<SelectionInfo | null> }

export class MultiSelect {
  /** Choice so far, with the last preview from the server. */
  private asked = $state.raw<Asked | null>(null);
  /** The current selection; null if the decision is a single action. */
  readonly current: SelectionInfo | null = $derived.by(() => {
    const from = this.source();
    return from && this.asked?.from === from ? this.asked.selection : from;
  });

  /** `source` is the initial selection, `preview` queries the server, `play` sends the whole decision. */
  constructor(
    private readonly source: () => SelectionInfo | null,
    private readonly preview: (moves: string[], suggest: boolean) => Promise<SelectionInfo | null>,
    private readonly play: (moves: string[], sentence: string) => void,
  ) {}

  /** Whether there is a selection to confirm; one that needs a head must have it. */
  get open(): boolean {
    return this.current !== null && (this.current.heads.length === 0 || this.current.chosen.length > 0);
  }

  /** Whether the player has changed the selection. */
  get touched(): boolean {
    return this.current !== null && this.current === this.asked?.selection;
  }

  /** Whether the cheapest selection is chosen. */
  get isSuggestion(): boolean {
    if (!this.current) return false;
    const { chosen, suggestion } = this.current;
    return suggestion.length > 0 && suggestion.length === chosen.length && suggestion.every((text) => chosen.includes(text));
  }

  offers(text: string): boolean {
    return this.current !== null && (this.current.options.includes(text) || this.current.heads.includes(text));
  }

  isChosen(text: string): boolean {
    return this.current?.chosen.includes(text) ?? false;
  }

  /** Choose or drop an action. A head comes with the cheapest completion. */
  toggle(text: string): void {
    const now = this.current;
    if (!now || !this.offers(text)) return;
    const chosen = this.isChosen(text);
    if (now.heads.includes(text)) return chosen ? this.clear() : this.update([text], true);
    this.update(chosen ? now.chosen.filter((one) => one !== text) : [...now.chosen, text], false);
  }

  /** Choose the cheapest completion. */
  suggest(): void {
    this.update(this.head, true);
  }

  /** Drop everything but the head. */
  empty(): void {
    this.update(this.head, false);
  }

  /** Reset to the initial selection. */
  clear(): void {
    this.asked = null;
  }

  /** Play the selection, once its preview has arrived. */
  async confirm(): Promise<void> {
    const now = this.asked && this.touched ? await this.asked.answer : this.current;
    if (now?.play.length) this.play(now.play, now.sentence);
  }

  private get head(): string[] {
    return this.current?.chosen.filter((text) => this.current!.heads.includes(text)) ?? [];
  }

  /** Show the choice at once, and its preview when the server has responded. */
  private update(moves: string[], suggest: boolean): void {
    const from = this.source();
    const now = this.current;
    if (!from || !now) return;
    const asked: Asked = { from, selection: { ...now, chosen: moves }, answer: this.preview(moves, suggest) };
    this.asked = asked;
    void asked.answer.then((answer) => {
      if (this.asked === asked) this.asked = answer && { ...asked, selection: answer };
    });
  }
}

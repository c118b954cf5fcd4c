/**
 * Several actions that are chosen in any order and confirmed as one decision: the cards of a payment or of an attack.
 * The page holds what is chosen; the server says what that would do, and in which order it is played.
 */
import type { Selection } from "./wire";

interface Asked { from: Selection; selection: Selection; answer: Promise<Selection | null> }

export class Selecting {
  /** What was chosen since the decision began, with what the server said of it last. */
  private asked = $state.raw<Asked | null>(null);
  /** The decision as far as it is made; null where a single action is the whole decision. */
  readonly current: Selection | null = $derived.by(() => {
    const from = this.source();
    return from && this.asked?.from === from ? this.asked.selection : from;
  });

  /** `source` is what is chosen to begin with, `preview` asks the server, `play` sends the whole decision. */
  constructor(
    private readonly source: () => Selection | null,
    private readonly preview: (moves: string[], suggest: boolean) => Promise<Selection | null>,
    private readonly play: (moves: string[], sentence: string) => void,
  ) {}

  /** Whether there is something to confirm: where a decision has to be begun, it was. */
  get open(): boolean {
    return this.current !== null && (this.current.heads.length === 0 || this.current.chosen.length > 0);
  }

  /** Whether somebody has chosen something. */
  get touched(): boolean {
    return this.current !== null && this.current === this.asked?.selection;
  }

  /** Whether what costs the fewest points is chosen. */
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

  /** Choose an action or drop it. What begins a decision comes with the cheapest way to go on. */
  toggle(text: string): void {
    const now = this.current;
    if (!now || !this.offers(text)) return;
    const chosen = this.isChosen(text);
    if (now.heads.includes(text)) return chosen ? this.clear() : this.ask([text], true);
    this.ask(chosen ? now.chosen.filter((one) => one !== text) : [...now.chosen, text], false);
  }

  /** Choose what costs the fewest points. */
  suggest(): void {
    this.ask(this.head, true);
  }

  /** Drop everything but the beginning. */
  empty(): void {
    this.ask(this.head, false);
  }

  /** Back to how the decision began. */
  clear(): void {
    this.asked = null;
  }

  /** Play what is chosen, as soon as it is known what that is. */
  async confirm(): Promise<void> {
    const now = this.asked && this.touched ? await this.asked.answer : this.current;
    if (now?.play.length) this.play(now.play, now.sentence);
  }

  private get head(): string[] {
    return this.current?.chosen.filter((text) => this.current!.heads.includes(text)) ?? [];
  }

  /** What is chosen shows at once, what it would do when the server has said it. */
  private ask(moves: string[], suggest: boolean): void {
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

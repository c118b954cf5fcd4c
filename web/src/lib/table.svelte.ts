/**
 * The state of a table in this browser: it owns the chair, folds what the server says, and carries out what the person
 * at the screen wants. Pages read it and know nothing about sockets.
 */
import { Problem } from "./api";
import { Chair, type Connection } from "./chair";
import { myself } from "./me.svelte";
import { Move } from "./move.svelte";
import { Selecting } from "./selecting.svelte";
import { Notices } from "./notices.svelte";
import { type FindOutcome, Showing } from "./showing.svelte";
import { Story } from "./story.svelte";
import { pagesChanged } from "./version";
import type { Choice, ClockInfo, Hinted, Line, Me, Previewed, Result, Selection, Sight, TableInfo, TableMessage } from "./wire";
import { words } from "./words.svelte";

const NONE: Choice[] = [];

export class TableState {
  info = $state.raw<TableInfo | null>(null);
  mine = $state.raw<number[]>([]);
  owner = $state(false);
  sights = $state.raw<Sight[]>([]);
  clock = $state.raw<{ info: ClockInfo; at: number } | null>(null);
  chat = $state.raw<Line[]>([]);
  result = $state.raw<Result | null>(null);
  /** The seats whose people are connected; null where nobody knows. */
  here = $state.raw<number[] | null>(null);
  connection = $state<Connection | "coming">("coming");
  /** Why there is no way back to the table: a code of the socket, or words of the server. */
  farewell = $state("");
  outdated = $state(false);
  hint = $state.raw<Hinted | null>(null);
  /** A command that was sent and not answered yet. */
  busy = $state<string | null>(null);
  /** Whether advice is on its way: nothing else waits for it. */
  hinting = $state(false);
  /** The seat through whose eyes the table is seen; null for the public. */
  seat = $state<number | null>(null);
  /** The seat that the screen has to be handed over to before anything is shown. */
  curtain = $state<number | null>(null);
  /** What was chosen last, in words, for those who hear that it is done. */
  played = "";
  /** What this game holds until it was seen. */
  outcome: FindOutcome = () => null;

  readonly notices = new Notices();
  readonly selecting = new Selecting(
    () => (this.choices.length ? (this.sight?.selection ?? null) : null),
    (moves, suggest) => this.preview(moves, suggest),
    (moves, sentence) => void this.playAll(moves, sentence),
  );
  readonly move = new Move(() => this.choices, (choice) => void this.play(choice), this.selecting);
  readonly chair: Chair;
  private showings = new Map<number | null, Showing>();
  private stories = $state.raw(new Map<number | null, Story>());
  private language = words.language;

  // What is shown and what can be chosen follow from the state, whatever has changed it.
  /** The board of the shown seat. */
  readonly showing: Showing | null = $derived.by(() => (this.info === null || this.info.status === "waiting" ? null : this.showingOf(this.seat)));
  /** What the shown seat was told. */
  readonly story: Story | null = $derived.by(() => (this.info === null ? null : this.storyOf(this.seat)));
  /** What the shown seat can choose from, while it sees how things are and no action is on its way. */
  readonly choices: Choice[] = $derived.by(() => (this.myTurn && !this.busy && this.showing?.current ? (this.sight?.legal ?? NONE) : NONE));

  /** `seats` is as for a chair: [] for what everybody may see, as on a screen for all. */
  constructor(readonly id: string, seats: number[] | null = null) {
    this.chair = new Chair(id, seats, {
      table: (message) => this.fold(message),
      said: (text) => this.said(text),
      connection: (state, code) => this.connected(state, code),
    });
    void myself.load();
    void pagesChanged();
  }

  get me(): Me | null {
    return myself.me;
  }

  /** What the shown seat sees now. */
  get sight(): Sight | null {
    return this.sights.find((sight) => sight.seat === this.seat) ?? this.sights[0] ?? null;
  }

  get view(): unknown {
    return this.showing?.view;
  }

  /** Whether the shown seat is to act, and sees what it has to act on. */
  get myTurn(): boolean {
    return this.info?.status === "playing" && this.seat !== null && this.sight?.turn === this.seat && this.curtain === null;
  }

  /** The seat of somebody else for whom everybody waits, where no clock sees to that. */
  get late(): number | null {
    const turn = this.sight?.turn ?? null;
    const seat = turn === null ? undefined : this.info?.seats[turn];
    const waits = this.info?.status === "playing" && this.info.clock.kind === "none" && this.mine.length > 0;
    const person = seat?.kind === "person" && !seat.stand_in && !seat.resigned;
    return waits && person && !this.mine.includes(turn!) ? turn : null;
  }

  leave(): void {
    this.chair.leave();
    for (const showing of this.showings.values()) showing.leave();
  }

  /** Everything once more, in the language that is spoken now. */
  speak(): void {
    if (this.language === words.language) return;
    this.language = words.language;
    this.stories = new Map();
    this.hint = null;
    this.chair.restart();
  }

  /** The screen is in the hands of the person it was handed to. */
  handOver(): void {
    this.seat = this.curtain;
    this.curtain = null;
  }

  /** Play an action, or words that the server is to understand. */
  play(choice: Choice | string): Promise<boolean> {
    const move = typeof choice === "string" ? choice : choice.action;
    this.played = typeof choice === "string" ? "" : choice.sentence;
    return this.command("play", { position: this.sight?.position ?? 0, move, seat: this.seat });
  }

  /** Play the actions of one decision, all or none. */
  private playAll(moves: string[], sentence: string): Promise<boolean> {
    this.played = sentence;
    return this.command("play", { position: this.sight?.position ?? 0, move: moves, seat: this.seat });
  }

  /** What some actions would do together; null if that cannot be told, which is said. */
  private async preview(moves: string[], suggest: boolean): Promise<Selection | null> {
    try {
      return (await this.chair.do<Previewed>("preview", { position: this.sight?.position ?? 0, moves, suggest, seat: this.seat })).selection;
    } catch (error) {
      if ((error as Problem).kind !== "stale") this.notices.problem(error);
      return null;
    }
  }

  /** Say what a piece is and have the rules say why the action that it stands for is not possible now. */
  async explain(name: string, action: string): Promise<void> {
    if (this.connection !== "here") return this.notices.answer(name);
    const refusal = await this.chair.do("play", { position: this.sight?.position ?? 0, move: action, seat: this.seat }).catch((error: Problem) => error);
    if (refusal instanceof Problem && refusal.rule) this.notices.answer(`${name}. ${refusal.message}`, refusal.rule);
    else this.notices.answer(name);
  }

  /** Take back one's last action; where that is not possible, the server says why. */
  undo(seat = this.seat): Promise<boolean> {
    const sight = this.sights.find((one) => one.seat === seat);
    if (!sight) return Promise.resolve(false);
    this.showing?.skip();
    return this.command("undo", { position: sight.position, seat });
  }

  /** Look at a moment of the past, or, after the last one, at now. */
  async look(position: number): Promise<void> {
    const showing = this.showing;
    if (!showing?.live) return;
    try {
      if (position >= showing.live.position) showing.back();
      else await showing.look(Math.max(0, position));
    } catch {
      this.notices.tell(words.say("table.past.unknown"));
    }
  }

  /** Be told more of what was before one came. */
  async reachBack(): Promise<void> {
    try {
      await this.story?.reachBack();
    } catch (error) {
      this.notices.problem(error);
    }
  }

  /** Ask for advice. */
  async ask(): Promise<void> {
    if (!this.choices.length || this.hinting || !this.info?.hints) return;
    this.hinting = true;
    try {
      const hint = await this.chair.do<Hinted>("hint", { seat: this.seat });
      if (hint.position === this.sight?.position) this.hint = hint;
    } catch (error) {
      if (this.choices.length) this.notices.problem(error);
    } finally {
      this.hinting = false;
    }
  }

  /** Have a command carried out; what is wrong with it is told. */
  async command(name: string, fields: Record<string, unknown> = {}): Promise<boolean> {
    if (this.busy) return false;
    this.busy = name;
    try {
      await this.chair.do(name, fields);
      return true;
    } catch (error) {
      if ((error as Problem).kind !== "stale") this.notices.problem(error);
      return false;
    } finally {
      this.busy = null;
    }
  }

  private fold(message: TableMessage): void {
    this.info = message.table;
    this.mine = message.mine;
    this.owner = message.owner;
    this.result = message.result;
    this.here = message.here;
    this.clock = message.clock && { info: message.clock, at: performance.now() };
    const last = this.chat.at(-1)?.number ?? 0;
    this.chat = [...this.chat, ...message.chat.filter((line) => line.number > last)];
    this.sights = message.sights.map((sight) => this.same(sight));
    this.choose(message);
    for (const sight of this.sights) {
      this.storyOf(sight.seat).add(sight.story);
      this.showingOf(sight.seat).arrive(sight);
    }
    if (this.hint && this.hint.position !== this.sight?.position) this.hint = null;
  }

  /** A sight of a position that is known keeps its parts, so that a move in the making is not disturbed. */
  private same(sight: Sight): Sight {
    const old = this.sights.find((one) => one.seat === sight.seat && one.position === sight.position);
    const told = old && old.legal.length === sight.legal.length && old.legal.every((choice, place) => choice.sentence === sight.legal[place]!.sentence);
    return told ? { ...sight, view: old.view, legal: old.legal, selection: old.selection } : sight;
  }

  /** Which seat is shown, and whether the screen has to change hands. */
  private choose(message: TableMessage): void {
    const seats = message.sights.map((sight) => sight.seat);
    if (!seats.includes(this.seat)) this.seat = seats[0] ?? null;
    const alone = seats.length < 2 || !this.hides(message.sights) || message.result !== null;
    const turn = message.sights[0]?.turn ?? null;
    const wanted = turn !== null && seats.includes(turn) ? turn : this.seat;
    if (alone) {
      this.curtain = null;
      if (seats.length > 1) this.seat = wanted;
    } else if (wanted !== this.seat || this.curtain !== null || this.showings.size === 0) {
      // Also while the screen changes hands: if something was taken back, it goes back.
      this.curtain = wanted;
    }
  }

  /** Whether seats at this screen see different things. */
  private hides(sights: Sight[]): boolean {
    return new Set(sights.map((sight) => JSON.stringify(sight.view))).size > 1;
  }

  private showingOf(seat: number | null): Showing {
    let found = this.showings.get(seat);
    if (!found) this.showings.set(seat, (found = new Showing(this.id, seat, (...views) => this.outcome(...views), () => this.seat === seat && this.curtain === null)));
    return found;
  }

  private storyOf(seat: number | null): Story {
    let found = this.stories.get(seat);
    if (!found) this.stories.set(seat, (found = new Story(this.id, seat)));
    return found;
  }

  private said(text: string): void {
    this.farewell = text;
    this.notices.tell(text);
  }

  private connected(state: Connection, _code: number): void {
    const back = state === "here" && this.connection === "lost";
    this.connection = state;
    if (back) void pagesChanged().then((changed) => (this.outdated = changed));
  }
}

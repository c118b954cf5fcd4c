/**
 * What the board shows of a game as one seat sees it: one view after the other, at a pace that the eye can follow, and
 * on request a moment of the past. What came of a challenge is held until it was seen. Views are kept by position; those
 * that never came are fetched.
 */
import type { Outcome } from "../games/types";
import { ask } from "./api";
import { prefs } from "./prefs.svelte";
import { type Memory, remembered } from "./memory";
import type { Sight } from "./wire";
import { words } from "./words.svelte";

interface Moment { position: number; view: unknown }
/** Finds what is held between two views. */
export type FindOutcome = (before: unknown, after: unknown, seat: number | null) => Outcome<unknown> | null;
interface Seen { view: unknown; story: string[]; position: number; last: number }

/** At most so many positions lie between now and what is shown, each for so long. */
const MISSED = 12;
const STEP = 350;
/** What is added to the time of a movement, so that one is over before the next begins. */
const BREATH = 140;
/** How long an outcome is held that nobody taps away: somebody else's, one that was missed. One's own stays until it was seen. */
const HOLD = { others: 3000, missed: 1200 };
/** So long after an outcome nothing can be chosen, lest a tap that was meant for it hits what takes its place. */
const SETTLE = 500;

export class Showing {
  /** The newest moment that was shown so far. */
  live = $state.raw<Moment | null>(null);
  /** The moment of the past that somebody looks at. */
  past = $state.raw<Moment | null>(null);
  /** Moments that are to come, in order. */
  coming = $state.raw<Moment[]>([]);
  /** The outcome that is held until it was seen, and the position to which it leads. */
  held = $state.raw<(Moment & { outcome: Outcome<unknown> }) | null>(null);
  /** Whether missed moments are being played back. */
  catchingUp = $state(false);
  private settled = $state(true);

  private views = new Map<number, unknown>();
  private timer = 0;
  private begun = 0;
  private fetching = false;
  private readonly memory: Memory;

  /** `inSight` tells whether this seat's board is what the screen shows. */
  constructor(private readonly table: string, readonly seat: number | null, private readonly outcome: FindOutcome, private readonly inSight: () => boolean) {
    this.memory = remembered(table, seat);
  }

  get view(): unknown {
    return (this.past ?? this.held ?? this.live)?.view;
  }

  /** The position up to which everything has been shown. */
  get position(): number | null {
    return (this.held ?? this.live)?.position ?? null;
  }

  /** Whether the board shows how things are now. */
  get current(): boolean {
    return this.past === null && this.coming.length === 0 && !this.catchingUp && this.settled;
  }

  /** The seat sees something, perhaps what it has seen already. */
  arrive(sight: Sight): void {
    const newest = this.coming.at(-1) ?? this.live;
    if (newest && sight.position <= newest.position && this.views.has(sight.position)) return;
    this.views.set(sight.position, sight.view);
    const known = newest?.position ?? this.memory.read();
    const moment = { position: sight.position, view: sight.view };
    if (this.fetching) this.coming = [...this.coming, moment];
    else if (known !== null && known < sight.position - 1 && prefs.pace && (prefs.move || newest)) void this.catchUp(known, moment);
    else if (newest === null) this.show(moment);
    else this.queue([moment]);
  }

  /** Show at once how things are now. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.begun += 1;
    this.catchingUp = this.fetching = false;
    this.held = null;
    const last = this.coming.at(-1);
    this.coming = [];
    if (last) this.show(last);
  }

  /** What is held was seen. */
  goOn(): void {
    if (!this.held) return;
    clearTimeout(this.timer);
    this.next();
  }

  /** Look at the table as it was at a position. */
  async look(position: number): Promise<void> {
    if (position === this.live?.position) return this.back();
    const view = await this.viewAt(position);
    if (view === undefined) return;
    this.past = { position, view };
  }

  /** Back from the past. */
  back(): void {
    this.past = null;
  }

  leave(): void {
    clearTimeout(this.timer);
    this.begun += 1;
  }

  private async viewAt(position: number): Promise<unknown> {
    if (this.views.has(position)) return this.views.get(position);
    const seat = this.seat === null ? "" : `seat=${this.seat}&`;
    const path = `/api/tables/${encodeURIComponent(this.table)}/seen?${seat}position=${position}&lang=${words.language}`;
    const seen = await ask<Seen>(path);
    this.views.set(position, seen.view);
    return seen.view;
  }

  /** Play back what was missed, as far as the server can tell it; what comes meanwhile waits. */
  private async catchUp(known: number, now: Moment): Promise<void> {
    const run = ++this.begun;
    this.catchingUp = this.fetching = true;
    this.coming = [now];
    const missed: Moment[] = [];
    try {
      const first = Math.max(known, now.position - MISSED);
      for (let position = first; position < now.position; position++) missed.push({ position, view: await this.viewAt(position) });
    } catch {
      missed.length = 0;
    }
    if (run !== this.begun) return;
    this.fetching = false;
    if (missed.length === 0) return this.skip();
    if (this.live === null) this.show(missed.shift()!);
    this.queue(missed);
  }

  private queue(moments: Moment[]): void {
    const after = this.live?.position ?? -1;
    const all = [...this.coming, ...moments].filter((moment) => moment.position > after);
    this.coming = all.sort((one, other) => one.position - other.position).slice(-MISSED);
    if (prefs.pace === 0) return this.skip();
    if (!this.timer) this.next();
  }

  private next(): void {
    this.timer = 0;
    const [first, ...rest] = this.coming;
    if (!first) {
      this.catchingUp = false;
      return;
    }
    if (!this.held && this.hold(first)) return;
    if (this.held) this.settle();
    this.held = null;
    this.coming = rest;
    this.show(first);
    const time = prefs.move === 0 ? 0 : this.catchingUp || rest.length > 3 ? STEP * prefs.pace : prefs.move + BREATH;
    if (time) this.timer = window.setTimeout(() => this.next(), time);
    else this.next();
  }

  /** Hold what a moment brings about, if that is worth it: until it is tapped away, or was in sight for a while. */
  private hold(moment: Moment): boolean {
    if (!this.live || prefs.pace === 0 || moment.position !== this.live.position + 1) return false;
    const outcome = this.outcome(this.live.view, moment.view, this.seat);
    if (!outcome) return false;
    this.held = { position: moment.position, view: outcome.view, outcome };
    const time = HOLD[this.catchingUp ? "missed" : "others"] * prefs.pace;
    const wait = (): void => {
      this.timer = window.setTimeout(() => (document.hidden || !this.inSight() || (outcome.mine && !this.catchingUp) ? wait() : this.next()), time);
    };
    wait();
    return true;
  }

  private settle(): void {
    this.settled = false;
    window.setTimeout(() => (this.settled = true), SETTLE);
  }

  private show(moment: Moment): void {
    this.live = moment;
    this.memory.write(moment.position);
  }
}

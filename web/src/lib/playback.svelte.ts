/**
 * Playback of the positions of one seat: shows incoming views one by one at a readable speed, past positions on
 * request, and holds outcomes until they are dismissed. Views are cached by position; missing ones are fetched.
 */
import type { Outcome } from "../games/types";
import { request } from "./api";
import { i18n } from "./i18n.svelte";
import { preferences } from "./preferences.svelte";
import type { SeatView } from "./protocol";
import { type LastSeen, lastSeen } from "./storage";

interface Moment { position: number; view: unknown }
/** Find the outcome to hold between two views. */
export type FindOutcome = (before: unknown, after: unknown, seat: number | null) => Outcome<unknown> | null;
interface PositionView { view: unknown; story: string[]; position: number; last: number }

/** Maximum number of positions to play back, and milliseconds for each. */
const MAX_MISSED = 12;
const STEP_TIME = 350;
/** Milliseconds added to a movement, so that it ends before the next one begins. */
const GAP = 140;
/** Milliseconds an outcome is held: of other players, and during catch-up. The viewer's own stays until dismissed. */
const HOLD_TIME = { others: 3000, missed: 1200 };
/** Milliseconds after an outcome without input, so that a tap meant for it does not pick something else. */
const GUARD_TIME = 500;

export class Playback {
  /** The latest position shown so far. */
  live = $state.raw<Moment | null>(null);
  /** The past position being viewed. */
  past = $state.raw<Moment | null>(null);
  /** Queued positions, in order. */
  coming = $state.raw<Moment[]>([]);
  /** The outcome on hold and the position it leads to. */
  held = $state.raw<(Moment & { outcome: Outcome<unknown> }) | null>(null);
  /** Whether missed positions are being played back. */
  catchingUp = $state(false);
  private settled = $state(true);

  private views = new Map<number, unknown>();
  private timer = 0;
  private generation = 0;
  private fetching = false;
  private readonly lastSeen: LastSeen;

  /** `visible` tells whether this seat's board is on screen. */
  constructor(private readonly table: string, readonly seat: number | null, private readonly outcome: FindOutcome, private readonly visible: () => boolean) {
    this.lastSeen = lastSeen(table, seat);
  }

  get view(): unknown {
    return (this.past ?? this.held ?? this.live)?.view;
  }

  /** The position up to which everything has been shown. */
  get position(): number | null {
    return (this.held ?? this.live)?.position ?? null;
  }

  /** Whether the board shows the current position. */
  get current(): boolean {
    return this.past === null && this.coming.length === 0 && !this.catchingUp && this.settled;
  }

  /** Process a view from the server, which may be known already. */
  receive(seatView: SeatView): void {
    const newest = this.coming.at(-1) ?? this.live;
    if (newest && seatView.position <= newest.position && this.views.has(seatView.position)) return;
    this.views.set(seatView.position, seatView.view);
    const known = newest?.position ?? this.lastSeen.read();
    const moment = { position: seatView.position, view: seatView.view };
    if (this.fetching) this.coming = [...this.coming, moment];
    else if (known !== null && known < seatView.position - 1 && preferences.speed && (preferences.moveDuration || newest)) void this.catchUp(known, moment);
    else if (newest === null) this.show(moment);
    else this.queue([moment]);
  }

  /** Jump to the current position. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.generation += 1;
    this.catchingUp = this.fetching = false;
    this.held = null;
    const last = this.coming.at(-1);
    this.coming = [];
    if (last) this.show(last);
  }

  /** Continue after the outcome on hold. */
  dismissOutcome(): void {
    if (!this.held) return;
    clearTimeout(this.timer);
    this.next();
  }

  /** View a past position. */
  async showPast(position: number): Promise<void> {
    if (position === this.live?.position) return this.back();
    const view = await this.viewAt(position);
    if (view === undefined) return;
    this.past = { position, view };
  }

  /** Return from the past. */
  back(): void {
    this.past = null;
  }

  close(): void {
    clearTimeout(this.timer);
    this.generation += 1;
  }

  private async viewAt(position: number): Promise<unknown> {
    if (this.views.has(position)) return this.views.get(position);
    const seat = this.seat === null ? "" : `seat=${this.seat}&`;
    const path = `/api/tables/${encodeURIComponent(this.table)}/seen?${seat}position=${position}&lang=${i18n.language}`;
    const seen = await request<PositionView>(path);
    this.views.set(position, seen.view);
    return seen.view;
  }

  /** Play back missed positions, as far as the server provides them; later ones are queued. */
  private async catchUp(known: number, now: Moment): Promise<void> {
    const run = ++this.generation;
    this.catchingUp = this.fetching = true;
    this.coming = [now];
    const missed: Moment[] = [];
    try {
      const first = Math.max(known, now.position - MAX_MISSED);
      for (let position = first; position < now.position; position++) missed.push({ position, view: await this.viewAt(position) });
    } catch {
      missed.length = 0;
    }
    if (run !== this.generation) return;
    this.fetching = false;
    if (missed.length === 0) return this.skip();
    if (this.live === null) this.show(missed.shift()!);
    this.queue(missed);
  }

  private queue(moments: Moment[]): void {
    const after = this.live?.position ?? -1;
    const all = [...this.coming, ...moments].filter((moment) => moment.position > after);
    this.coming = all.sort((one, other) => one.position - other.position).slice(-MAX_MISSED);
    if (preferences.speed === 0) return this.skip();
    if (!this.timer) this.next();
  }

  private next(): void {
    this.timer = 0;
    const [first, ...rest] = this.coming;
    if (!first) {
      this.catchingUp = false;
      return;
    }
    if (!this.held && this.holdOutcome(first)) return;
    if (this.held) this.guardInput();
    this.held = null;
    this.coming = rest;
    this.show(first);
    const time = preferences.moveDuration === 0 ? 0 : this.catchingUp || rest.length > 3 ? STEP_TIME * preferences.speed : preferences.moveDuration + GAP;
    if (time) this.timer = window.setTimeout(() => this.next(), time);
    else this.next();
  }

  /** Hold the outcome of a position, if there is one, until it is dismissed or was visible long enough. */
  private holdOutcome(moment: Moment): boolean {
    if (!this.live || preferences.speed === 0 || moment.position !== this.live.position + 1) return false;
    const outcome = this.outcome(this.live.view, moment.view, this.seat);
    if (!outcome) return false;
    this.held = { position: moment.position, view: outcome.view, outcome };
    const time = HOLD_TIME[this.catchingUp ? "missed" : "others"] * preferences.speed;
    const wait = (): void => {
      this.timer = window.setTimeout(() => (document.hidden || !this.visible() || (outcome.mine && !this.catchingUp) ? wait() : this.next()), time);
    };
    wait();
    return true;
  }

  private guardInput(): void {
    this.settled = false;
    window.setTimeout(() => (this.settled = true), GUARD_TIME);
  }

  private show(moment: Moment): void {
    this.live = moment;
    this.lastSeen.write(moment.position);
  }
}

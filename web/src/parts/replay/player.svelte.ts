/**
 * Replay player: seek, step and play at a chosen speed and from any perspective. Positions are fetched in batches and
 * cached; steps that the perspective did not see are skipped.
 */
import { ApiError } from "../../lib/api";
import { i18n } from "../../lib/i18n.svelte";
import type { Perspective, Replay, Source, Step } from "./source";

export const SPEEDS = [0.5, 1, 2, 4];
const STEP_TIME = 1400;
const PREFETCH = 16;

interface Track { replay: Replay; views: Map<number, unknown>; requested: Set<number> }

export class ReplayPlayer {
  game = $state.raw<Replay | null>(null);
  at = $state(0);
  perspective = $state<Perspective>(null);
  /** View at `at`, once loaded. */
  view = $state.raw<unknown>(undefined);
  playing = $state(false);
  speed = $state(1);
  problem = $state("");
  private tracks = new Map<string, Promise<Track>>();
  private track: Track | null = null;
  private timer = 0;
  private generation = 0;

  constructor(readonly source: Source, at: number | null, perspective: Perspective) {
    void this.setPerspective(perspective, at ?? 0);
  }

  get steps(): Step[] {
    return this.game?.steps ?? [];
  }

  get last(): number {
    return this.game?.last ?? 0;
  }

  /** The step that led here. */
  get step(): Step | undefined {
    return this.steps[this.at];
  }

  /** Change the perspective, here or at another position. */
  async setPerspective(perspective: Perspective, at = this.at): Promise<void> {
    const generation = ++this.generation;
    try {
      const track = await this.trackOf(perspective);
      if (generation !== this.generation) return;
      this.track = track;
      this.game = track.replay;
      this.perspective = perspective;
      await this.seek(at);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Pause and go to a position. */
  async go(at: number): Promise<void> {
    this.pause();
    await this.seek(at);
  }

  /** Go to the next position with something to see. */
  next(): Promise<void> {
    return this.go(this.nextStop(1));
  }

  back(): Promise<void> {
    return this.go(this.nextStop(-1));
  }

  toggle(): void {
    if (this.playing) return this.pause();
    this.playing = true;
    if (this.at >= this.last) void this.seek(0).then(() => this.scheduleNext());
    else this.scheduleNext();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** Reload in the current language. */
  reload(): void {
    this.tracks.clear();
    void this.setPerspective(this.perspective);
  }

  private scheduleNext(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.timer = window.setTimeout(async () => {
      await this.seek(this.nextStop(1));
      if (this.at >= this.last) this.pause();
      this.scheduleNext();
    }, STEP_TIME / this.speed);
  }

  private nextStop(direction: 1 | -1): number {
    let at = this.at + direction;
    while (at > 0 && at < this.last && !this.steps[at]?.seen) at += direction;
    return Math.min(this.last, Math.max(0, at));
  }

  private async seek(at: number): Promise<void> {
    const track = this.track;
    if (!track) return;
    this.at = Math.min(track.replay.last, Math.max(0, at));
    try {
      await this.load(track, this.at);
      if (track === this.track && track.views.has(this.at)) this.view = track.views.get(this.at);
      for (const near of [this.at + PREFETCH, this.at - PREFETCH]) void this.load(track, near).catch(() => {});
    } catch (error) {
      this.fail(error);
    }
  }

  private trackOf(perspective: Perspective): Promise<Track> {
    const key = String(perspective);
    let track = this.tracks.get(key);
    if (!track) {
      track = this.source.story(perspective).then((replay) => ({ replay, views: new Map(), requested: new Set() }));
      track.catch(() => this.tracks.delete(key));
      this.tracks.set(key, track);
    }
    return track;
  }

  /** Load the view of a step, with its batch. */
  private async load(track: Track, at: number): Promise<void> {
    if (at < 0 || at > track.replay.last || track.views.has(at)) return;
    const from = at - (at % 32);
    if (track.requested.has(from) && at !== this.at) return;
    track.requested.add(from);
    const { steps } = await this.source.views(track.replay.seat, from);
    for (const step of steps) if (!track.views.has(step.number)) track.views.set(step.number, step.view);
  }

  private fail(error: unknown): void {
    this.pause();
    this.problem = error instanceof ApiError ? error.message : i18n.t("common.unreachable");
  }
}

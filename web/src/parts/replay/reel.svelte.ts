/**
 * A game on a reel: wound forwards and backwards, at a speed, seen through eyes that can be changed. Positions come in
 * portions and are kept, so that stepping waits for nothing; those who saw nothing of an action need not stop at it.
 */
import { Problem } from "../../lib/api";
import { words } from "../../lib/words.svelte";
import type { Eyes, Replayed, Source, Step } from "./source";

export const SPEEDS = [0.5, 1, 2, 4];
const PAUSE = 1400;
const AHEAD = 16;

interface Film { told: Replayed; views: Map<number, unknown>; asked: Set<number> }

export class Reel {
  game = $state.raw<Replayed | null>(null);
  at = $state(0);
  eyes = $state<Eyes>(null);
  /** The position that is shown: that of `at` as soon as it is here. */
  view = $state.raw<unknown>(undefined);
  playing = $state(false);
  speed = $state(1);
  problem = $state("");
  private films = new Map<string, Promise<Film>>();
  private film: Film | null = null;
  private timer = 0;
  private wish = 0;

  constructor(readonly source: Source, at: number | null, eyes: Eyes) {
    void this.turn(eyes, at ?? 0);
  }

  get steps(): Step[] {
    return this.game?.steps ?? [];
  }

  get last(): number {
    return this.game?.last ?? 0;
  }

  /** The action that led here. */
  get step(): Step | undefined {
    return this.steps[this.at];
  }

  /** Look through other eyes, here or at another moment. */
  async turn(eyes: Eyes, at = this.at): Promise<void> {
    const wish = ++this.wish;
    try {
      const film = await this.filmOf(eyes);
      if (wish !== this.wish) return;
      this.film = film;
      this.game = film.told;
      this.eyes = eyes;
      await this.wind(at);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Go to a moment. */
  async go(at: number): Promise<void> {
    this.pause();
    await this.wind(at);
  }

  /** To the next or the last moment of which these eyes saw something. */
  next(): Promise<void> {
    return this.go(this.stop(1));
  }

  back(): Promise<void> {
    return this.go(this.stop(-1));
  }

  toggle(): void {
    if (this.playing) return this.pause();
    this.playing = true;
    if (this.at >= this.last) void this.wind(0).then(() => this.roll());
    else this.roll();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  /** The same in the language that is spoken now. */
  speak(): void {
    this.films.clear();
    void this.turn(this.eyes);
  }

  private roll(): void {
    clearTimeout(this.timer);
    if (!this.playing) return;
    this.timer = window.setTimeout(async () => {
      await this.wind(this.stop(1));
      if (this.at >= this.last) this.pause();
      this.roll();
    }, PAUSE / this.speed);
  }

  private stop(direction: 1 | -1): number {
    let at = this.at + direction;
    while (at > 0 && at < this.last && !this.steps[at]?.seen) at += direction;
    return Math.min(this.last, Math.max(0, at));
  }

  private async wind(at: number): Promise<void> {
    const film = this.film;
    if (!film) return;
    this.at = Math.min(film.told.last, Math.max(0, at));
    try {
      await this.load(film, this.at);
      if (film === this.film && film.views.has(this.at)) this.view = film.views.get(this.at);
      for (const near of [this.at + AHEAD, this.at - AHEAD]) void this.load(film, near).catch(() => {});
    } catch (error) {
      this.fail(error);
    }
  }

  private filmOf(eyes: Eyes): Promise<Film> {
    const key = String(eyes);
    let film = this.films.get(key);
    if (!film) {
      film = this.source.story(eyes).then((told) => ({ told, views: new Map(), asked: new Set() }));
      film.catch(() => this.films.delete(key));
      this.films.set(key, film);
    }
    return film;
  }

  /** Have the position of a step, with those around it. */
  private async load(film: Film, at: number): Promise<void> {
    if (at < 0 || at > film.told.last || film.views.has(at)) return;
    const from = at - (at % 32);
    if (film.asked.has(from) && at !== this.at) return;
    film.asked.add(from);
    const { steps } = await this.source.views(film.told.seat, from);
    for (const step of steps) if (!film.views.has(step.number)) film.views.set(step.number, step.view);
  }

  private fail(error: unknown): void {
    this.pause();
    this.problem = error instanceof Problem ? error.message : words.say("common.unreachable");
  }
}

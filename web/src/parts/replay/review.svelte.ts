/** The review of a game: asked for once somebody wants it, and asked for again while it is being made. */
import { Problem } from "../../lib/api";
import { words } from "../../lib/words.svelte";
import type { Decision, Review, Source } from "./source";

const AGAIN = 1500;
const MOST = 12;

export class ReviewState {
  review = $state.raw<Review | null>(null);
  asked = $state(false);
  /** How much of it is made, from 0 to 1. */
  progress = $state(0);
  problem = $state("");
  order = $state<"cost" | "time">("cost");
  private timer = 0;
  private gone = false;

  constructor(private readonly source: Source) {}

  /** The decisions that cost most, of one seat or of all: the most costly first, or in the order of the game. What cost points in a decided game comes last. */
  costly(seat: number | null): Decision[] {
    const found = this.review?.decisions.filter((one) => one.cost + one.points_cost > 0 && (seat === null || one.seat === seat)) ?? [];
    found.sort((one, other) => other.cost - one.cost || other.points_cost - one.points_cost || one.number - other.number);
    const most = found.slice(0, MOST);
    return this.order === "time" ? most.sort((one, other) => one.number - other.number) : most;
  }

  async ask(): Promise<void> {
    clearTimeout(this.timer);
    this.asked = true;
    this.problem = "";
    try {
      const found = await this.source.review();
      if (this.gone) return;
      if (found.type === "reviewed") {
        this.review = found;
      } else {
        this.progress = found.moves ? found.done / found.moves : 0;
        this.timer = window.setTimeout(() => void this.ask(), AGAIN);
      }
    } catch (error) {
      this.problem = error instanceof Problem ? error.message : words.say("common.unreachable");
    }
  }

  /** The same in the language that is spoken now. */
  speak(): void {
    if (this.review) void this.ask();
  }

  leave(): void {
    this.gone = true;
    clearTimeout(this.timer);
  }
}

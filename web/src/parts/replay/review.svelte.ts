/** Game review, requested on demand and polled until it is ready. */
import { ApiError } from "../../lib/api";
import { i18n } from "../../lib/i18n.svelte";
import type { Decision, Review, Source } from "./source";

const POLL_INTERVAL = 1500;
const MAX_DECISIONS = 12;

export class ReviewState {
  review = $state.raw<Review | null>(null);
  requested = $state(false);
  /** Progress from 0 to 1. */
  progress = $state(0);
  problem = $state("");
  order = $state<"cost" | "time">("cost");
  private timer = 0;
  private closed = false;

  constructor(private readonly source: Source) {}

  /**
   * The costliest decisions of one seat or of all, by cost or in game order. Points lost in decided games come last.
   */
  costly(seat: number | null): Decision[] {
    const found = this.review?.decisions.filter((one) => one.cost + one.points_cost > 0 && (seat === null || one.seat === seat)) ?? [];
    found.sort((one, other) => other.cost - one.cost || other.points_cost - one.points_cost || one.number - other.number);
    const most = found.slice(0, MAX_DECISIONS);
    return this.order === "time" ? most.sort((one, other) => one.number - other.number) : most;
  }

  async request(): Promise<void> {
    clearTimeout(this.timer);
    this.requested = true;
    this.problem = "";
    try {
      const found = await this.source.review();
      if (this.closed) return;
      if (found.type === "reviewed") {
        this.review = found;
      } else {
        this.progress = found.moves ? found.done / found.moves : 0;
        this.timer = window.setTimeout(() => void this.request(), POLL_INTERVAL);
      }
    } catch (error) {
      this.problem = error instanceof ApiError ? error.message : i18n.t("common.unreachable");
    }
  }

  /** Reload in the current language. */
  reload(): void {
    if (this.review) void this.request();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
  }
}

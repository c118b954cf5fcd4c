/** What happened as one seat was told it, by position; what was told before one came is fetched when it is wanted. */
import { ask } from "./api";
import type { Chapter, Told } from "./wire";

export class Story {
  told = $state.raw<Told[]>([]);
  /** The position from which on everything is told. */
  private first = $state(0);
  private asking = false;

  constructor(private readonly table: string, private readonly seat: number | null) {}

  /** Whether there is more to tell of what was before. */
  get more(): boolean {
    return this.first > 0;
  }

  /** Add what is not known yet. */
  add(fresh: Told[]): void {
    const last = this.told.at(-1)?.position ?? -1;
    const later = fresh.filter((told) => told.position > last);
    if (!later.length) return;
    if (!this.told.length) this.first = later[0]!.position;
    this.told = [...this.told, ...later];
  }

  /** Add a part of what was before. */
  async reachBack(): Promise<void> {
    if (this.asking || !this.more) return;
    this.asking = true;
    try {
      const eyes = this.seat === null ? "" : `&seat=${this.seat}`;
      const chapter = await ask<Chapter>(`/api/tables/${this.table}/story?until=${this.first - 1}${eyes}`);
      this.first = chapter.first;
      this.told = [...chapter.story, ...this.told];
    } finally {
      this.asking = false;
    }
  }
}

/** The story as told to one seat, by position; earlier parts are fetched on demand. */
import { request } from "./api";
import type { StoryEntry, StorySection } from "./protocol";

export class Story {
  told = $state.raw<StoryEntry[]>([]);
  /** First position loaded. */
  private first = $state(0);
  private asking = false;

  constructor(private readonly table: string, private readonly seat: number | null) {}

  /** Whether there are earlier entries. */
  get more(): boolean {
    return this.first > 0;
  }

  /** Append new entries. */
  add(fresh: StoryEntry[]): void {
    const last = this.told.at(-1)?.position ?? -1;
    const later = fresh.filter((told) => told.position > last);
    if (!later.length) return;
    if (!this.told.length) this.first = later[0]!.position;
    this.told = [...this.told, ...later];
  }

  /** Load a batch of earlier entries. */
  async loadEarlier(): Promise<void> {
    if (this.asking || !this.more) return;
    this.asking = true;
    try {
      const seat = this.seat === null ? "" : `&seat=${this.seat}`;
      const chapter = await request<StorySection>(`/api/tables/${this.table}/story?until=${this.first - 1}${seat}`);
      this.first = chapter.first;
      this.told = [...chapter.story, ...this.told];
    } finally {
      this.asking = false;
    }
  }
}

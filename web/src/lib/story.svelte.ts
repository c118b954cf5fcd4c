/** What happened as one seat was told it, by position. */
import type { Told } from "./wire";

export class Story {
  told = $state.raw<Told[]>([]);

  /** Add what is not known yet. */
  add(fresh: Told[]): void {
    const last = this.told.at(-1)?.position ?? -1;
    const later = fresh.filter((told) => told.position > last);
    if (later.length) this.told = [...this.told, ...later];
  }
}

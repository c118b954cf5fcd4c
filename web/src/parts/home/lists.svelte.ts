/** The tables that the home page lists, asked for again every few seconds while somebody looks. */
import { ask } from "../../lib/api";
import { myself } from "../../lib/me.svelte";
import type { ListedTable } from "../../lib/wire";

const EVERY = 5000;
interface Listing { tables: ListedTable[] }

export class Lists {
  /** Null until they are known. */
  mine = $state.raw<ListedTable[] | null>(null);
  open = $state.raw<ListedTable[] | null>(null);
  finished = $state.raw<ListedTable[] | null>(null);
  problem = $state("");
  private timer = 0;
  private readonly look = (): void => {
    if (document.visibilityState === "visible") void this.refresh();
  };

  /** Keep the lists fresh; the answer stops it. */
  watch(): () => void {
    void this.refresh();
    this.timer = window.setInterval(this.look, EVERY);
    document.addEventListener("visibilitychange", this.look);
    return () => {
      clearInterval(this.timer);
      document.removeEventListener("visibilitychange", this.look);
    };
  }

  async refresh(): Promise<void> {
    try {
      const me = await myself.load();
      if (this.finished === null) this.finished = me ? (await ask<Listing>("/api/tables/mine?finished=1")).tables : [];
      const [open, mine] = await Promise.all([
        ask<Listing>("/api/tables"),
        me ? ask<Listing>("/api/tables/mine") : Promise.resolve({ tables: [] }),
      ]);
      this.open = open.tables.filter((table) => table.mine.length === 0);
      this.mine = mine.tables;
      this.problem = "";
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }
}

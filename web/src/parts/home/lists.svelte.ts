/** Table lists of the home page, polled while the page is visible. */
import { request } from "../../lib/api";
import type { TableSummary } from "../../lib/protocol";
import { session } from "../../lib/session.svelte";

const POLL_INTERVAL = 5000;
interface Listing { tables: TableSummary[] }

export class Lists {
  /** Null until loaded. */
  mine = $state.raw<TableSummary[] | null>(null);
  open = $state.raw<TableSummary[] | null>(null);
  finished = $state.raw<TableSummary[] | null>(null);
  problem = $state("");
  private timer = 0;
  private readonly refreshIfVisible = (): void => {
    if (document.visibilityState === "visible") void this.refresh();
  };

  /** Start polling; return a function that stops it. */
  watch(): () => void {
    void this.refresh();
    this.timer = window.setInterval(this.refreshIfVisible, POLL_INTERVAL);
    document.addEventListener("visibilitychange", this.refreshIfVisible);
    return () => {
      clearInterval(this.timer);
      document.removeEventListener("visibilitychange", this.refreshIfVisible);
    };
  }

  async refresh(): Promise<void> {
    try {
      const me = await session.load();
      if (this.finished === null) this.finished = me ? (await request<Listing>("/api/tables/mine?finished=1")).tables : [];
      const [open, mine] = await Promise.all([
        request<Listing>("/api/tables"),
        me ? request<Listing>("/api/tables/mine") : Promise.resolve({ tables: [] }),
      ]);
      this.open = open.tables.filter((table) => table.mine.length === 0);
      this.mine = mine.tables;
      this.problem = "";
    } catch (error) {
      this.problem = (error as Error).message;
    }
  }
}

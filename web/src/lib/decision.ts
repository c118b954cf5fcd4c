/** Prompt: who has to decide what. */
import type { AnyRenderer } from "../games/renderer.svelte";
import type { SeatProps } from "../games/types";
import { i18n, t } from "./i18n.svelte";
import type { TableState } from "./table.svelte";

export function decision(table: TableState, renderer: AnyRenderer | null, seats: SeatProps[]): string {
  if (table.playback?.held && !table.playback.past) return table.playback.held.outcome.sentence(seats);
  const view = table.view as { to_act: number | null } | undefined;
  if (table.result && table.playback?.current) return t("table.over");
  const me = table.seat === null ? null : seats[table.seat];
  if (me?.stand_in && !me.resigned) return t("table.stand_in");
  const acting = view?.to_act === null || view?.to_act === undefined ? undefined : seats[view.to_act];
  if (!view || !acting) return "";
  if (!renderer) return t(acting.me ? "home.your_turn" : "home.their_turn", { name: acting.name });
  const key = renderer.prompt(view);
  const own = `${key}_me`;
  const values = { name: acting.name, n: renderer.left?.(view) ?? 0 };
  return t(acting.me && i18n.has(own) ? own : key, values);
}

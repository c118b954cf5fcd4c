/** The one sentence that says who must decide what now. */
import type { AnyLook } from "../games/look.svelte";
import type { SeatLook } from "../games/types";
import type { TableState } from "./table.svelte";
import { say, words } from "./words.svelte";

export function decision(table: TableState, look: AnyLook | null, seats: SeatLook[]): string {
  if (table.showing?.held && !table.showing.past) return table.showing.held.outcome.sentence(seats);
  const view = table.view as { to_act: number | null } | undefined;
  if (table.result && table.showing?.current) return say("table.over");
  const me = table.seat === null ? null : seats[table.seat];
  if (me?.stand_in && !me.resigned) return say("table.stand_in");
  const acting = view?.to_act === null || view?.to_act === undefined ? undefined : seats[view.to_act];
  if (!view || !acting) return "";
  if (!look) return say(acting.me ? "home.your_turn" : "home.their_turn", { name: acting.name });
  const key = look.ask(view);
  const own = `${key}_me`;
  const values = { name: acting.name, n: look.left?.(view) ?? 0 };
  return say(acting.me && words.has(own) ? own : key, values);
}

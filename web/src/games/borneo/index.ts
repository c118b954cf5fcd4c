/** Borneo as it is shown: a sea chart, and what the seats have. */
import type { GameLook } from "../types";
import FourFlags from "./FourFlags.svelte";
import Board from "./Board.svelte";
import Holdings from "./Holdings.svelte";
import Mine from "./Mine.svelte";
import { FLAGS, spoken } from "./names";
import type { BorneoView, PlayerView } from "./view";

const contractPoints = (view: BorneoView, player: PlayerView): number =>
  view.contracts.reduce((sum, kind) => sum + kind.points * (player.contracts[kind.name] ?? 0), 0);

export const look: GameLook<BorneoView> = {
  Board,
  Holdings,
  Mine,
  signs: FLAGS,
  Sign: FourFlags,
  spoken,
  ask: (view) => `borneo.ask.${view.ending !== "running" && view.phase === "contract" ? "last" : view.phase}`,
  chosen({ phase, challenge, payment }) {
    if (payment) return new Set([...payment.goods, payment.pirates].filter((name) => name !== null)).size;
    return (phase === "attack" ? challenge?.attack : phase === "defend" ? challenge?.defence : undefined)?.length ?? 0;
  },
  points: (view, seat) => view.players[seat]?.points ?? null,
  lines(view) {
    const each = (count: (player: PlayerView) => number): number[] => view.players.map(count);
    const lines = [
      { key: "borneo.line.cargo", values: each((player) => player.store_size) },
      { key: "borneo.line.ports", values: each((player) => player.port_count) },
      { key: "borneo.line.contracts", values: each((player) => contractPoints(view, player)) },
    ];
    const ship = each((player) => player.points - player.store_size - player.port_count - contractPoints(view, player));
    return view.pirates ? [...lines, { key: "borneo.line.ship", values: ship }] : lines;
  },
};

/** Animate what left the board between two positions: goods and ports to stores, cards to the discard pile. */
import { depart, panel } from "./animation";
import type { BorneoView, BorneoPlayerView } from "./view";

const DISCARD = '[data-piece="discard-pile"]';

export function departures(before: BorneoView, now: BorneoView): void {
  const discarded = new Set(now.discard_pile.map((card) => card.name));
  const lying = [...before.ports.flatMap((port) => port.cargo), ...(before.challenge?.attack ?? []), ...(before.challenge?.defence ?? [])];
  for (const card of lying) {
    const owner = discarded.has(card.name) ? null : gained(before, now, (player) => player.store?.some((one) => one.name === card.name), (player) => player.store_size);
    const to = discarded.has(card.name) ? DISCARD : owner === null ? null : panel(owner);
    if (to) depart(`card:${card.name}`, to);
  }
  for (const { port } of before.ports) {
    if (!port) continue;
    const owner = gained(before, now, (player) => player.ports?.some((one) => one.name === port.name), (player) => player.port_count);
    if (owner !== null) depart(`port:${port.name}`, panel(owner));
  }
}

/** Seat that now owns an item or, if stores are hidden, whose store grew. */
function gained(before: BorneoView, now: BorneoView, has: (player: BorneoPlayerView) => boolean | undefined, count: (player: BorneoPlayerView) => number): number | null {
  const owner = now.players.find((player) => has(player)) ?? now.players.find((player, seat) => count(player) > count(before.players[seat]!));
  return owner?.seat ?? null;
}

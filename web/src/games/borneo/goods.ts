/** Items of a store by their names in moves: card names contain the spice, port cards are looked up. */
import { type BorneoView, type CardView, type PortCardView, type Spice, SPICES } from "./view";

export interface Thing { name: string; spice: Spice; count: number; port: PortCardView | null; card: CardView | null }
const knownPorts = new Map<string, PortCardView>();

/** Remember the ports a view shows, since paid ports are only named. */
export function rememberPorts(view: BorneoView): void {
  const shown = [...view.ports.map((place) => place.port), ...view.players.flatMap((player) => player.ports ?? [])];
  for (const port of shown) if (port) knownPorts.set(port.name, port);
}

const ofCard = (card: CardView): Thing => ({ name: card.name, spice: card.spice, count: card.count, port: null, card });
const ofPort = (port: PortCardView): Thing => ({ name: port.name, spice: port.spice, count: 1, port, card: null });

const FLAGS = { r: "red", y: "yellow", g: "green", b: "blue" } as const;

/** Look up an item: "rrry-pepper2.2" is a card, anything else a port. */
export function thingNamed(name: string): Thing {
  const found = /^([rygb]{4})-([a-z]+?)(2?)(?:\.\d+)?$/.exec(name);
  const spice = SPICES.find((one) => one === found?.[2]);
  if (found && spice) {
    const flags = [...found[1]!].map((letter) => FLAGS[letter as keyof typeof FLAGS]);
    return ofCard({ name, flags, spice, count: found[3] ? 2 : 1 });
  }
  return ofPort(knownPorts.get(name) ?? { name, spice: "joker", limit: 0, monopoly: 0 });
}

/** A store in payment order (BO-12.20): cards by spice, then ports. */
export const inOrder = (cards: CardView[], ports: PortCardView[]): Thing[] => [...cards.map(ofCard), ...ports.map(ofPort)];

/** Count each spice; "2" cards count twice, ports once. */
export function amounts(things: Thing[]): [Spice, number][] {
  const kinds: Spice[] = things.some((thing) => thing.spice === "joker") ? [...SPICES, "joker"] : [...SPICES];
  return kinds.map((spice) => [spice, things.reduce((sum, thing) => sum + (thing.spice === spice ? thing.count : 0), 0)]);
}

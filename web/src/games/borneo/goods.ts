/** Items of a store: cargo cards and ports, which pay for contracts. */
import type { CardView, Company, PortCardView, PortSpice } from "./view";

export interface Thing { name: string; spice: PortSpice; count: number; port: boolean }

/** A store in the order of the rules: cards, then ports. */
export const inOrder = (cards: CardView[] | null, ports: PortCardView[] | null): Thing[] => [
  ...(cards ?? []).map(({ name, spice, count }) => ({ name, spice, count, port: false })),
  ...(ports ?? []).map(({ name, spice }) => ({ name, spice, count: 1, port: true })),
];

/** Flags of a company printed on cards. */
export const flagsOn = (cards: CardView[], company: Company): number => cards.flatMap((card) => card.flags).filter((flag) => flag === company).length;

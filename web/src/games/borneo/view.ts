/** Position view of Borneo; mirrors src/tradewinds/games/borneo/view.py. */
import type { Score } from "../score";

export const COMPANIES = ["red", "yellow", "green", "blue"] as const;
export type Company = (typeof COMPANIES)[number];
export const SPICES = ["pepper", "cinnamon", "cloves", "nutmeg"] as const;
export type Spice = (typeof SPICES)[number] | "joker";
export type Slot = "left" | "middle" | "right";
export type Phase =
  | "place" | "contract" | "pay" | "merchants" | "attack" | "defend" | "evicted" | "reward" | "cargo" | "share" | "discard" | "over";

/** A cargo card: three upper flags, then the lower one, which the next card at a port covers. */
export interface CardView { name: string; flags: Company[]; spice: Spice; count: number }
export interface PortCardView { name: string; spice: Spice; limit: number; monopoly: number }
export interface FlagsView { company: Company; count: number }
/** A port slot; it has no port card during the share-out. Visible flags are in the order in which companies would choose. */
export interface PortView { slot: Slot; port: PortCardView | null; cargo: CardView[]; flags: FlagsView[] }
export interface CompanyView { name: Company; merchants: number[]; spaces: number | null }
export interface ContractView { name: string; each: number; alike: number; points: number; left: number }
export interface PaymentView { contract: string; cards: CardView[]; ports: PortCardView[]; pirates: string | null }
/** Ranks, counted from 1, and the seats of both sides. */
export interface ChallengeView {
  company: Company; attacker: number; defender: number; attacking: number; defending: number; bonus: number; attack: CardView[]; defence: CardView[];
  /** Flags plus bonus the defender needs to keep the rank, once the attack is known. */
  need: number | null;
}
export interface ShareView { slot: Slot; order: Company[]; company: Company; rank: number }
export interface SpiceView { spice: Spice; count: number }
/** Hidden values are null. */
export interface PlayerView {
  seat: number; hand_size: number; hand: CardView[] | null; store_size: number; store: CardView[] | null;
  port_count: number; ports: PortCardView[] | null; spices: SpiceView[] | null; contracts: Record<string, number>; score: Score;
}
export interface BorneoView {
  phase: Phase; ending: "running" | "ports" | "cards"; start: number; turn: number; turns: number; to_act: number | null;
  companies: CompanyView[]; ports: PortView[]; port_pile: number; draw_pile: number; discard_pile: CardView[];
  contracts: ContractView[]; pirates: boolean; ship: number | null; payment: PaymentView | null;
  challenge: ChallengeView | null; share: ShareView | null; players: PlayerView[];
}

/**
 * A position of Borneo as one seat sees it: generated from src/tradewinds/games/borneo/view.py by
 * `python -m tradewinds.server.typescript web/src`. Do not edit.
 */
import type { Score } from "../../lib/protocol";

export const COMPANY_NAMES = ["red", "yellow", "green", "blue"] as const;
export type Company = (typeof COMPANY_NAMES)[number];
export const ENDING_NAMES = ["running", "ports", "cards"] as const;
export type Ending = (typeof ENDING_NAMES)[number];
export const PHASE_NAMES = ["place", "contract", "pay", "merchants", "attack", "defend", "evicted", "reward", "cargo", "share", "discard", "over"] as const;
export type Phase = (typeof PHASE_NAMES)[number];
export type PortSpice = "pepper" | "cinnamon" | "cloves" | "nutmeg" | "joker";
export const SLOT_NAMES = ["left", "middle", "right"] as const;
export type Slot = (typeof SLOT_NAMES)[number];
export const SPICE_NAMES = ["pepper", "cinnamon", "cloves", "nutmeg"] as const;
export type Spice = (typeof SPICE_NAMES)[number];

/** A company and the seats that own its merchants, by rank; `spaces` is null if the row is unlimited. */
export interface CompanyView { name: Company; merchants: number[]; spaces: number | null }
/** A port card; the spice of a joker is "joker". */
export interface PortCardView { name: string; spice: PortSpice; limit: number; monopoly: number }
/** A cargo card: its name in move notation, its flags (three upper, one lower), its spice and the amount of it. */
export interface CardView { name: string; flags: Company[]; spice: Spice; count: number }
/** The visible flags of a company at a port. */
export interface FlagsView { company: Company; count: number }
/** A port slot with its cargo; `port` is null during its share-out. `flags` lists the companies with visible flags, in the order in which they would choose unless one has a monopoly. */
export interface PortView { slot: Slot; port: PortCardView | null; cargo: CardView[]; flags: FlagsView[] }
/** A kind of contract: `each` of every spice or `alike` of one spice, and how many are left. */
export interface ContractView { name: string; each: number; alike: number; points: number; left: number }
/** A contract being paid, and the goods paid so far, including the pirates' card. */
export interface PaymentView { contract: string; cards: CardView[]; ports: PortCardView[]; pirates: string | null }
/** A challenge: the ranks of both merchants, counted from 1, and the seats of their owners. `need` is the number of flags, including the bonus, that the defender needs to hold the rank; null except during the defence. */
export interface ChallengeView { company: Company; attacker: number; defender: number; attacking: number; defending: number; bonus: number; attack: CardView[]; defence: CardView[]; need: number | null }
/** A share-out: the companies in the order in which their merchants choose, and the merchant that is next. */
export interface ShareView { slot: Slot; order: Company[]; company: Company; rank: number }
/** An amount of a spice, or of jokers. */
export interface SpiceView { spice: PortSpice; count: number }
/** A player; fields that the seat may not know are null. `spices` holds the amounts in the store, including ports; jokers are listed only if there are any. */
export interface BorneoPlayerView { seat: number; hand_size: number; hand: CardView[] | null; store_size: number; store: CardView[] | null; port_count: number; ports: PortCardView[] | null; spices: SpiceView[] | null; contracts: Record<string, number>; score: Score }
/** The game state as one seat sees it. */
export interface BorneoView { phase: Phase; ending: Ending; start: number; turn: number; turns: number; to_act: number | null; companies: CompanyView[]; ports: PortView[]; port_pile: number; draw_pile: number; discard_pile: CardView[]; contracts: ContractView[]; pirates: boolean; ship: number | null; payment: PaymentView | null; challenge: ChallengeView | null; share: ShareView | null; players: BorneoPlayerView[] }

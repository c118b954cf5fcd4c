/**
 * A position of Bombay as one seat sees it: generated from src/tradewinds/games/bombay/view.py by
 * `python -m tradewinds.server.typescript web/src`. Do not edit.
 */
import type { Score } from "../../lib/protocol";

export type Kind = "hill" | "city" | "E" | "F" | "G" | "H";
export const COLOUR_NAMES = ["yellow", "violet", "blue", "orange"] as const;
export type Colour = (typeof COLOUR_NAMES)[number];
export const MARKET_NAMES = ["left", "middle", "right"] as const;
export type Market = (typeof MARKET_NAMES)[number];
export const PHASE_NAMES = ["turn", "choose", "over"] as const;
export type Phase = (typeof PHASE_NAMES)[number];
export const TOKEN_NAMES = ["client", "rupees", "city", "bale"] as const;
export type TokenName = (typeof TOKEN_NAMES)[number];

/** A space of the board and the pieces on it. */
export interface SpaceView { name: string; kind: Kind; x: number; y: number; paths: string[]; post: Colour | null; closed: boolean; token: TokenName | null; palace: number | null; elephants: number[] }
/** A market with its prices and its bales by colour. */
export interface MarketView { name: Market; rupees: number; points: number; bales: Partial<Record<Colour, number>> }
/** The proceeds of a bale. */
export interface PriceView { rupees: number; clients: number }
/** A city: its demand from top to bottom, the proceeds of a bale at each place, and the remaining city tokens. */
export interface CityView { name: string; demand: Colour[]; prices: PriceView[]; tokens: number }
/** A player; fields hidden by a closed screen are null. `clients` and `city_tokens` include palace tokens; `cities` lists only the cities whose own token the player has. */
export interface BombayPlayerView { seat: number; space: string; bales: Colour[]; palaces: number; palaces_left: number; rupees: number | null; clients: number | null; cities: string[] | null; city_tokens: number | null; score: Score }
/** The game state as one seat sees it. `points` is the number of action points left, out of `turn_points` per turn; `pass_forgoes` is the number of rupees that passing forgoes because waiting would earn them. */
export interface BombayView { set: number; sets: number; round: number; rounds: number; start: number; to_act: number | null; phase: Phase; points: number; turn_points: number; bought: boolean; pass_forgoes: number; spaces: SpaceView[]; markets: MarketView[]; cities: CityView[]; bag: Partial<Record<Colour, number>>; players: BombayPlayerView[] }

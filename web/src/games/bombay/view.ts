/** Position view of Bombay; mirrors src/tradewinds/games/bombay/view.py. */
import type { Score } from "../score";

export type Colour = "yellow" | "violet" | "blue" | "orange";
export type TokenName = "client" | "rupees" | "city" | "bale";
export type Kind = "hill" | "city" | "E" | "F" | "G" | "H";
export type MarketName = "left" | "middle" | "right";
export const COLOURS: Colour[] = ["yellow", "violet", "blue", "orange"];

export interface SpaceView {
  name: string; kind: Kind; x: number; y: number; paths: string[];
  post: Colour | null; closed: boolean; token: TokenName | null; palace: number | null; elephants: number[];
}
export interface MarketView { name: MarketName; rupees: number; points: number; bales: Partial<Record<Colour, number>> }
export interface PriceView { rupees: number; clients: number }
/** Demand from top to bottom, with the price of each bale. */
export interface CityView { name: string; demand: Colour[]; prices: PriceView[]; tokens: number }
/** Values hidden behind a closed screen are null; palace tokens count among `clients` and `city_tokens`. */
export interface PlayerView {
  seat: number; space: string; bales: Colour[]; palaces: number; palaces_left: number;
  rupees: number | null; clients: number | null; cities: string[] | null; city_tokens: number | null;
  score: Score;
}
export interface BombayView {
  set: number; sets: number; round: number; rounds: number; start: number; to_act: number | null;
  phase: "turn" | "choose" | "over"; points: number; turn_points: number; bought: boolean;
  /** Rupees that passing would forgo. */
  pass_forgoes: number;
  spaces: SpaceView[]; markets: MarketView[]; cities: CityView[]; bag: Record<Colour, number>; players: PlayerView[];
}

/** Position view of Bombay; mirrors src/tradewinds/games/bombay/view.py. */
import type { Score } from "../score";

export type Colour = "yellow" | "violet" | "blue" | "orange";
export type TokenName = "client" | "rupees" | "city" | "bale";
export type Kind = "hill" | "city" | "E" | "F" | "G" | "H";
export type MarketName = "left" | "middle" | "right";
/** Actions per turn. */
export const TURN = 3;
export const COLOURS: Colour[] = ["yellow", "violet", "blue", "orange"];

export interface SpaceView {
  name: string; kind: Kind; x: number; y: number; paths: string[];
  post: Colour | null; closed: boolean; token: TokenName | null; palace: number | null; elephants: number[];
}
export interface MarketView { name: MarketName; rupees: number; points: number; bales: Partial<Record<Colour, number>> }
export interface PriceView { rupees: number; clients: number }
/** Demand from top to bottom, with the price of each bale. */
export interface CityView { name: string; demand: Colour[]; prices: PriceView[]; tokens: number }
/** Values hidden behind a closed screen are null. */
export interface PlayerView {
  seat: number; space: string; bales: Colour[]; palaces: number; palaces_left: number;
  rupees: number | null; clients: number | null; palace_clients: number | null; cities: string[] | null; palace_cities: number | null;
  score: Score;
}
export interface BombayView {
  set: number; sets: number; round: number; rounds: number; start: number; to_act: number | null;
  phase: "turn" | "choose" | "over"; points: number; bought: boolean;
  spaces: SpaceView[]; markets: MarketView[]; cities: CityView[]; bag: Record<Colour, number>; players: PlayerView[];
}

/** Client tokens, including those from palaces. */
export function allClients(player: PlayerView): number | null {
  return player.clients === null || player.palace_clients === null ? null : player.clients + player.palace_clients;
}

/** City tokens, including those from palaces. */
export function allCities(player: PlayerView): number | null {
  return player.cities === null || player.palace_cities === null ? null : player.cities.length + player.palace_cities;
}

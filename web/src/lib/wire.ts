/** What the server says, as in src/tradewinds/server/realtime/protocol.py and bodies.py, whose JSON Schema is at /api/schema. */
export interface Me { nickname: string; account: string | null; language: string | null }
export type Level = string;
export interface Pace { kind: "none" | "move" | "bank" | "days"; seconds?: number; increment?: number; days?: number }
export interface SeatInfo { kind: "open" | "person" | "bot"; name: string; level: string | null; ready: boolean; stand_in: boolean; resigned: boolean;
  /** The first seat of whoever has this one too: they see what both see. */
  beside?: number | null }
export interface TableInfo {
  id: string; game: string; edition: string; title: string; players: number; options: Record<string, string>; clock: Pace;
  public: boolean; spectators: boolean; hints: boolean; status: "waiting" | "playing" | "finished" | "closed";
  seats: SeatInfo[]; commitment: string | null; rematch: string | null;
  /** One person plays against bots only and may take back as far as they like. */
  free_undo: boolean;
}
/** How a game ended; in a seat that had resigned a bot played on. */
export interface ListedResult { scores: number[]; shares: number[]; resigned: number[] }
export interface ListedTable {
  id: string; game: string; edition: string; title: string; players: number; status: string; clock: Pace; seats: SeatInfo[];
  changed: number; turn: number | null; mine: number[]; my_turn: boolean;
  /** Of a game that is over. */
  result: ListedResult | null;
}
export interface Choice { action: number; text: string; sentence: string }
/** Several actions that make up one decision, as far as they are chosen; all by their texts. */
export interface Selection {
  /** One of them begins a decision. */
  heads: string[];
  /** They can be chosen or dropped in any order. */
  options: string[];
  chosen: string[];
  /** What costs the fewest points; empty where nothing is suggested. */
  suggestion: string[];
  /** What confirming plays; empty while it cannot be done. */
  play: string[];
  sentence: string; label: string;
}
export interface Told { position: number; lines: string[] }
/** What was told of the positions from `first` to `last`. */
export interface Chapter { seat: number | null; first: number; last: number; story: Told[] }
export interface Sight { seat: number | null; position: number; turn: number | null; view: unknown; story: Told[]; legal: Choice[]; may_undo: boolean; selection: Selection | null }
/** Something that was said, from a seat or, without one, by somebody who watches. */
export interface Line { number: number; name: string; text: string; at: number; seat: number | null }
export interface Result { scores: number[]; shares: number[]; seed: string }
export interface ClockInfo { seat: number | null; left: number[] }
export interface Done { type?: "done"; id: string | null; repeated: boolean; table: string | null }
export interface TableMessage {
  type: "table"; table: TableInfo; mine: number[]; owner: boolean; sights: Sight[]; clock: ClockInfo | null; chat: Line[];
  result: Result | null; done: Done[];
  /** The seats whose people are connected; null where nobody knows. */
  here: number[] | null;
}
export interface Refused { type: "refused"; id: string | null; kind: string; message: string; rule: string | null; choices: string[] | null }
/** An action with its chance to win and the points that it promises, both with margins; the rest of the turn, and what speaks for it. */
export interface Advised extends Choice { share: number; margin: number; points: number; points_margin: number; rival: number; plan: string[]; reason: string | null }
export interface Hinted { type: "hinted"; id: string | null; seat: number; position: number; certainty: "clear" | "slight" | "close" | "only"; decided: "won" | "lost" | null; verdict: string; best: Advised[] }
export interface Previewed { type: "previewed"; id: string | null; seat: number; position: number; selection: Selection }
export interface Farewell { type: "farewell"; message: string; again: boolean }
export type Message = TableMessage | (Done & { type: "done" }) | Refused | Hinted | Previewed | { type: "pong"; id: string | null } | Farewell;

/** What can be played of a game; `titles` are those of editions that the host has brought along. */
export interface GameInfo {
  game: string; players: number[]; editions: Record<string, Record<string, Record<string, number[]>>>; titles: Record<string, string>;
}
export interface Games { games: GameInfo[]; levels: Level[]; languages: string[] }

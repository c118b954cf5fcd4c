/** What the server says, as in src/tradewinds/server/wire.py and bodies.py, whose JSON Schema is at /api/schema. */
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
}
export interface ListedTable {
  id: string; game: string; edition: string; title: string; players: number; status: string; clock: Pace; seats: SeatInfo[];
  changed: number; turn: number | null; mine: number[]; my_turn: boolean;
}
export interface Choice { action: number; text: string; sentence: string }
export interface Told { position: number; lines: string[] }
/** What was told of the positions from `first` to `last`. */
export interface Chapter { seat: number | null; first: number; last: number; story: Told[] }
export interface Sight { seat: number | null; position: number; turn: number | null; view: unknown; story: Told[]; legal: Choice[]; may_undo: boolean }
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
export interface Advised extends Choice { share: number; margin: number }
export interface Hinted { type: "hinted"; id: string | null; seat: number; position: number; certainty: "clear" | "close" | "only"; best: Advised[] }
export interface Farewell { type: "farewell"; message: string; again: boolean }
export type Message = TableMessage | (Done & { type: "done" }) | Refused | Hinted | { type: "pong"; id: string | null } | Farewell;

/** What can be played of a game; `titles` are those of editions that the host has brought along. */
export interface GameInfo {
  game: string; players: number[]; editions: Record<string, Record<string, Record<string, number[]>>>; titles: Record<string, string>;
}
export interface Games { games: GameInfo[]; levels: Level[]; languages: string[] }

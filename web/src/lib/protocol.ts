/**
 * Messages of the server; mirrors src/tradewinds/server/realtime/protocol.py and server/http/schemas.py (JSON Schema
 * at /api/schema).
 */
export interface Profile { nickname: string; account: string | null; language: string | null }
export type Level = string;
export interface Pace { kind: "none" | "move" | "bank" | "days"; seconds?: number; increment?: number; days?: number }
export interface SeatInfo { kind: "open" | "person" | "bot"; name: string; level: string | null; ready: boolean; stand_in: boolean; resigned: boolean;
  /** First seat of the same owner, who sees the hands of both. */
  beside?: number | null }
export interface TableInfo {
  id: string; game: string; edition: string; title: string; players: number; options: Record<string, string>; clock: Pace;
  public: boolean; spectators: boolean; hints: boolean; status: "waiting" | "playing" | "finished" | "closed";
  seats: SeatInfo[]; commitment: string | null; rematch: string | null;
  /** A single person plays against bots and may undo without limit. */
  free_undo: boolean;
}
/** Final result; bots played on in resigned seats. */
export interface ResultSummary { scores: number[]; shares: number[]; resigned: number[] }
export interface TableSummary {
  id: string; game: string; edition: string; title: string; players: number; status: string; clock: Pace; seats: SeatInfo[];
  changed: number; turn: number | null; mine: number[]; my_turn: boolean;
  /** Only of finished games. */
  result: ResultSummary | null;
}
export interface ChoiceInfo { action: number; text: string; sentence: string }
/** A decision of several actions, all given by their texts. */
export interface SelectionInfo {
  /** One of these begins the decision. */
  heads: string[];
  /** Can be chosen or dropped in any order. */
  options: string[];
  chosen: string[];
  /** The cheapest choice; empty if there is no suggestion. */
  suggestion: string[];
  /** The actions that confirming plays; empty while it is incomplete. */
  play: string[];
  sentence: string; label: string;
}
export interface StoryEntry { position: number; lines: string[] }
/** Story of the positions from `first` to `last`. */
export interface StorySection { seat: number | null; first: number; last: number; story: StoryEntry[] }
export interface SeatView { seat: number | null; position: number; turn: number | null; view: unknown; story: StoryEntry[]; legal: ChoiceInfo[]; may_undo: boolean; selection: SelectionInfo | null }
/** A chat line, from a seat or, without one, from a spectator. */
export interface ChatLine { number: number; name: string; text: string; at: number; seat: number | null }
export interface GameResult { scores: number[]; shares: number[]; seed: string }
export interface ClockInfo { seat: number | null; left: number[] }
export interface Done { type?: "done"; id: string | null; repeated: boolean; table: string | null }
export interface TableMessage {
  type: "table"; table: TableInfo; mine: number[]; owner: boolean; sights: SeatView[]; clock: ClockInfo | null; chat: ChatLine[];
  result: GameResult | null; done: Done[];
  /** Connected seats; null if unknown. */
  here: number[] | null;
}
export interface Refused { type: "refused"; id: string | null; kind: string; message: string; rule: string | null; choices: string[] | null }
/**
 * An action with win probability and expected points, both with margins, the plan for the rest of the turn, and a
 * reason.
 */
export interface AdvisedChoice extends ChoiceInfo { share: number; margin: number; visits: number; points: number; points_margin: number; rival: number; plan: string[]; reason: string | null }
export interface Hinted { type: "hinted"; id: string | null; seat: number; position: number; certainty: "clear" | "slight" | "close" | "only"; decided: "won" | "lost" | null; verdict: string; best: AdvisedChoice[] }
export interface Previewed { type: "previewed"; id: string | null; seat: number; position: number; selection: SelectionInfo }
export interface Closing { type: "farewell"; message: string; again: boolean }
export interface Explained { type: "explained"; id: string | null; seat: number; position: number; message: string | null; rule: string | null }

export type Message = TableMessage | (Done & { type: "done" }) | Refused | Hinted | Previewed | Explained | { type: "pong"; id: string | null } | Closing;

/** A game that can be played; `titles` are those of custom editions. */
export interface GameInfo {
  game: string; players: number[]; editions: Record<string, Record<string, Record<string, number[]>>>; titles: Record<string, string>;
}
export interface Games { games: GameInfo[]; levels: Level[]; languages: string[] }

/**
 * Messages of the server: generated from src/tradewinds/server by
 * `python -m tradewinds.server.typescript web/src`. Do not edit.
 */
/** The current person. */
export interface Profile { nickname: string; account: string | null; language: string | null }
/** No time control. */
export interface NoClock { kind: "none" }
/** A fixed number of seconds per turn; a turn is all decisions of a seat until another seat acts. */
export interface MoveClock { kind: "move"; seconds: number }
/** A time bank in seconds for the whole game, with an increment after each turn. */
export interface BankClock { kind: "bank"; seconds: number; increment: number }
/** A number of days per turn, for correspondence games. */
export interface DaysClock { kind: "days"; days: number }
/** Who plays a seat: nobody (`open`), a `person`, or a `bot`. A bot stands in (`stand_in`) for a person who ran out of time until they return, or for one who has `resigned`. `beside` is the first seat of the same person, who sees what both seats see. */
export interface SeatInfo { kind: "bot" | "open" | "person"; name: string; level: string | null; ready: boolean; stand_in: boolean; resigned: boolean; beside: number | null }
/** The result of a game: points, shares of the win, and the seats that had resigned. */
export interface ResultSummary { scores: number[]; shares: number[]; resigned: number[] }
/** A table in the lobby or in the list of one's own games. `turn` is the seat to act in a running game. `result` is that of a finished game. */
export interface TableSummary { id: string; game: string; edition: string; players: number; status: string; clock: Pace; seats: SeatInfo[]; changed: number; turn: number | null; mine: number[]; my_turn: boolean; title: string; result: ResultSummary | null }
/** What a move did, as the seat saw it, in sentences; `position` is the position it led to. */
export interface StoryEntry { position: number; lines: string[] }
/** The story that a seat (None: the public) saw from its position `first` to `last`. */
export interface StorySection { seat: number | null; first: number; last: number; story: StoryEntry[] }
/** The public information about a table. */
export interface TableInfo { id: string; game: string; edition: string; players: number; options: Record<string, string>; clock: Pace; public: boolean; spectators: boolean; hints: boolean; status: "closed" | "finished" | "playing" | "waiting"; seats: SeatInfo[]; commitment: string | null; rematch: string | null; title: string; free_undo: boolean }
/** A legal action: its number, its notation in records, and its description as a sentence. */
export interface ChoiceInfo { action: number; text: string; sentence: string }
/** A decision that takes several actions, as far as it is chosen; all actions by their texts. One of the `heads` begins the decision; `options` can be chosen or dropped in any order, `chosen` are chosen. `suggestion` is the choice that costs the fewest points (empty: none). `play` is the list for the command `play`, empty while the decision cannot be confirmed. `label` says what confirming does. */
export interface SelectionInfo { heads: string[]; options: string[]; chosen: string[]; suggestion: string[]; play: string[]; sentence: string; label: string }
/** What one seat sees: the position and, if it is to act, its legal actions. `seat` is None for the public view. `view` is defined by each game. Positions count the changes that this seat could see, so they differ between seats. */
export interface SeatView { seat: number | null; position: number; turn: number | null; view: unknown; story: StoryEntry[]; legal: ChoiceInfo[]; may_undo: boolean; selection: SelectionInfo | null }
/** Milliseconds left for each seat as of now; the clock of `seat` is running. */
export interface ClockInfo { seat: number | null; left: number[] }
/** A chat line; `seat` is the sender's seat then, None for a spectator, and `number` counts the lines. */
export interface ChatLine { number: number; name: string; text: string; at: number; seat: number | null }
/** The result of a game, and the seed that proves the deal. */
export interface GameResult { scores: number[]; shares: number[]; seed: string }
/** A command was executed and stored; `repeated`: it had been before. `table` is the table of a rematch. */
export interface Done { type: "done"; id: string | null; repeated: boolean; table: string | null }
/** The current state of the table for this client, the story since what it knew, and its executed commands. `connected` are the seats whose people are connected; None where several processes may serve the table. */
export interface TableMessage { type: "table"; table: TableInfo; mine: number[]; owner: boolean; views: SeatView[]; clock: ClockInfo | null; chat: ChatLine[]; result: GameResult | null; done: Done[]; connected: number[] | null }
/** A command was refused; nothing has changed. */
export interface Refused { type: "refused"; kind: string; message: string; rule: string | null; choices: string[] | null; id: string | null }
/** A recommended action with its win share and expected points, with 95 % margins. `visits` is the number of playouts, `rival` the points of the best other seat, `plan` the rest of the turn, and `reason` what speaks for the action. */
export interface AdvisedChoice { action: number; text: string; sentence: string; share: number; margin: number; visits: number; points: number; points_margin: number; rival: number; plan: string[]; reason: string | null }
/** A hint for a seat at a position. */
export interface Hinted { type: "hinted"; seat: number; certainty: "clear" | "close" | "only" | "slight"; decided: "lost" | "won" | null; verdict: string; best: AdvisedChoice[]; shares: number[]; playouts: number; id: string | null; position: number }
/** What a selection would do for a seat at a position. */
export interface Previewed { type: "previewed"; id: string | null; seat: number; position: number; selection: SelectionInfo }
/** Why an action is not possible for a seat at a position, with its rule; no message if it is possible. */
export interface Explained { type: "explained"; id: string | null; seat: number; position: number; message: string | null; rule: string | null }
/** The reply to `ping`. */
export interface Pong { type: "pong"; id: string | null }
/** The socket is about to close; `again`: the client should reconnect at once. */
export interface Closing { type: "closing"; message: string; again: boolean }
/** The points of a seat and the parts they consist of; null where hidden from the viewer. */
export interface Score { total: number | null; parts: Record<string, number | null> }

export type Pace = NoClock | MoveClock | BankClock | DaysClock;
export type Message = TableMessage | Done | Refused | Hinted | Previewed | Explained | Pong | Closing;

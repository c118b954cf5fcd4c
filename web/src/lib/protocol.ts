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
/** Who plays a seat: nobody (`open`), a `person`, or a `bot`. With `stand_in`, a bot plays for a person who ran out of time or was absent, until they return; with `resigned`, for the rest of the game. If a person has several seats, `beside` is the first of them for each of the others: the person sees what all of them see. */
export interface SeatInfo { kind: "bot" | "open" | "person"; name: string; level: string | null; ready: boolean; stand_in: boolean; resigned: boolean; beside: number | null }
/** The result of a game: points, shares of the win, and the seats that resigned. */
export interface ResultSummary { scores: number[]; shares: number[]; resigned: number[] }
/** A table in the lobby or in the list of one's own games. `turn` is the seat to act, and None unless the game is running; `result` is None unless it is over. */
export interface TableSummary { id: string; game: string; edition: string; players: number; status: string; clock: Pace; seats: SeatInfo[]; changed: number; turn: number | null; mine: number[]; my_turn: boolean; title: string; result: ResultSummary | null }
/** The story of one change, as the viewer saw it; `position` is the number of the position it led to. */
export interface StoryEntry { position: number; lines: string[] }
/** The story as a seat, or the public (None), saw it, from its position `first` to `last`. */
export interface StorySection { seat: number | null; first: number; last: number; story: StoryEntry[] }
/** Public information about a table. */
export interface TableInfo { id: string; game: string; edition: string; players: number; options: Record<string, string>; clock: Pace; public: boolean; spectators: boolean; hints: boolean; status: "closed" | "finished" | "playing" | "waiting"; seats: SeatInfo[]; commitment: string | null; rematch: string | null; title: string; free_undo: boolean }
/** A legal action: its number, its notation in records, and its description as a sentence. */
export interface ChoiceInfo { action: number; text: string; sentence: string }
/** A partially chosen decision that consists of several actions, all given as text. One of the `heads` starts the decision; `options` can be toggled in any order, and `chosen` are the selected ones. `suggestion` is the selection that costs the fewest points, or empty. `play` is the list to send with the command `play`, empty while the selection is incomplete. `sentence` describes the effects of the selection or what is still missing, and `label` what confirming does. */
export interface SelectionInfo { heads: string[]; options: string[]; chosen: string[]; suggestion: string[]; play: string[]; sentence: string; label: string }
/** What one seat sees: the position and, if it is to act, its legal actions. `seat` is None for the public view. The type of `view` depends on the game. `position` counts the changes that this seat could see, so it differs between seats. */
export interface SeatView { seat: number | null; position: number; turn: number | null; view: unknown; story: StoryEntry[]; legal: ChoiceInfo[]; may_undo: boolean; selection: SelectionInfo | null }
/** Milliseconds left for each seat as of now; `seat` is the one whose clock is running. */
export interface ClockInfo { seat: number | null; left: number[] }
/** A chat line, numbered from 1; `seat` is the sender's seat at that time, None for a spectator. */
export interface ChatLine { number: number; name: string; text: string; at: number; seat: number | null }
/** The result of a game: points, shares of the win, and the seed, which proves that the deal was fair. */
export interface GameResult { scores: number[]; shares: number[]; seed: string }
/** A command was executed and stored; `repeated` if by an earlier request. `table` is the table of a rematch. */
export interface Done { type: "done"; id: string | null; repeated: boolean; table: string | null }
/** The current state of the table for this client, the story since the positions it knew, and its executed commands. `connected` lists the seats whose players are connected; None if several processes may serve the table. */
export interface TableMessage { type: "table"; table: TableInfo; mine: number[]; owner: boolean; views: SeatView[]; clock: ClockInfo | null; chat: ChatLine[]; result: GameResult | null; done: Done[]; connected: number[] | null }
/** A command was refused; nothing has changed. */
export interface Refused { type: "refused"; kind: string; message: string; rule: string | null; choices: string[] | null; id: string | null }
/** A recommended action with its win share and expected points, each with its 95 % margin. `visits` is the number of playouts, `rival` the expected points of the best other seat, `plan` the rest of the turn, and `reason` the main argument for the action. */
export interface AdvisedChoice { action: number; text: string; sentence: string; share: number; margin: number; visits: number; points: number; points_margin: number; rival: number; plan: string[]; reason: string | null }
/** A hint for a seat at a position. */
export interface Hinted { type: "hinted"; seat: number; certainty: "clear" | "close" | "only" | "slight"; decided: "lost" | "won" | null; verdict: string; best: AdvisedChoice[]; shares: number[]; playouts: number; id: string | null; position: number }
/** What a selection of actions would do, for a seat at a position. */
export interface Previewed { type: "previewed"; id: string | null; seat: number; position: number; selection: SelectionInfo }
/** Why an action is not legal for a seat at a position, with the rule; `message` is None if it is legal. */
export interface Explained { type: "explained"; id: string | null; seat: number; position: number; message: string | null; rule: string | null }
/** The reply to `ping`. */
export interface Pong { type: "pong"; id: string | null }
/** The socket is about to close; `again` tells whether the client should reconnect at once. */
export interface Closing { type: "closing"; message: string; again: boolean }
/** The points of a seat and the parts they consist of; null where hidden from the viewer. */
export interface Score { total: number | null; parts: Record<string, number | null> }

export type Pace = NoClock | MoveClock | BankClock | DaysClock;
export type Message = TableMessage | Done | Refused | Hinted | Previewed | Explained | Pong | Closing;

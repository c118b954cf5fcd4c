/** What a game shows and what it is given to show it: each game's folder exports a `GameLook`. */
import type { Component } from "svelte";
import type { Move } from "../lib/move.svelte";
import type { SeatInfo } from "../lib/wire";

/** A seat as it looks at every table: its colour and sign are the seat's number, see `parts/Seal.svelte`. */
export interface SeatLook extends SeatInfo { seat: number; initial: string; me: boolean }

export interface LookProps<View> {
  /** The position as the viewer sees it. */
  view: View;
  seats: SeatLook[];
  /** The seat through whose eyes the table is seen, null for the public. */
  me: number | null;
  /** The viewer's move in the making; it has no choices while others decide, at television screens and in replays. */
  move: Move;
}

/** What came of something, to be held until it was seen: the view that shows it and a sentence that tells it. */
export interface Outcome<View> {
  view: View;
  /** Whether the viewer has a part in it. */
  mine: boolean;
  sentence(seats: SeatLook[]): string;
}

export interface GameLook<View = never> {
  /** The game's name on the server: its words are under it. */
  name: string;
  /** The middle of the table. It fills the room it is given and never scrolls. */
  Board: Component<LookProps<View>>;
  /** What one seat has, for its panel at the side (and its sheet on a phone). */
  Holdings: Component<LookProps<View> & { seat: number }>;
  /** The viewer's own hand and holdings, along the bottom. */
  Mine: Component<LookProps<View>>;
  /** What the seat to act must decide, as a key of the words: "bombay.ask.turn"; the sentence gets {name} and what is left.
   *  The same key with the ending "_me" ("bombay.ask.turn_me") speaks to the viewer who is to act. */
  ask(view: View): string;
  /** How much of a turn is left, as {n} for the same sentence. */
  left?(view: View): number;
  /** Actions of a single word that are picked on the board: they need no button beside it. */
  placed?: readonly string[];
  /** Actions of a single word that are rarely meant while another is possible: they come last and are chosen twice. */
  wary?: Record<string, string>;
  /** What came of something between one position and the next, if that is worth being held. */
  outcome?(before: View, after: View, me: number | null): Outcome<View> | null;
  /** What sentences write in letters and people see as signs: a pattern with one group, and what shows a match. */
  signs?: RegExp;
  Sign?: Component<{ code: string }>;
  /** A sentence as it is said aloud, with words in place of such letters. */
  spoken?(text: string): string;
}

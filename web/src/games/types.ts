/** Interface between the table and the games: each game folder exports a `GameRenderer`. */
import type { Component } from "svelte";
import type { MoveBuilder } from "../lib/move.svelte";
import type { SeatInfo } from "../lib/protocol";

/** A seat with its display properties; colour and badge follow from its number (`parts/SeatBadge.svelte`). */
export interface SeatProps extends SeatInfo { seat: number; initial: string; me: boolean }

export interface RendererProps<View> {
  /** The position as the viewer sees it. */
  view: View;
  seats: SeatProps[];
  /** The viewer's seat; null for spectators. */
  me: number | null;
  /** The viewer's move input; empty while other seats act, on shared screens and in replays. */
  move: MoveBuilder;
}

/** A result that is held on screen until it is dismissed: the view to show and a sentence. */
export interface Outcome<View> {
  view: View;
  /** Whether the viewer is involved. */
  mine: boolean;
  sentence(seats: SeatProps[]): string;
}

export interface GameRenderer<View = never> {
  /** Name of the game on the server, and prefix of its translation keys. */
  name: string;
  /** The board. Fills its container and never scrolls. */
  Board: Component<RendererProps<View>>;
  /** Holdings of one seat, for its side panel or phone sheet. */
  Holdings: Component<RendererProps<View> & { seat: number }>;
  /** The viewer's own hand and holdings, below the board. */
  Mine: Component<RendererProps<View>>;
  /**
   * Translation key of the prompt for the seat to act ("bombay.ask.turn"), with {name} and {n}. The key with the
   * suffix "_me" addresses the viewer.
   */
  prompt(view: View): string;
  /** Remaining actions of the turn, as {n} in the prompt. */
  left?(view: View): number;
  /** One-word actions that are picked on the board and need no button. */
  placed?: readonly string[];
  /**
   * One-word actions that are rarely wanted in a position: listed last, and confirmed before they are sent.
   */
  discouraged?(view: View): readonly string[];
  /** Outcome of the transition between two positions, if it should be held on screen. */
  outcome?(before: View, after: View, me: number | null): Outcome<View> | null;
  /** Notation that sentences replace by icons: a pattern with one group, and the component for a match. */
  signs?: RegExp;
  Sign?: Component<{ code: string }>;
  /** A sentence with such notation spelled out, for screen readers. */
  spoken?(text: string): string;
}

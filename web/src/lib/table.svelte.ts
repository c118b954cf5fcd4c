/**
 * Client state of a table: owns the socket, applies server messages and executes the player's commands. Components
 * read it and know nothing about sockets.
 */
import type { ApiError } from "./api";
import { i18n } from "./i18n.svelte";
import { MoveBuilder } from "./move.svelte";
import { MultiSelect } from "./multiselect.svelte";
import { Notices } from "./notices.svelte";
import { type FindOutcome, Playback } from "./playback.svelte";
import type { ChatLine, ChoiceInfo, ClockInfo, Explained, GameResult, Hinted, Previewed, Profile, SeatView, SelectionInfo, TableInfo, TableMessage } from "./protocol";
import { session } from "./session.svelte";
import { type Connection, TableSocket } from "./socket";
import { Story } from "./story.svelte";
import { pagesChanged } from "./version";

const NONE: ChoiceInfo[] = [];

export class TableState {
  info = $state.raw<TableInfo | null>(null);
  mine = $state.raw<number[]>([]);
  owner = $state(false);
  seatViews = $state.raw<SeatView[]>([]);
  clock = $state.raw<{ info: ClockInfo; at: number } | null>(null);
  chat = $state.raw<ChatLine[]>([]);
  result = $state.raw<GameResult | null>(null);
  /** Connected seats; null if unknown. */
  here = $state.raw<number[] | null>(null);
  connection = $state<Connection | "coming">("coming");
  /** Why the connection has ended, as told by the server. */
  closeReason = $state("");
  outdated = $state(false);
  hint = $state.raw<Hinted | null>(null);
  /** The command in flight. */
  busy = $state<string | null>(null);
  /** Whether a hint is in flight; it blocks nothing else. */
  hintPending = $state(false);
  /** The seat whose view is shown; null for the public view. */
  seat = $state<number | null>(null);
  /** The seat to hand the screen to before anything is shown. */
  handover = $state<number | null>(null);
  /** Sentence of the last action played, for the live region. */
  played = "";
  /** Finds the outcomes this game holds on screen. */
  outcome: FindOutcome = () => null;

  readonly notices = new Notices();
  readonly multiselect = new MultiSelect(
    () => (this.choices.length ? (this.seatView?.selection ?? null) : null),
    (moves, suggest) => this.preview(moves, suggest),
    (moves, sentence) => void this.playAll(moves, sentence),
  );
  readonly move = new MoveBuilder(() => this.choices, (choice) => void this.play(choice), this.multiselect);
  readonly socket: TableSocket;
  private playbacks = new Map<number | null, Playback>();
  private stories = $state.raw(new Map<number | null, Story>());
  private language = i18n.language;

  // Derived, so that every change of state updates the display and the choices.
  /** Playback of the shown seat. */
  readonly playback: Playback | null = $derived.by(() => (this.info === null || this.info.status === "waiting" ? null : this.playbackOf(this.seat)));
  /** Story of the shown seat. */
  readonly story: Story | null = $derived.by(() => (this.info === null ? null : this.storyOf(this.seat)));
  /** Legal actions of the shown seat, while it sees the current position and no command is in flight. */
  readonly choices: ChoiceInfo[] = $derived.by(() => (this.myTurn && !this.busy && this.playback?.current ? (this.seatView?.legal ?? NONE) : NONE));

  /** `seats` as for the socket: [] for the public view. */
  constructor(readonly id: string, seats: number[] | null = null) {
    this.socket = new TableSocket(id, seats, {
      table: (message) => this.applyMessage(message),
      notice: (text) => this.onNotice(text),
      connection: (state, code) => this.onConnection(state, code),
    });
    void session.load();
    void pagesChanged();
  }

  get me(): Profile | null {
    return session.me;
  }

  /** Latest view of the shown seat. */
  get seatView(): SeatView | null {
    return this.seatViews.find((seatView) => seatView.seat === this.seat) ?? this.seatViews[0] ?? null;
  }

  get view(): unknown {
    return this.playback?.view;
  }

  /** Whether the shown seat is to act and the screen is not being handed over. */
  get myTurn(): boolean {
    return this.info?.status === "playing" && this.seat !== null && this.seatView?.turn === this.seat && this.handover === null;
  }

  /** Another person's seat that holds up a game without a clock. */
  get absentSeat(): number | null {
    const turn = this.seatView?.turn ?? null;
    const seat = turn === null ? undefined : this.info?.seats[turn];
    const waits = this.info?.status === "playing" && this.info.clock.kind === "none" && this.mine.length > 0;
    const person = seat?.kind === "person" && !seat.stand_in && !seat.resigned;
    return waits && person && !this.mine.includes(turn!) ? turn : null;
  }

  close(): void {
    this.socket.close();
    for (const playback of this.playbacks.values()) playback.close();
  }

  /** Reload everything in the current language. */
  reload(): void {
    if (this.language === i18n.language) return;
    this.language = i18n.language;
    this.stories = new Map();
    this.hint = null;
    this.socket.restart();
  }

  /** Show the seat that the screen was handed to. */
  handOver(): void {
    this.seat = this.handover;
    this.handover = null;
  }

  /** Play an action, or a text for the server to parse. */
  play(choice: ChoiceInfo | string): Promise<boolean> {
    const move = typeof choice === "string" ? choice : choice.action;
    this.played = typeof choice === "string" ? "" : choice.sentence;
    return this.command("play", { position: this.seatView?.position ?? 0, move, seat: this.seat });
  }

  /** Play the actions of one decision, all or none. */
  private playAll(moves: string[], sentence: string): Promise<boolean> {
    this.played = sentence;
    return this.command("play", { position: this.seatView?.position ?? 0, move: moves, seat: this.seat });
  }

  /** Preview several actions; null on failure, which is reported. */
  private async preview(moves: string[], suggest: boolean): Promise<SelectionInfo | null> {
    try {
      return (await this.socket.do<Previewed>("preview", { position: this.seatView?.position ?? 0, moves, suggest, seat: this.seat })).selection;
    } catch (error) {
      if ((error as ApiError).kind !== "stale") this.notices.showError(error);
      return null;
    }
  }

  /** Show the name of a piece and, from the server, why its action is illegal. */
  async explain(name: string, action: string): Promise<void> {
    if (this.connection !== "here") return this.notices.showInfo(name);
    const answer = await this.socket.do<Explained>("why", { position: this.seatView?.position ?? 0, move: action, seat: this.seat }).catch(() => null);
    if (answer?.rule) this.notices.showInfo(`${name}. ${answer.message}`, answer.rule);
    else this.notices.showInfo(name);
  }

  /** Undo the last action; if that is impossible, the server says why. */
  undo(seat = this.seat): Promise<boolean> {
    const seatView = this.seatViews.find((one) => one.seat === seat);
    if (!seatView) return Promise.resolve(false);
    this.playback?.skip();
    return this.command("undo", { position: seatView.position, seat });
  }

  /** View a past position, or the present after the last one. */
  async showPast(position: number): Promise<void> {
    const playback = this.playback;
    if (!playback?.live) return;
    try {
      if (position >= playback.live.position) playback.back();
      else await playback.showPast(Math.max(0, position));
    } catch {
      this.notices.show(i18n.t("table.past.unknown"));
    }
  }

  /** Load earlier parts of the story. */
  async loadEarlier(): Promise<void> {
    try {
      await this.story?.loadEarlier();
    } catch (error) {
      this.notices.showError(error);
    }
  }

  async requestHint(): Promise<void> {
    if (!this.choices.length || this.hintPending || !this.info?.hints) return;
    this.hintPending = true;
    try {
      const hint = await this.socket.do<Hinted>("hint", { seat: this.seat });
      if (hint.position === this.seatView?.position) this.hint = hint;
    } catch (error) {
      if (this.choices.length) this.notices.showError(error);
    } finally {
      this.hintPending = false;
    }
  }

  /** Execute a command and report its failure. */
  async command(name: string, fields: Record<string, unknown> = {}): Promise<boolean> {
    if (this.busy) return false;
    this.busy = name;
    try {
      await this.socket.do(name, fields);
      return true;
    } catch (error) {
      if ((error as ApiError).kind !== "stale") this.notices.showError(error);
      return false;
    } finally {
      this.busy = null;
    }
  }

  private applyMessage(message: TableMessage): void {
    this.info = message.table;
    this.mine = message.mine;
    this.owner = message.owner;
    this.result = message.result;
    this.here = message.connected;
    this.clock = message.clock && { info: message.clock, at: performance.now() };
    const last = this.chat.at(-1)?.number ?? 0;
    this.chat = [...this.chat, ...message.chat.filter((line) => line.number > last)];
    this.seatViews = message.views.map((seatView) => this.reuse(seatView));
    this.selectSeat(message);
    for (const seatView of this.seatViews) {
      this.storyOf(seatView.seat).add(seatView.story);
      this.playbackOf(seatView.seat).receive(seatView);
    }
    if (this.hint && this.hint.position !== this.seatView?.position) this.hint = null;
  }

  /** Reuse the parts of a known view, so that a partial move is not reset. */
  private reuse(seatView: SeatView): SeatView {
    const old = this.seatViews.find((one) => one.seat === seatView.seat && one.position === seatView.position);
    const unchanged = old && old.legal.length === seatView.legal.length && old.legal.every((choice, place) => choice.sentence === seatView.legal[place]!.sentence);
    return unchanged ? { ...seatView, view: old.view, legal: old.legal, selection: old.selection } : seatView;
  }

  /** Choose the shown seat, and whether the screen has to be handed over. */
  private selectSeat(message: TableMessage): void {
    const seats = message.views.map((seatView) => seatView.seat);
    if (!seats.includes(this.seat)) this.seat = seats[0] ?? null;
    const alone = seats.length < 2 || !this.viewsDiffer(message.views) || message.result !== null;
    const turn = message.views[0]?.turn ?? null;
    const wanted = turn !== null && seats.includes(turn) ? turn : this.seat;
    if (alone) {
      this.handover = null;
      if (seats.length > 1) this.seat = wanted;
    } else if (wanted !== this.seat || this.handover !== null || this.playbacks.size === 0) {
      // Also during a handover: after an undo the screen goes back.
      this.handover = wanted;
    }
  }

  /** Whether seats at this screen have different views. */
  private viewsDiffer(seatViews: SeatView[]): boolean {
    return new Set(seatViews.map((seatView) => JSON.stringify(seatView.view))).size > 1;
  }

  private playbackOf(seat: number | null): Playback {
    let found = this.playbacks.get(seat);
    if (!found) this.playbacks.set(seat, (found = new Playback(this.id, seat, (...views) => this.outcome(...views), () => this.seat === seat && this.handover === null)));
    return found;
  }

  private storyOf(seat: number | null): Story {
    let found = this.stories.get(seat);
    if (!found) this.stories.set(seat, (found = new Story(this.id, seat)));
    return found;
  }

  private onNotice(text: string): void {
    this.closeReason = text;
    this.notices.show(text);
  }

  private onConnection(state: Connection, _code: number): void {
    const back = state === "here" && this.connection === "lost";
    this.connection = state;
    if (back) void pagesChanged().then((changed) => (this.outdated = changed));
  }
}

/** WebSocket connection to a table: reconnects automatically and executes each command exactly once. */
import { ApiError } from "./api";
import { i18n } from "./i18n.svelte";
import type { Done, Explained, Hinted, Message, Previewed, TableMessage } from "./protocol";

/** `silent`: a command is overdue. */
export type Connection = "here" | "silent" | "lost" | "ended";
export interface Listener {
  table(message: TableMessage): void;
  /** A closing message, or a refusal that belongs to no pending command. */
  notice(text: string): void;
  connection(state: Connection, code: number): void;
}
interface Pending { text: string; since: number; timeout: number; resolve(message: never): void; reject(error: Error): void }

/** Close codes after which reconnecting is pointless. */
const FINAL_CODES = [4400, 4401, 4404, 4429];
const INITIAL_RETRY_DELAY = 250;
const MAX_RETRY_DELAY = 5000;
/** Response timeouts in milliseconds; hints take longer to compute. */
const TIMEOUT = 3000;
const HINT_TIMEOUT = 15_000;
const MAX_TIMEOUT = 24_000;
/** Milliseconds of silence before a ping: normally, and while the connection is suspect. */
const PING_INTERVAL = 20_000;
const SUSPECT_PING_INTERVAL = 2000;
const CHECK_INTERVAL = 1000;

export class TableSocket {
  private socket!: WebSocket;
  /** Last position received for each seat. */
  private known: Record<string, number> = {};
  /** Number of the last chat line received. */
  private lastChat = 0;
  private pending = new Map<string, Pending>();
  private retryDelay = INITIAL_RETRY_DELAY;
  private closed = false;
  private retryTimer = 0;
  /** The connection is probably broken. */
  private suspect = false;
  private reported: Connection | "" = "";
  /** Grows with each reconnect that did not help, so as not to overload a slow server. */
  private timeout = TIMEOUT;
  /** Whether this socket has delivered a message. */
  private received = false;
  /** Time of the last message, and of the oldest unanswered request (0: none). */
  private receivedAt = 0;
  private requestedAt = 0;
  private readonly heartbeat: number;
  private readonly wake = (): void => {
    if (this.closed || document.hidden) return;
    if (this.socket.readyState === WebSocket.CLOSED) this.connect();
    else if (this.socket.readyState === WebSocket.OPEN) this.ping();
  };
  private readonly offline = (): void => {
    this.suspect = true;
    this.report();
  };

  /** `seats` as in the `watch` command: null for all of the user's seats, [] for the public view. */
  constructor(private readonly table: string, private readonly seats: number[] | null, private readonly listener: Listener) {
    this.heartbeat = window.setInterval(() => this.check(), CHECK_INTERVAL);
    addEventListener("online", this.wake);
    addEventListener("offline", this.offline);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  /** Close for good. */
  close(): void {
    this.closed = true;
    clearInterval(this.heartbeat);
    clearTimeout(this.retryTimer);
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.offline);
    document.removeEventListener("visibilitychange", this.wake);
    this.socket.close();
  }

  /** Reconnect from scratch, after the user or the language changed. */
  restart(): void {
    this.closed = false;
    this.known = {};
    this.lastChat = 0;
    this.connect();
  }

  /** Execute a command exactly once, resending it after reconnects. */
  do<T extends Done | Hinted | Previewed | Explained = Done>(command: string, fields: Record<string, unknown> = {}): Promise<T> {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const text = JSON.stringify({ do: command, id, ...fields });
    return new Promise<T>((resolve, reject) => {
      if (this.closed) return reject(new ApiError(i18n.t("common.unreachable"), "unreachable"));
      const timeout = command === "hint" ? HINT_TIMEOUT : TIMEOUT;
      this.pending.set(id, { text, since: performance.now(), timeout, resolve, reject });
      if (this.socket.readyState === WebSocket.OPEN) this.send(text);
      setTimeout(() => this.check(), timeout);
    });
  }

  private send(text: string): void {
    this.requestedAt ||= performance.now();
    this.socket.send(text);
  }

  private ping(): void {
    this.send('{"do":"ping"}');
    setTimeout(() => this.check(), TIMEOUT);
  }

  /** Open a socket, replacing the current one. */
  private connect(): void {
    clearTimeout(this.retryTimer);
    const old = this.socket as WebSocket | undefined;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}`);
    this.socket = socket;
    this.requestedAt = performance.now();
    this.received = false;
    old?.close();
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.requestedAt = 0;
      this.send(JSON.stringify({ do: "watch", seats: this.seats, lang: i18n.language, known: this.known, chat: this.lastChat }));
      for (const { text } of this.pending.values()) this.send(text);
    };
    socket.onmessage = (event) => socket === this.socket && this.onMessage(JSON.parse(event.data as string) as Message);
    socket.onclose = (event) => socket === this.socket && this.onClose(event.code);
  }

  private onClose(code: number): void {
    this.closed ||= FINAL_CODES.includes(code);
    this.suspect = true;
    this.requestedAt = 0;
    this.report(code);
    if (this.closed) {
      for (const { reject } of this.pending.values()) reject(new ApiError(i18n.t("common.unreachable"), "unreachable"));
      this.pending.clear();
      return;
    }
    this.retryTimer = window.setTimeout(() => this.connect(), this.retryDelay);
    this.retryDelay = Math.min(MAX_RETRY_DELAY, this.retryDelay * 2);
  }

  /** Ping an idle connection; replace one that does not respond. */
  private check(): void {
    if (this.closed) return;
    const now = performance.now();
    const open = this.socket.readyState === WebSocket.OPEN;
    const timeout = Math.max(this.timeout, open ? 0 : MAX_RETRY_DELAY, ...[...this.pending.values()].map((command) => command.timeout));
    if (this.requestedAt && now - this.requestedAt >= timeout) {
      this.suspect = true;
      this.timeout = Math.min(MAX_TIMEOUT, this.timeout * 2);
      this.connect();
    } else if (open && !this.requestedAt && now - this.receivedAt >= (this.suspect || this.pending.size ? SUSPECT_PING_INTERVAL : PING_INTERVAL)) this.ping();
    this.report();
  }

  /** Report a change of the connection state. */
  private report(code = 0): void {
    const now = performance.now();
    const overdue = [...this.pending.values()].some(({ since, timeout }) => now - since >= timeout);
    const state: Connection | "" = this.closed ? "ended" : overdue ? "silent" : this.suspect ? "lost" : this.receivedAt ? "here" : "";
    if (state && state !== this.reported) this.listener.connection(state, code);
    this.reported = state;
  }

  private onMessage(message: Message): void {
    this.retryDelay = INITIAL_RETRY_DELAY;
    if (this.received) this.timeout = TIMEOUT;
    this.received = true;
    this.receivedAt = performance.now();
    this.requestedAt = 0;
    this.suspect = false;
    this.dispatch(message);
    this.report();
  }

  private dispatch(message: Message): void {
    if (message.type === "table") {
      for (const seatView of message.views) this.known[seatView.seat ?? "public"] = seatView.position;
      this.lastChat = message.chat.at(-1)?.number ?? this.lastChat;
      this.listener.table(message);
      for (const done of message.done) this.settle(done.id, done);
    } else if (message.type === "closing") {
      this.listener.notice(message.message);
    } else if (message.type === "refused") {
      const problem = new ApiError(message.message, message.kind, message.rule);
      const command = message.id === null ? undefined : this.pending.get(message.id);
      if (command) command.reject(problem);
      else this.listener.notice(message.message);
      if (message.id !== null) this.pending.delete(message.id);
    } else {
      this.settle(message.id, message);
    }
  }

  private settle(id: string | null, message: unknown): void {
    if (id === null) return;
    this.pending.get(id)?.resolve(message as never);
    this.pending.delete(id);
  }
}

/** A chair at a table: a socket that comes back by itself, and on which nothing is done twice or lost. */
import { Problem } from "./api";
import type { Done, Hinted, Message, Previewed, TableMessage } from "./wire";
import { words } from "./words.svelte";

/** `silent`: a command has not been answered for a while. */
export type Connection = "here" | "silent" | "lost" | "ended";
export interface Listener {
  table(message: TableMessage): void;
  /** Something that was refused without having been asked on this socket, or a farewell. */
  said(text: string): void;
  connection(state: Connection, code: number): void;
}
interface Waiting { text: string; since: number; patience: number; resolve(message: never): void; reject(error: Error): void }

const FINAL = [4400, 4401, 4404, 4429];
const LONGEST_WAIT = 5000;
/** Milliseconds within which an answer comes, where there is a connection. Advice is thought about first. */
const PATIENCE = 3000;
const PATIENCE_FOR_ADVICE = 15_000;
const LONGEST_PATIENCE = 24_000;
/** Milliseconds of silence after which it is asked whether anybody is there, and while there is doubt. */
const PING_EVERY = 20_000;
const PING_IN_DOUBT = 2000;
const CHECK_EVERY = 1000;

export class Chair {
  private socket!: WebSocket;
  private known: Record<string, number> = {};
  private heard = 0;
  private waiting = new Map<string, Waiting>();
  private wait = 250;
  private over = false;
  private retry = 0;
  /** Whether there is reason to believe that nothing comes through. */
  private cut = false;
  private told: Connection | "" = "";
  /** How long silence is borne: longer each time that another socket did not help, so that a slow server is not pressed. */
  private patience = PATIENCE;
  private greeted = false;
  /** When something was heard last, and since when something has been asked in vain; 0 if it has not. */
  private heardAt = 0;
  private askedAt = 0;
  private readonly heart: number;
  private readonly hurry = (): void => {
    if (this.over || document.hidden) return;
    if (this.socket.readyState === WebSocket.CLOSED) this.connect();
    else if (this.socket.readyState === WebSocket.OPEN) this.ping();
  };
  private readonly offline = (): void => {
    this.cut = true;
    this.tell();
  };

  /** `seats` is as in the command `watch`: null for all of one's own, [] for the public view. */
  constructor(private readonly table: string, private readonly seats: number[] | null, private readonly listener: Listener) {
    this.heart = window.setInterval(() => this.check(), CHECK_EVERY);
    addEventListener("online", this.hurry);
    addEventListener("offline", this.offline);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** Get up for good. */
  leave(): void {
    this.over = true;
    clearInterval(this.heart);
    clearTimeout(this.retry);
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.offline);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket.close();
  }

  /** Begin anew: as somebody else, or in another language. */
  restart(): void {
    this.over = false;
    this.known = {};
    this.heard = 0;
    this.connect();
  }

  /** Have a command carried out, exactly once, over as many sockets as that takes. */
  do<T extends Done | Hinted | Previewed = Done>(command: string, fields: Record<string, unknown> = {}): Promise<T> {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const text = JSON.stringify({ do: command, id, ...fields });
    return new Promise<T>((resolve, reject) => {
      if (this.over) return reject(new Problem(words.say("common.unreachable"), "unreachable"));
      const patience = command === "hint" ? PATIENCE_FOR_ADVICE : PATIENCE;
      this.waiting.set(id, { text, since: performance.now(), patience, resolve, reject });
      if (this.socket.readyState === WebSocket.OPEN) this.send(text);
      setTimeout(() => this.check(), patience);
    });
  }

  private send(text: string): void {
    this.askedAt ||= performance.now();
    this.socket.send(text);
  }

  private ping(): void {
    this.send('{"do":"ping"}');
    setTimeout(() => this.check(), PATIENCE);
  }

  /** Open a socket in place of the one that was there. */
  private connect(): void {
    clearTimeout(this.retry);
    const old = this.socket as WebSocket | undefined;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}`);
    this.socket = socket;
    this.askedAt = performance.now();
    this.greeted = false;
    old?.close();
    socket.onopen = () => {
      if (socket !== this.socket) return;
      this.askedAt = 0;
      this.send(JSON.stringify({ do: "watch", seats: this.seats, lang: words.language, known: this.known, chat: this.heard }));
      for (const { text } of this.waiting.values()) this.send(text);
    };
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data as string) as Message);
    socket.onclose = (event) => socket === this.socket && this.closed(event.code);
  }

  private closed(code: number): void {
    this.over ||= FINAL.includes(code);
    this.cut = true;
    this.askedAt = 0;
    this.tell(code);
    if (this.over) {
      for (const { reject } of this.waiting.values()) reject(new Problem(words.say("common.unreachable"), "unreachable"));
      this.waiting.clear();
      return;
    }
    this.retry = window.setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  /** Ask whether anybody is there where it has been silent; a socket on which nobody answers is given up for another. */
  private check(): void {
    if (this.over) return;
    const now = performance.now();
    const open = this.socket.readyState === WebSocket.OPEN;
    const patience = Math.max(this.patience, open ? 0 : LONGEST_WAIT, ...[...this.waiting.values()].map((one) => one.patience));
    if (this.askedAt && now - this.askedAt >= patience) {
      this.cut = true;
      this.patience = Math.min(LONGEST_PATIENCE, this.patience * 2);
      this.connect();
    } else if (open && !this.askedAt && now - this.heardAt >= (this.cut || this.waiting.size ? PING_IN_DOUBT : PING_EVERY)) this.ping();
    this.tell();
  }

  /** Say how the connection is, where that has changed. */
  private tell(code = 0): void {
    const now = performance.now();
    const late = [...this.waiting.values()].some(({ since, patience }) => now - since >= patience);
    const state: Connection | "" = this.over ? "ended" : late ? "silent" : this.cut ? "lost" : this.heardAt ? "here" : "";
    if (state && state !== this.told) this.listener.connection(state, code);
    this.told = state;
  }

  private hear(message: Message): void {
    this.wait = 250;
    if (this.greeted) this.patience = PATIENCE;
    this.greeted = true;
    this.heardAt = performance.now();
    this.askedAt = 0;
    this.cut = false;
    this.take(message);
    this.tell();
  }

  private take(message: Message): void {
    if (message.type === "table") {
      for (const sight of message.sights) this.known[sight.seat ?? "public"] = sight.position;
      this.heard = message.chat.at(-1)?.number ?? this.heard;
      this.listener.table(message);
      for (const done of message.done) this.settle(done.id, done);
    } else if (message.type === "farewell") {
      this.listener.said(message.message);
    } else if (message.type === "refused") {
      const problem = new Problem(message.message, message.kind, message.rule);
      const asked = message.id === null ? undefined : this.waiting.get(message.id);
      if (asked) asked.reject(problem);
      else this.listener.said(message.message);
      if (message.id !== null) this.waiting.delete(message.id);
    } else {
      this.settle(message.id, message);
    }
  }

  private settle(id: string | null, message: unknown): void {
    if (id === null) return;
    this.waiting.get(id)?.resolve(message as never);
    this.waiting.delete(id);
  }
}

/** A chair at a table: a socket that comes back by itself, and on which nothing is done twice or lost. */
import { Problem } from "./api";
import type { Done, Hinted, Message, TableMessage } from "./wire";
import { words } from "./words.svelte";

export type Connection = "here" | "lost" | "ended";
export interface Listener {
  table(message: TableMessage): void;
  /** Something that was refused without having been asked on this socket, or a farewell. */
  said(text: string): void;
  connection(state: Connection, code: number): void;
}
interface Waiting { text: string; resolve(message: never): void; reject(error: Error): void }

const FINAL = [4400, 4401, 4404, 4429];
const LONGEST_WAIT = 5000;
const PING_EVERY = 20_000;

export class Chair {
  private socket!: WebSocket;
  private known: Record<string, number> = {};
  private heard = 0;
  private waiting = new Map<string, Waiting>();
  private wait = 250;
  private over = false;
  private silent = 0;
  private retry = 0;
  private readonly heart: number;
  private readonly hurry = (): void => {
    if (!this.over && this.socket.readyState === WebSocket.CLOSED) this.connect();
  };

  /** `seats` is as in the command `watch`: null for all of one's own, [] for the public view. */
  constructor(private readonly table: string, private readonly seats: number[] | null, private readonly listener: Listener) {
    this.heart = window.setInterval(() => this.check(), PING_EVERY);
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.connect();
  }

  /** Get up for good. */
  leave(): void {
    this.over = true;
    clearInterval(this.heart);
    clearTimeout(this.retry);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.socket.close();
  }

  /** Begin anew: as somebody else, or in another language. */
  restart(): void {
    this.over = false;
    this.known = {};
    this.heard = 0;
    const old = this.socket;
    this.connect();
    old.close();
  }

  /** Have a command carried out, exactly once, over as many sockets as that takes. */
  do<T extends Done | Hinted = Done>(command: string, fields: Record<string, unknown> = {}): Promise<T> {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const text = JSON.stringify({ do: command, id, ...fields });
    return new Promise<T>((resolve, reject) => {
      if (this.over) return reject(new Problem(words.say("common.unreachable"), "unreachable"));
      this.waiting.set(id, { text, resolve, reject });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  private connect(): void {
    clearTimeout(this.retry);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}`);
    this.socket = socket;
    this.silent = 0;
    socket.onopen = () => {
      const watch = { do: "watch", seats: this.seats, lang: words.language, known: this.known, chat: this.heard };
      socket.send(JSON.stringify(watch));
      for (const { text } of this.waiting.values()) socket.send(text);
    };
    socket.onmessage = (event) => socket === this.socket && this.hear(JSON.parse(event.data as string) as Message);
    socket.onclose = (event) => socket === this.socket && this.closed(event.code);
  }

  private closed(code: number): void {
    this.over ||= FINAL.includes(code);
    this.listener.connection(this.over ? "ended" : "lost", code);
    if (this.over) {
      for (const { reject } of this.waiting.values()) reject(new Problem(words.say("common.unreachable"), "unreachable"));
      this.waiting.clear();
      return;
    }
    this.retry = window.setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  /** A connection on which nothing comes any more is given up. */
  private check(): void {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.silent += 1;
    if (this.silent > 2) this.socket.close();
    else this.socket.send('{"do":"ping"}');
  }

  private hear(message: Message): void {
    this.silent = 0;
    this.wait = 250;
    if (message.type === "table") {
      for (const sight of message.sights) this.known[sight.seat ?? "public"] = sight.position;
      this.heard = message.chat.at(-1)?.number ?? this.heard;
      this.listener.connection("here", 0);
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

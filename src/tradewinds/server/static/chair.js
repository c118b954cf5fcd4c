// A chair at a table: a socket that comes back by itself, and on which nothing is done twice or lost.

import { say } from "./tools.js";

const FINAL = [4400, 4401, 4404, 4429];
const LONGEST_WAIT = 5000;
const PING_EVERY = 20000;

export class Chair {
  /** `events` has `table`, `refused` and `connection`, each a function. `seats` is as in the command `watch`. */
  constructor(table, seats, lang, events) {
    Object.assign(this, { table, seats, lang, events });
    this.known = {};
    this.heard = 0;
    this.waiting = new Map();
    this.wait = 250;
    this.over = false;
    this.connect();
    setInterval(() => this.check(), PING_EVERY);
    addEventListener("online", () => this.hurry());
    document.addEventListener("visibilitychange", () => document.hidden || this.hurry());
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws/tables/${encodeURIComponent(this.table)}`);
    this.socket = socket;
    this.silent = 0;
    socket.onopen = () => {
      socket.send(JSON.stringify({ do: "watch", seats: this.seats, lang: this.lang, known: this.known, chat: this.heard }));
      for (const { text } of this.waiting.values()) socket.send(text);
    };
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = (event) => socket === this.socket && this.closed(event.code);
  }

  /** Begin anew, as somebody else or after being refused. */
  restart() {
    this.over = false;
    this.known = {};
    const old = this.socket;
    this.connect();
    old.close();
  }

  closed(code) {
    this.over = FINAL.includes(code);
    this.events.connection(this.over ? "ended" : "lost", code);
    if (this.over) {
      for (const { reject } of this.waiting.values()) reject(new Error(say("page.unreachable")));
      this.waiting.clear();
      return;
    }
    this.timer = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
  }

  hurry() {
    if (!this.over && this.socket.readyState === WebSocket.CLOSED) this.connect();
  }

  /** A connection on which nothing comes any more is given up. */
  check() {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.silent += 1;
    if (this.silent > 2) this.socket.close();
    else this.socket.send('{"do":"ping"}');
  }

  hear(message) {
    this.silent = 0;
    this.wait = 250;
    if (message.type === "table") {
      for (const sight of message.sights) this.known[sight.seat ?? "public"] = sight.position;
      if (message.chat.length) this.heard = message.chat.at(-1).number;
      this.events.connection("here");
      this.events.table(message);
      for (const done of message.done) this.settle(done);
      return;
    }
    this.settle(message);
  }

  settle(message) {
    const asked = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.type === "refused") {
      if (asked) asked.reject(new Error(message.rule ? `${message.message} (${message.rule})` : message.message));
      else this.events.refused(message.message);
    } else if (asked) asked.resolve(message);
  }

  /** Have a command carried out, exactly once, over as many sockets as that takes. */
  do(command, fields = {}) {
    const id = Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    const text = JSON.stringify({ do: command, id, ...fields });
    return new Promise((resolve, reject) => {
      if (this.over) return reject(new Error(say("page.unreachable")));
      this.waiting.set(id, { text, resolve, reject });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }
}

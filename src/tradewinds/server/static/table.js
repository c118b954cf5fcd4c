// A table: before the game, during it and after it.

import { Chair } from "./chair.js";
import { clockNote, gameTitle } from "./lobby.js";
import { Replay } from "./replay.js";
import { rulesOf } from "./rules.js";
import { duration, seating } from "./seats.js";
import { attempt, button, labelled, language, make, say, tell } from "./tools.js";
import { showView } from "./view.js";

const FEW = 9;

const byBot = (seat) => seat.stand_in || seat.resigned;

export function showTable(main, id, me, askName) {
  new TablePage(main, id, me, askName);
}

class TablePage {
  constructor(main, id, me, askName) {
    Object.assign(this, { main, id, me, askName });
    this.screen = new URLSearchParams(location.search).has("screen");
    this.stories = new Map();
    this.signs = new Map();
    this.shown = null;
    const part = (name) => [name, make("section", { class: `panel ${name}`, hidden: true })];
    const board = Object.fromEntries(["result", "turn", "view"].map(part));
    const side = Object.fromEntries(["head", "seats", "story", "chat"].map(part));
    this.parts = { ...board, ...side };
    document.body.classList.toggle("screen", this.screen);
    main.replaceChildren(make("div", { class: "board" }, Object.values(board)), make("div", { class: "side" }, Object.values(side)));
    main.classList.add("table");
    this.makeLogs();
    if (!me && !this.screen) this.askWho();
    this.chair = new Chair(id, this.screen ? [] : null, language, {
      table: (message) => this.look(message),
      refused: tell,
      connection: (state, code) => this.connected(state, code),
    });
    setInterval(() => this.tick(), 500);
  }

  askWho() {
    this.askName((me) => {
      this.me = me;
      this.stories.clear();
      this.story.replaceChildren();
      this.chair.restart();
    });
  }

  makeLogs() {
    this.story = make("div", { class: "log", role: "log", "aria-live": "polite", tabindex: 0, "aria-label": say("table.story") });
    this.parts.story.append(make("h2", {}, say("table.story")), this.story);
    this.talk = make("div", { class: "log", role: "log", "aria-live": "polite", tabindex: 0, "aria-label": say("table.chat") });
    const field = make("input", { maxlength: 500, required: true, autocomplete: "off", "aria-label": say("table.message") });
    const submit = (event) => {
      event.preventDefault();
      attempt(async () => {
        await this.chair.do("chat", { text: field.value });
        field.value = "";
      });
    };
    this.parts.chat.append(make("h2", {}, say("table.chat")), this.talk,
      make("form", { class: "line", onsubmit: submit }, field, make("button", {}, say("table.send"))));
  }

  connected(state, code) {
    if (state === "here") return document.body.classList.contains("away") && this.welcomeBack();
    document.body.classList.add("away");
    if (state === "lost") return tell(say("page.lost"));
    if (code === 4401) return location.reload();
    if (!this.message) this.showNothing(code === 4404 ? "page.no_table" : "page.no_entry");
    return undefined;
  }

  showNothing(why) {
    this.main.replaceChildren(make("section", { class: "panel" }, make("h1", {}, say(why)), make("a", { href: "/" }, say("page.home"))));
    if (why === "page.no_table") tell("");
  }

  welcomeBack() {
    document.body.classList.remove("away");
    tell("");
  }

  /** The seat through whose eyes the table is shown: at a screen with several seats the one to act, behind a curtain. */
  look(message) {
    this.message = message;
    this.at = performance.now();
    for (const { seat, story } of message.sights) {
      const lines = this.stories.get(seat) ?? this.stories.set(seat, []).get(seat);
      lines.push(...story.flatMap((told) => told.lines));
    }
    for (const line of message.chat) this.talk.append(make("p", {}, make("b", {}, `${line.name}: `), line.text));
    if (message.chat.length) this.talk.scrollTop = this.talk.scrollHeight;
    this.names = message.table.seats.map((seat, at) => seat.name || say("lobby.seat", { n: at + 1 }));
    this.show();
  }

  show() {
    const { table, sights, mine, result } = this.message;
    const several = sights.length > 1;
    const acting = sights.find(({ seat, turn }) => seat !== null && seat === turn && !byBot(table.seats[seat]));
    if (!several) this.shown = sights[0]?.seat ?? null;
    const curtain = several && !result && acting && acting.seat !== this.shown;
    this.sight = curtain ? null : sights.find(({ seat }) => seat === this.shown) ?? (result ? sights[0] : null);
    const here = this.focused();
    this.main.classList.toggle("waiting", table.status === "waiting" || table.status === "closed");
    this.showHead();
    this.showSeats();
    this.showResult();
    this.showTurn(curtain ? acting.seat : null);
    this.showPosition();
    this.showStory();
    this.parts.chat.hidden = this.screen || !this.me || (!mine.length && !table.spectators && !this.message.owner);
    if (here && !this.main.contains(document.activeElement)) this.parts[here].querySelector("[tabindex]")?.focus({ preventScroll: true });
    this.playing = false;
    const due = acting && !this.screen;
    document.title = `${due ? `● ${say("lobby.turn")} – ` : ""}${say(`game.${table.game}`)} – Tradewinds`;
  }

  /** The part of the page that has the focus, which must not get lost when it is filled anew. */
  focused() {
    return Object.keys(this.parts).find((name) => this.parts[name].contains(document.activeElement)) ?? (this.playing && "turn");
  }

  /** Whether a part shows this already: what somebody types or reads there is left alone. */
  shows(name, ...what) {
    const sign = JSON.stringify(what);
    const same = this.signs.get(name) === sign;
    this.signs.set(name, sign);
    return same;
  }

  fill(name, ...children) {
    const found = children.flat().filter(Boolean);
    this.parts[name].hidden = !found.length;
    this.parts[name].replaceChildren(...found);
  }

  showHead() {
    const { table, owner, mine } = this.message;
    const address = `${location.origin}/tables/${this.id}`;
    const options = Object.entries(table.options).filter(([name]) => name !== "start").map(([name, value]) => `${say(`option.${name}`)}: ${say(`${name}.${value}`)}`);
    const about = make("p", { class: "note" }, [say(`status.${table.status}`), ...options].join(" · "), clockNote(table.clock));
    const field = make("input", { readonly: true, value: address, onfocus: (event) => event.target.select() });
    const share = make("div", { class: "line" }, labelled(say("table.link"), field), button(say("table.copy"), () => this.copy(field)));
    const local = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname) && make("p", { class: "note" }, say("table.local"));
    const screen = make("p", {}, make("a", { href: `${address}?screen` }, say("table.screen")));
    this.rules ??= rulesOf(table);
    const waiting = table.status === "waiting";
    const start = waiting && (owner || mine.length > 0) && button(say("table.start"), () => this.chair.do("start"), { class: "main" });
    const close = waiting && owner && button(say("table.close"), () => confirm(say("table.close_sure")) && this.chair.do("close"));
    const more = this.screen ? null : waiting ? [share, local, screen] : make("details", { open: this.parts.head.querySelector(".share")?.open, class: "share" }, make("summary", {}, say("table.share")), share, local, screen);
    this.fill("head", make("h1", { tabindex: -1 }, gameTitle(table)), about, more, !this.screen && this.rules, start || close ? make("div", { class: "buttons" }, start, close) : null);
  }

  async copy(field) {
    field.select();
    if (navigator.clipboard) await navigator.clipboard.writeText(field.value);
    else document.execCommand("copy");
    tell(say("table.copied"));
  }

  showSeats() {
    const { table } = this.message;
    const turn = this.message.sights[0]?.turn ?? null;
    if (this.shows("seats", table, this.message.mine, turn)) return this.tick();
    this.clocks = [];
    const rows = table.seats.map((seat, at) => {
      const bot = seat.level ? say("seat.bot", { level: say(`level.${seat.level}`) }) : "";
      const notes = [bot, byBot(seat) && say("seat.stand_in"), !seat.ready && say("seat.not_ready"), !this.screen && this.message.mine.includes(at) && say("seat.yours")];
      this.clocks[at] = make("span", { class: "clock" });
      const name = seat.kind === "open" ? say("table.free") : seat.name;
      return make("li", { class: at === turn ? "acting" : "", "aria-current": at === turn ? "true" : null },
        make("b", {}, `${at + 1}. ${name}`), make("small", {}, notes.filter(Boolean).join(" · ")), this.clocks[at],
        table.status === "waiting" && !this.screen && seating(this, seat, at));
    });
    this.fill("seats", make("h2", { tabindex: -1 }, say("table.seats")), make("ol", { class: "chairs" }, rows));
    return this.tick();
  }

  tick() {
    const clock = this.message?.clock;
    if (!clock || !this.clocks) return;
    clock.left.forEach((left, seat) => {
      const now = seat === clock.seat ? left - (performance.now() - this.at) : left;
      this.clocks[seat].textContent = duration(Math.max(0, now));
    });
  }

  showTurn(next) {
    const { table, sights } = this.message;
    if (this.shows("turn", table, next, this.sight?.seat, this.sight?.position, this.sight?.may_undo, sights.map(({ turn }) => turn))) return undefined;
    if (table.status !== "playing") return this.fill("turn");
    const name = (seat) => this.names[seat];
    if (next !== null) {
      return this.fill("turn", make("h2", { tabindex: -1 }, say("table.hand_over", { name: name(next) })), make("p", {}, say("table.curtain")),
        button(say("table.uncover", { name: name(next) }), () => {
          this.shown = next;
          this.show();
        }, { class: "main" }));
    }
    const { sight } = this;
    const turn = (sight ?? sights[0])?.turn ?? null;
    if (!sight || sight.seat === null) return this.fill("turn", make("h2", { tabindex: -1 }, say("table.waits", { name: name(turn) })));
    const { seat } = sight;
    const own = sight.legal.length > 0 && !byBot(table.seats[seat]);
    const tools = make("div", { class: "buttons" },
      sight.may_undo && button(say("table.undo"), () => this.chair.do("undo", { position: sight.position, seat })),
      own && table.hints && button(say("table.hint"), (event) => this.hint(seat, event)),
      table.seats[seat].stand_in && button(say("table.return"), () => this.chair.do("return", { seat }), { class: "main" }),
      !byBot(table.seats[seat]) && button(say("table.resign"), () => confirm(say("table.resign_sure")) && this.chair.do("resign", { seat }), { class: "quiet" }));
    this.advice = make("div", { "aria-live": "polite" });
    const title = say(own ? (sights.length > 1 ? "table.turn_of" : "lobby.turn") : "table.waits", { name: name(own ? seat : turn) });
    return this.fill("turn", make("h2", { tabindex: -1 }, title), own && this.choices(sight), tools, this.advice);
  }

  /** The legal actions as buttons; many are put together by what is done. */
  choices(sight) {
    const play = (option) => make("li", {}, button(option.sentence, () => this.play(sight, option.action)));
    if (sight.legal.length <= FEW) return make("ul", { class: "choices" }, sight.legal.map(play));
    const groups = grouped(sight.legal);
    return [...groups].map(([name, options]) => make("div", {}, make("h3", {}, say(`verb.${name}`)), make("ul", { class: "choices" }, options.map(play))));
  }

  async play(sight, action) {
    const buttons = this.parts.turn.querySelectorAll("button");
    this.playing = true;
    buttons.forEach((each) => { each.disabled = true; });
    tell("");
    try {
      await this.chair.do("play", { position: sight.position, move: action, seat: sight.seat });
    } catch (error) {
      this.playing = false;
      buttons.forEach((each) => { each.disabled = false; });
      throw error;
    }
  }

  async hint(seat) {
    const place = this.advice;
    place.replaceChildren(say("table.thinking"));
    try {
      const { best, certainty, position } = await this.chair.do("hint", { seat });
      if (this.sight?.position !== position) return place.replaceChildren();
      const percent = (share) => `${Math.round(share * 100)} %`;
      return place.replaceChildren(make("p", {}, say(`certainty.${certainty}`)), make("ol", { class: "choices" }, best.map((option) =>
        make("li", {}, button(`${option.sentence} – ${percent(option.share)} ± ${percent(option.margin)}`, () => this.play(this.sight, option.action))))));
    } catch (error) {
      place.replaceChildren();
      throw error;
    }
  }

  showPosition() {
    if (this.replay?.begun) return;
    if (this.sight) this.showView(this.sight.view, this.sight.seat);
    else this.fill("view");
  }

  showView(view, own) {
    this.fill("view", make("h2", { tabindex: -1 }, say("page.table")), ...showView(view, this.message.table.game, this.names, own));
  }

  showStory() {
    const lines = this.sight ? this.stories.get(this.sight.seat) ?? [] : [];
    this.parts.story.hidden = !lines.length;
    const same = this.told === this.sight?.seat && this.story.childElementCount <= lines.length;
    if (!same) this.story.replaceChildren();
    this.told = this.sight?.seat;
    for (const line of lines.slice(this.story.childElementCount)) this.story.append(make("p", {}, line));
    this.story.scrollTop = this.story.scrollHeight;
  }

  showResult() {
    const { table, result, mine } = this.message;
    if (table.status === "closed") return this.fill("result", make("h2", {}, say("status.closed")), make("a", { href: "/" }, say("page.home")));
    if (!result) return this.fill("result");
    this.replay ??= new Replay(this.id, this.names, (view, eyes) => this.showView(view, eyes));
    const order = result.scores.map((_, seat) => seat).sort((a, b) => result.shares[b] - result.shares[a] || result.scores[b] - result.scores[a]);
    const rows = order.map((seat) => make("tr", { class: result.shares[seat] ? "winner" : "" },
      make("th", { scope: "row" }, this.names[seat]), make("td", {}, String(result.scores[seat])), make("td", {}, result.shares[seat] ? say("table.wins") : "")));
    const head = ["table.player", "field.points", "table.winner"].map((key) => make("th", { scope: "col" }, say(key)));
    const again = table.rematch ? make("a", { href: `/tables/${table.rematch}`, class: "button" }, say("table.rematch_go"))
      : mine.length > 0 && button(say("table.rematch"), async () => { location.href = `/tables/${(await this.chair.do("rematch")).table}`; }, { class: "main" });
    return this.fill("result", make("h2", { tabindex: -1 }, say("table.result")),
      make("table", {}, make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows)),
      make("div", { class: "buttons" }, !this.screen && again, make("a", { class: "button", href: `/api/tables/${this.id}/record` }, say("table.record"))),
      make("p", { class: "note" }, say("table.seed"), " ", make("code", {}, result.seed)),
      this.replay.element);
  }
}

const verb = ({ text }) => text.split(" ")[0];

function grouped(options) {
  const groups = new Map();
  for (const option of options) groups.set(verb(option), [...(groups.get(verb(option)) ?? []), option]);
  return groups;
}

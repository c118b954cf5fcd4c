// A game's view, as it comes from the server, in lists and tables: for any game, without knowing its rules.

import { knows, make, say } from "./tools.js";

const COLOURS = ["red", "yellow", "green", "blue", "violet", "orange"];
const SEATS = ["seat", "to_act", "start", "turn", "merchants", "elephants", "palace", "ship"];
const UNSEEN = ["x", "y", "to_act"];
const CARDS = 6;
const opened = new Map();

/** The whole view: `seats` are the names, `own` is the seat through whose eyes it is. */
export function showView(view, game, seats, own) {
  return new View(game, seats, own).whole(view);
}

class View {
  constructor(game, seats, own) {
    Object.assign(this, { game, seats, own, nothing: "–" });
  }

  whole(view) {
    const entries = Object.entries(view).filter(([, value]) => value !== null);
    const lists = entries.filter(([, value]) => Array.isArray(value) && value.some(isRecord));
    lists.sort(([a], [b]) => (b === "players") - (a === "players"));
    return [this.facts(entries.filter((entry) => !lists.includes(entry))), ...lists.map(([name, items]) => this.section(name, items))];
  }

  label(name) {
    return say(knows(`${this.game}.${name}`) ? `${this.game}.${name}` : `field.${name}`);
  }

  /** A list: few things side by side; many as a table, and playing cards in a row, which are opened on demand. */
  section(name, items) {
    const folded = items.length > CARDS || items.some(isCard);
    const ontoggle = (event) => opened.set(name, event.target.open);
    const title = `${say(`section.${name}`)}${folded ? ` (${items.length})` : ""}`;
    return make("details", { open: opened.get(name) ?? !folded, ontoggle }, make("summary", {}, title), this.list(name, items));
  }

  list(name, items) {
    if (items.some(isCard)) return this.text(name, items);
    if (items.length > CARDS) return this.grid(items);
    return make("div", { class: "cards" }, items.map((item) => this.card(item)));
  }

  card(item) {
    const [[name, value], ...rest] = Object.entries(item);
    const own = name === "seat" && value === this.own;
    this.nothing = name === "seat" ? say("page.unknown") : "–";
    return make("section", { class: own ? "own" : "" }, make("h3", {}, this.text(name, value)), this.facts(rest));
  }

  /** Names and values; "set" and "sets" become one of so many, and of "hand" and "hand_size" one is enough. */
  facts(entries) {
    const values = Object.fromEntries(entries);
    const total = (name) => !SEATS.includes(name) && typeof values[name] === "number" && values[`${name}s`];
    const needless = (name) => UNSEEN.includes(name) || total(name.replace(/s$/, "")) && name.endsWith("s")
      || (values[name] === null && `${name}_size` in values) || (name.endsWith("_size") && values[name.slice(0, -5)] !== null);
    const shown = entries.filter(([name]) => !needless(name));
    return make("dl", {}, shown.map(([name, value]) =>
      make("div", {}, make("dt", {}, this.label(name)), " ", make("dd", {}, this.text(name, value), total(name) ? ` / ${total(name)}` : ""))));
  }

  grid(items) {
    const names = Object.keys(items[0]).filter((name) => !UNSEEN.includes(name) && !items.every((item) => isEmpty(item[name])));
    const head = names.map((name) => make("th", { scope: "col" }, this.label(name)));
    const rows = items.map((item) => make("tr", {}, names.map((name, at) =>
      make(at ? "td" : "th", at ? {} : { scope: "row" }, isEmpty(item[name]) ? "" : this.text(name, item[name])))));
    return make("div", { class: "wide", tabindex: 0, role: "region", "aria-label": say("page.table") },
      make("table", {}, make("thead", {}, make("tr", {}, head)), make("tbody", {}, rows)));
  }

  /** One value, in line. */
  text(name, value) {
    if (value === null) return this.nothing;
    if (typeof value === "boolean") return say(value ? "page.yes" : "page.no");
    if (typeof value === "number") return (SEATS.includes(name) && this.seats[value]) || String(value);
    if (typeof value === "string") return coloured(value);
    if (Array.isArray(value)) return listed(value.map((item) => this.text(name, item)), value.some(isCard));
    if (isCard(value)) return cargo(value);
    const { name: title, ...rest } = value;
    const pairs = Object.entries(rest).filter(([, inner]) => inner !== 0 && inner !== null);
    if (title === undefined) return listed(pairs.map(([key, inner]) => make("span", {}, this.key(key), " ", this.text(key, inner))));
    return make("span", {}, say(`value.${title}`), " (", listed(pairs.map(([key, inner]) => make("span", {}, this.label(key), " ", this.text(key, inner)))), ")");
  }

  /** What is counted or described: a colour, a contract, a field. */
  key(name) {
    return knows(`value.${name}`) ? coloured(name) : this.label(name);
  }
}

function listed(parts, apart = false) {
  if (!parts.length) return "–";
  return make("span", { class: apart ? "several" : "" }, parts.flatMap((part, at) => (at && !apart ? [", ", part] : [part])));
}

function coloured(name) {
  const text = say(`value.${name}`);
  return COLOURS.includes(name) ? make("span", { class: `chip ${name}` }, text) : text;
}

/** A cargo card as the sentences name it: the first letters of its flags, and its spice. */
function cargo({ flags, spice, count }) {
  const letters = flags.map((flag) => make("span", { class: `chip ${flag}`, title: say(`value.${flag}`) }, flag[0]));
  return make("span", { class: "cargo" }, letters, ` ${count > 1 ? `${count} × ` : ""}${say(`value.${spice}`)}`);
}

const isRecord = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isCard = (value) => isRecord(value) && Array.isArray(value.flags);
const isEmpty = (value) => value === null || value === false || (Array.isArray(value) && !value.length);

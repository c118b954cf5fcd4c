// The lobby: one's own games, public tables, and opening a table.

import { ask, attempt, choice, labelled, make, say } from "./tools.js";

const AGAIN = 10000;
const CLOCKS = { none: [], move: [["seconds", 60, 5, 3600]], bank: [["seconds", 900, 10, 14400], ["increment", 10, 0, 300]], days: [["days", 2, 1, 30]] };

export async function showLobby(main) {
  const mine = make("section", { class: "panel", hidden: true });
  const open = make("section", { class: "panel" });
  const { games, levels } = await ask("GET", "/api/games");
  main.replaceChildren(make("h1", { class: "unseen" }, "Tradewinds"), mine, make("section", { class: "panel" }, openingForm(games, levels)), open);
  const look = () => attempt(async () => {
    if (document.hidden) return;
    const asked = ["/api/tables/mine", "/api/tables/mine?finished=1", "/api/tables"].map((path) => ask("GET", path));
    const [running, finished, lobby] = (await Promise.all(asked)).map(({ tables }) => tables);
    const others = lobby.filter((table) => !table.mine.length);
    mine.hidden = !running.length && !finished.length;
    refill(mine, "lobby.mine", [list(running), finished.length && make("details", { open: mine.querySelector("details")?.open },
      make("summary", {}, say("lobby.finished")), list(finished.slice(0, 20)))]);
    refill(open, "lobby.tables", [others.length ? list(others) : make("p", {}, say("lobby.none"))]);
  });
  await look();
  setInterval(look, AGAIN);
  document.addEventListener("visibilitychange", look);
}

/** Fill a section anew, unless somebody is just at it with the keyboard. */
function refill(section, title, parts) {
  if (section.contains(document.activeElement)) return;
  section.replaceChildren(make("h2", {}, say(title)), ...parts.filter(Boolean));
}

function list(tables) {
  return make("ul", { class: "tables" }, tables.map((table) => {
    const seats = table.seats.map((seat) => (seat.kind === "open" ? say("table.free") : seat.kind === "bot" ? say("seat.bot", { level: say(`level.${seat.name}`) }) : seat.name || "–"));
    const badge = table.my_turn ? make("strong", { class: "badge" }, say("lobby.turn")) : make("span", {}, say(`status.${table.status}`));
    return make("li", {}, make("a", { href: `/tables/${table.id}` },
      make("b", {}, gameTitle(table)), badge, make("small", {}, seats.join(" · "), clockNote(table.clock))));
  }));
}

/** A game and its edition. */
export function gameTitle({ game, edition }) {
  return `${say(`game.${game}`)} · ${say(`edition.${edition}`)}`;
}

/** A clock in words, with a dot before it. */
export function clockNote(clock) {
  return clock.kind === "none" ? "" : ` · ${say(`clock.${clock.kind}_note`, clock)}`;
}

function openingForm(games, levels) {
  const chosen = { seats: ["me", "casual", "casual"], options: {} };
  const parts = { edition: make("div"), options: make("div", { class: "fields" }), seats: make("div", { class: "fields" }), clock: make("div", { class: "fields" }) };
  const flags = Object.fromEntries([["public", false], ["spectators", true], ["hints", true]].map(([name, on]) =>
    [name, make("input", { type: "checkbox", checked: on })]));
  const current = () => games.find(({ game }) => game === chosen.game);
  const sitting = [["me", say("seat.me")], ["open", say("seat.open")], ...levels.map((level) => [level, say(`level.${level}`)])];

  function showSeats() {
    const counts = current().players;
    while (chosen.seats.length < counts[0]) chosen.seats.push("casual");
    chosen.seats.length = Math.min(chosen.seats.length, counts.at(-1));
    const count = choice(counts.map((n) => [String(n), String(n)]), String(chosen.seats.length), { onchange: (event) => {
      while (chosen.seats.length < event.target.value) chosen.seats.push("casual");
      chosen.seats.length = Number(event.target.value);
      showSeats();
      showOptions();
      parts.seats.querySelector("select").focus();
    } });
    parts.seats.replaceChildren(labelled(say("lobby.players"), count), ...chosen.seats.map((who, seat) =>
      labelled(say("lobby.seat", { n: seat + 1 }), choice(sitting, who, { onchange: (event) => { chosen.seats[seat] = event.target.value; } }))));
  }

  function showOptions() {
    const options = Object.entries(current().editions[chosen.edition]);
    chosen.options = {};
    parts.options.replaceChildren(...options.flatMap(([name, values]) => {
      const possible = Object.keys(values).filter((value) => values[value].includes(chosen.seats.length));
      if (possible.length < 2) return [];
      const label = (value) => (name === "start" && value !== "random" ? say("lobby.seat", { n: value }) : say(`${name}.${value}`));
      possible.sort((a, b) => (b === "random") - (a === "random"));
      return labelled(say(`option.${name}`), choice(possible.map((value) => [value, label(value)]), possible[0], { onchange: (event) => { chosen.options[name] = event.target.value; } }));
    }));
  }

  function showEditions() {
    const editions = Object.keys(current().editions);
    chosen.edition = editions[0];
    parts.edition.hidden = editions.length < 2;
    parts.edition.replaceChildren(labelled(say("lobby.edition"), choice(editions.map((edition) => [edition, say(`edition.${edition}`)]), chosen.edition, {
      onchange: (event) => { chosen.edition = event.target.value; showOptions(); } })));
  }

  function showClock(kind) {
    chosen.clock = { kind };
    parts.clock.replaceChildren(...CLOCKS[kind].map(([name, value, min, max]) => {
      chosen.clock[name] = value;
      return labelled(say(`clock.${name}`), make("input", { type: "number", value, min, max, required: true, onchange: (event) => { chosen.clock[name] = event.target.valueAsNumber; } }));
    }));
  }

  function choose(game) {
    chosen.game = game;
    showEditions();
    showSeats();
    showOptions();
  }

  /** Open the table; if nobody else is awaited, the game begins at once. */
  const submit = (event) => {
    event.preventDefault();
    attempt(async () => {
      const ticked = Object.fromEntries(Object.entries(flags).map(([name, box]) => [name, box.checked]));
      const { id } = await ask("POST", "/api/tables", { ...chosen, ...ticked });
      if (!chosen.seats.includes("open") && chosen.seats.filter((seat) => seat === "me").length === 1) await ask("POST", `/api/tables/${id}`, { do: "start" });
      location.href = `/tables/${id}`;
    });
  };
  const picks = games.map(({ game }, at) => make("label", { class: "pick" },
    make("input", { type: "radio", name: "game", value: game, checked: at === 0, onchange: () => choose(game) }),
    make("b", {}, say(`game.${game}`)), make("small", {}, say(`about.${game}`))));
  choose(games[0].game);
  showClock("none");
  return make("form", { onsubmit: submit },
    make("h2", {}, say("lobby.play")),
    make("fieldset", { class: "picks" }, make("legend", { class: "unseen" }, say("lobby.game")), picks),
    parts.edition, parts.seats,
    make("details", {}, make("summary", {}, say("lobby.more")),
      parts.options,
      make("div", { class: "fields" }, labelled(say("clock.clock"), choice(Object.keys(CLOCKS).map((kind) => [kind, say(`clock.${kind}`)]), "none", { onchange: (event) => showClock(event.target.value) }))),
      parts.clock,
      Object.entries(flags).map(([name, box]) => make("label", { class: "tick" }, box, say(`lobby.${name}`)))),
    make("button", { class: "main" }, say("lobby.open")));
}

// Seats: what can be done about them before the game, and their clocks.

import { attempt, button, choice, make, say } from "./tools.js";

const LEVELS = ["novice", "casual", "skilled", "expert", "master"];

/** What can be done about a seat before the game. */
export function seating(page, seat, at) {
  const { mine, owner } = page.message;
  const own = mine.includes(at);
  const named = own ? mine.length > 1 : seat.kind === "open" && mine.length > 0;
  const field = named && make("input", { maxlength: 30, value: own ? seat.name : "", placeholder: say("table.name"), "aria-label": say("table.name_for", { n: at + 1 }) });
  const take = () => (page.me ? page.chair.do("take", { seat: at, name: (field && field.value.trim()) || null }) : page.askWho());
  const furnish = (event) => attempt(() => page.chair.do("furnish", { seat: at, level: event.target.value || null }));
  const kinds = [["", say("table.free")], ...LEVELS.map((level) => [level, say("seat.bot", { level: say(`level.${level}`) })])];
  if (seat.kind === "person") kinds.unshift(["person", seat.name]);
  return make("div", { class: "line" },
    field,
    seat.kind === "open" && button(say(mine.length ? "table.take_too" : "table.take"), take),
    own && (!seat.ready || named) && button(say(seat.ready ? "table.rename" : "table.ready"), take),
    own && button(say("table.leave"), () => page.chair.do("leave", { seat: at })),
    owner && !own && choice(kinds, seat.kind === "person" ? "person" : seat.level ?? "", { onchange: furnish, "aria-label": say("table.furnish", { n: at + 1 }) }));
}

/** A time that is left, as on a clock. */
export function duration(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds >= 86400) return say("clock.long", { days: Math.floor(seconds / 86400), hours: Math.floor((seconds % 86400) / 3600) });
  const minutes = Math.floor(seconds / 60) % 60;
  const parts = seconds >= 3600 ? [Math.floor(seconds / 3600), String(minutes).padStart(2, "0")] : [minutes];
  return [...parts, String(seconds % 60).padStart(2, "0")].join(":");
}

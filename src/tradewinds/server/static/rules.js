// The rules of a game on one page, fetched when somebody wants to read them.

import { attempt, language, make, say } from "./tools.js";

export function rulesOf({ game, edition }) {
  const text = make("div", { class: "rules", tabindex: 0, role: "region", "aria-label": say("table.rules") });
  const load = async () => {
    const answer = await fetch(`/api/rules/${game}?edition=${edition}&lang=${language}`);
    text.replaceChildren(...(await answer.text()).split("\n").filter(Boolean).map(line));
  };
  const ontoggle = (event) => event.target.open && !text.firstChild && attempt(load);
  return make("details", { ontoggle }, make("summary", {}, say("table.rules")), text);
}

/** A line of the little Markdown that the rules use: headings, points and plain text. */
function line(text) {
  const [, mark, rest] = text.match(/^(#+|-)?\s*(.*)$/);
  const content = rest.split(/\*\*|`/).map((part, at) => (at % 2 ? make("b", {}, part) : part));
  return make(mark?.startsWith("#") ? "h2" : "p", { class: mark === "-" ? "point" : "" }, content);
}

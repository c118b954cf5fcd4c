// A finished game move by move, through anybody's eyes.

import { ask, attempt, button, choice, labelled, language, make, say } from "./tools.js";

export class Replay {
  /** `show` is given each view, and the seat through whose eyes it is. */
  constructor(table, names, show) {
    Object.assign(this, { table, show, begun: false });
    this.eyes = choice([["-1", say("table.everybody")], ...names.map((name, seat) => [String(seat), name])], "-1", { onchange: () => this.look(this.slider.value) });
    this.slider = make("input", { type: "range", min: 0, value: 0, max: 0, onchange: () => this.look(this.slider.value) });
    this.told = make("p", { "aria-live": "polite" });
    const ontoggle = (event) => event.target.open && !this.begun && this.look(0);
    this.element = make("details", { ontoggle }, make("summary", {}, say("table.replay")),
      make("div", { class: "line" },
        button("◀", () => this.step(-1), { "aria-label": say("table.back") }),
        labelled(say("table.move"), this.slider),
        button("▶", () => this.step(1), { "aria-label": say("table.forward") })),
      labelled(say("table.eyes"), this.eyes),
      this.told);
  }

  step(by) {
    return this.look(Math.min(Number(this.slider.max), Math.max(0, Number(this.slider.value) + by)));
  }

  look(at) {
    return attempt(async () => {
      const found = await ask("GET", `/api/tables/${this.table}/replay?lang=${language}&seat=${this.eyes.value}&at=${at}`);
      this.begun = true;
      this.slider.max = found.last;
      this.slider.value = found.number;
      this.told.textContent = `${found.number} / ${found.last}. ${found.story.join(" ")}`;
      this.show(found.view, Number(this.eyes.value));
    });
  }
}

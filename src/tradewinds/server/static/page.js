// The page: who one is, in which language, and what its address shows.

import { showLobby } from "./lobby.js";
import { showTable } from "./table.js";
import { ask, attempt, button, labelled, language, make, say, speak, tell } from "./tools.js";

const LANGUAGES = ["en", "de", "it"];
const main = document.getElementById("main");

async function begin() {
  const { me } = await ask("GET", "/api/me").catch(() => ({ me: null }));
  const wanted = [me?.language, localStorage.getItem("language"), ...navigator.languages.map((code) => code.slice(0, 2))];
  await speak(wanted.find((code) => LANGUAGES.includes(code)) ?? "en");
  const chooser = document.getElementById("language");
  chooser.value = language;
  chooser.onchange = () => attempt(() => change(me, chooser.value));
  introduce(me);
  const table = location.pathname.match(/^\/tables\/([\w-]+)$/)?.[1];
  if (table) showTable(main, table, me, (then) => askName(then));
  else if (location.pathname !== "/") showNothing();
  else if (me) await showLobby(main);
  else askName(() => location.reload());
}

/** Another language, kept for whoever it is, from the next look at the page on. */
async function change(me, code) {
  localStorage.setItem("language", code);
  if (me) await ask("PATCH", "/api/me", { language: code });
  location.reload();
}

/** Who one is, at the top; a click gives another nickname. */
function introduce(me) {
  const rename = async () => {
    const nickname = prompt(say("page.nickname"), me.nickname)?.trim();
    if (nickname) introduce((await ask("PATCH", "/api/me", { nickname })).me);
  };
  const name = me && button(me.nickname, rename, { class: "quiet", title: say("page.rename") });
  document.getElementById("me").replaceChildren(...(name ? [name] : []));
}

/** Ask for a nickname, then go on. */
function askName(then) {
  document.getElementById("welcome")?.remove();
  const field = make("input", { required: true, maxlength: 30, autocomplete: "nickname", autofocus: true });
  const submit = async (event) => {
    event.preventDefault();
    await attempt(async () => {
      const { me } = await ask("POST", "/api/guest", { nickname: field.value.trim(), language });
      introduce(me);
      tell("");
      form.remove();
      then(me);
    });
  };
  const form = make("form", { id: "welcome", class: "panel", onsubmit: submit },
    make("h1", {}, say("page.welcome")),
    make("p", {}, say("page.games")),
    labelled(say("page.nickname"), field),
    make("button", { class: "main" }, say("page.go")));
  main.prepend(form);
  field.focus();
}

function showNothing() {
  main.replaceChildren(make("section", { class: "panel" },
    make("h1", {}, say("page.nothing")), make("a", { href: "/" }, say("page.home"))));
}

begin().catch((error) => tell(error.message));

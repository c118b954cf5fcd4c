// What every part of the page uses: elements, words, and questions to the server.

let words = {};
export let language = "en";

/** Load the words of a language. */
export async function speak(code) {
  language = code;
  words = await (await fetch(`/static/words/${code}.json`)).json();
  document.documentElement.lang = code;
}

/** The words for a key as "lobby.open", with values put into {braces}; for a name without words the name itself. */
export function say(key, values = {}) {
  const [group, name] = key.split(/\.(.*)/s);
  const found = words[group]?.[name] ?? name ?? key;
  return found.replace(/\{(\w+)\}/g, (_, value) => values[value] ?? "");
}

/** Whether there are words for a key. */
export function knows(key) {
  const [group, name] = key.split(/\.(.*)/s);
  return words[group]?.[name] !== undefined;
}

/** An element: attributes, `on…` handlers, and children that are elements or text. */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A button that does something; what goes wrong is told. */
export function button(text, action, attributes = {}) {
  return make("button", { type: "button", onclick: () => attempt(action), ...attributes }, text);
}

/** A choice from a list of [value, text]. */
export function choice(pairs, chosen, attributes = {}) {
  const options = pairs.map(([value, text]) => make("option", { value, selected: value === chosen }, text));
  return make("select", attributes, options);
}

/** A field with its label before it. */
export function labelled(text, field, kind = "field") {
  return make("label", { class: kind }, make("span", {}, text), field);
}

/** Do something; what goes wrong is told in the line at the foot of the page. */
export async function attempt(action) {
  try {
    await action();
  } catch (error) {
    tell(error.message);
  }
}

/** Tell something in the line that screen readers follow. */
export function tell(text) {
  const notice = document.getElementById("notice");
  notice.textContent = "";
  if (!text) return;
  notice.append(make("span", {}, text), button("×", () => tell(""), { "aria-label": say("page.dismiss") }));
}

/** Ask the server over HTTP; what is refused is thrown with the server's sentence. */
export async function ask(method, path, body) {
  const headers = { "accept-language": language, ...(body && { "content-type": "application/json" }) };
  let response;
  try {
    response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
  } catch {
    throw new Error(say("page.unreachable"));
  }
  const answer = await response.json().catch(() => ({ message: `${response.status} ${response.statusText}` }));
  if (!response.ok) throw new Error(answer.message);
  return answer;
}

/** A game, its editions, options and buttons in words: `i18n/LANGUAGE/GAME.json` has them; what it lacks is called as the server calls it. */
import { say, words } from "../lib/words.svelte";

function first(otherwise: string, ...keys: string[]): string {
  const found = keys.find((key) => words.has(key));
  return found ? say(found) : otherwise;
}

export const gameName = (game: string): string => first(game, `${game}.name`);

/** A box of the host's own has no name but the title that it brings along. */
export const editionName = (game: string, edition: string, title = ""): string => first(title || edition, `${game}.edition.${edition}`);

/** The edition where there is little room. */
export const shortEdition = (game: string, edition: string, title = ""): string =>
  first(title || edition, `${game}.edition_short.${edition}`, `${game}.edition.${edition}`);

/** Some options are the same in all games, so they have their words on the first page. */
export const optionName = (game: string, option: string): string => first(option, `${game}.option.${option}`, `home.option.${option}`);

export function optionValue(game: string, option: string, value: string): string {
  if (option === "start" && value !== "random") return say("home.value.start.n", { n: value });
  return first(value, `${game}.value.${option}.${value}`, `home.value.${option}.${value}`);
}

/** What stands on the button of an action that is a single word; it may mean different things in different phases. */
export const verbName = (game: string, verb: string, phase = "", otherwise = verb): string =>
  first(otherwise, `${game}.verb.${verb}_${phase}`, `${game}.verb.${verb}`);

/** What a move that was begun with a verb goes on with. */
export const goOnWords = (game: string, verb: string): string => first("", `${game}.go_on.${verb}`, "table.go_on");

/** What stands on the button that confirms an action. */
export const confirmWords = (game: string, verb: string): string => first("", `${game}.confirm.${verb}`, "table.confirm");

/** Why an action is rarely meant; once it is chosen, also how it is meant nevertheless. */
export const waryWords = (game: string, verb: string, again: boolean): string => first("", `${game}.wary.${verb}${again ? "_again" : ""}`);

/**
 * Translated names of games, editions, options and buttons from `i18n/LANGUAGE/GAME.json`; falls back to the server's
 * names.
 */
import { i18n, t } from "../lib/i18n.svelte";

function first(otherwise: string, ...keys: string[]): string {
  const found = keys.find((key) => i18n.has(key));
  return found ? t(found) : otherwise;
}

export const gameName = (game: string): string => first(game, `${game}.name`);

/** A custom edition has only the title it comes with. */
export const editionName = (game: string, edition: string, title = ""): string => first(title || edition, `${game}.edition.${edition}`);

/** Short edition name for narrow layouts. */
export const shortEdition = (game: string, edition: string, title = ""): string =>
  first(title || edition, `${game}.edition_short.${edition}`, `${game}.edition.${edition}`);

/** Options shared by all games are translated under `home`. */
export const optionName = (game: string, option: string): string => first(option, `${game}.option.${option}`, `home.option.${option}`);

export function optionValue(game: string, option: string, value: string): string {
  if (option === "start" && value !== "random") return t("home.value.start.n", { n: value });
  return first(value, `${game}.value.${option}.${value}`, `home.value.${option}.${value}`);
}

/** Button label of a one-word action; it may depend on the phase. */
export const verbName = (game: string, verb: string, phase = "", otherwise = verb): string =>
  first(otherwise, `${game}.verb.${verb}_${phase}`, `${game}.verb.${verb}`);

/** Prompt shown after the verb of a move has been picked. */
export const goOnLabel = (game: string, verb: string): string => first("", `${game}.go_on.${verb}`, "table.go_on");

/** Label of the confirm button. */
export const confirmLabel = (game: string, verb: string): string => first("", `${game}.confirm.${verb}`, "table.confirm");

/** Why an action is discouraged; `again` once it has been picked and needs confirmation. */
export const discouragedLabel = (game: string, verb: string, again: boolean): string => first("", `${game}.wary.${verb}${again ? "_again" : ""}`);

/** Accessible names and tooltips of the pieces: "red red red over yellow; pepper". */
import { t } from "../../lib/i18n.svelte";
import type { CardView, Company, ContractView, FlagsView, PortCardView, PortSpice } from "./view";

export const companyName = (company: Company): string => t(`borneo.company.${company}`);
export const spiceName = (spice: PortSpice): string => t(`borneo.spice.${spice}`);

export function goodsName(spice: PortSpice, count: number): string {
  return count === 1 ? spiceName(spice) : t("borneo.times", { n: count, what: spiceName(spice) });
}

export function cardName(card: CardView): string {
  return t("borneo.card", { flags: flagRow(card.flags), spice: goodsName(card.spice, card.count) });
}

/** Flags of a card: "red red red over yellow". */
function flagRow(flags: Company[]): string {
  const [lower, ...upper] = flags.map((flag) => t(`borneo.flag.${flag}`)).reverse();
  return t("borneo.flags", { flags: upper.reverse().join(" "), lower: lower! });
}

/** Flag notation in sentences: "rrry". */
export const FLAGS = /\b([rygb]{4})\b/;
const LETTERS: Record<string, Company> = { r: "red", y: "yellow", g: "green", b: "blue" };
export const flagsOf = (code: string): Company[] => [...code].map((letter) => LETTERS[letter]!);

/** Spell out flag notation. */
export const spoken = (text: string): string => text.replace(new RegExp(FLAGS, "g"), (code) => flagRow(flagsOf(code)));

export function portName(port: PortCardView): string {
  return t("borneo.port", { name: port.name, spice: spiceName(port.spice), limit: port.limit, monopoly: port.monopoly });
}

export function contractName(contract: ContractView): string {
  return t(contract.each ? "borneo.contract.each" : "borneo.contract.alike", { n: contract.each || contract.alike });
}

export function flagsName(flags: FlagsView[]): string {
  if (!flags.length) return t("borneo.no_flags");
  return flags.map(({ company, count }) => t("borneo.flag_count", { company: companyName(company), n: count })).join(", ");
}

/** What pieces are called, for screen readers and tooltips: "red red red over yellow; pepper". */
import { say } from "../../lib/words.svelte";
import type { CardView, Company, ContractView, PortCardView, Spice } from "./view";

export const companyName = (company: Company): string => say(`borneo.company.${company}`);
export const spiceName = (spice: Spice): string => say(`borneo.spice.${spice}`);

export function goodsName(spice: Spice, count: number): string {
  return count === 1 ? spiceName(spice) : say("borneo.times", { n: count, what: spiceName(spice) });
}

export function cardName(card: CardView): string {
  return say("borneo.card", { flags: flagRow(card.flags), spice: goodsName(card.spice, card.count) });
}

/** The flags of a card: "red red red over yellow". */
function flagRow(flags: Company[]): string {
  const [lower, ...upper] = flags.map((flag) => say(`borneo.flag.${flag}`)).reverse();
  return say("borneo.flags", { flags: upper.reverse().join(" "), lower: lower! });
}

/** How sentences write the flags of a card: "rrry". */
export const FLAGS = /\b([rygb]{4})\b/;
const LETTERS: Record<string, Company> = { r: "red", y: "yellow", g: "green", b: "blue" };
export const flagsOf = (code: string): Company[] => [...code].map((letter) => LETTERS[letter]!);

/** A sentence with words in place of such letters. */
export const spoken = (text: string): string => text.replace(new RegExp(FLAGS, "g"), (code) => flagRow(flagsOf(code)));

export function portName(port: PortCardView): string {
  return say("borneo.port", { name: port.name, spice: spiceName(port.spice), limit: port.limit, monopoly: port.monopoly });
}

export function contractName(contract: ContractView): string {
  return say(contract.each ? "borneo.contract.each" : "borneo.contract.alike", { n: contract.each || contract.alike });
}

export function flagsName(flags: [Company, number][]): string {
  if (!flags.length) return say("borneo.no_flags");
  return flags.map(([company, n]) => say("borneo.flag_count", { company: companyName(company), n })).join(", ");
}

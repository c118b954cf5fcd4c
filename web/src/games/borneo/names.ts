/** What pieces are called, for screen readers and tooltips: "Cargo card: red, red, red, over yellow; pepper". */
import { say } from "../../lib/words.svelte";
import type { CardView, Company, ContractView, PortCardView, Spice } from "./view";

export const companyName = (company: Company): string => say(`borneo.company.${company}`);
export const spiceName = (spice: Spice): string => say(`borneo.spice.${spice}`);

export function goodsName(spice: Spice, count: number): string {
  return count === 1 ? spiceName(spice) : say("borneo.times", { n: count, what: spiceName(spice) });
}

export function cardName(card: CardView): string {
  const [a, b, c, lower] = card.flags.map((flag) => say(`borneo.flag.${flag}`));
  return say("borneo.card", { flags: [a, b, c].join(", "), lower: lower!, spice: goodsName(card.spice, card.count) });
}

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

/** Visible flags at a port, in the order in which companies choose (BO-7.1, BO-7.4). */
import { COMPANIES, type Company, type PortView } from "./view";

/** Companies with visible flags: most flags first, ties by first appearance. */
export function shownFlags(port: PortView): [Company, number][] {
  const seen = port.cargo.flatMap((card, i) => card.flags.slice(0, i === port.cargo.length - 1 ? 4 : 3));
  return COMPANIES.filter((company) => port.flags[company] > 0)
    .sort((a, b) => port.flags[b] - port.flags[a] || seen.indexOf(a) - seen.indexOf(b))
    .map((company) => [company, port.flags[company]]);
}

/** Which flags show at a port, in the order in which companies would choose (BO-7.1, BO-7.4). */
import { COMPANIES, type Company, type PortView } from "./view";

/** The companies that show flags: most flags first; of those that are level the one whose flag appears first. */
export function shownFlags(port: PortView): [Company, number][] {
  const seen = port.cargo.flatMap((card, i) => card.flags.slice(0, i === port.cargo.length - 1 ? 4 : 3));
  return COMPANIES.filter((company) => port.flags[company] > 0)
    .sort((a, b) => port.flags[b] - port.flags[a] || seen.indexOf(a) - seen.indexOf(b))
    .map((company) => [company, port.flags[company]]);
}

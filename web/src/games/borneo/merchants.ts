/** Track merchants across positions for animation: views only give the owner at each rank. */
import type { CompanyView } from "./view";

export interface Standing { id: string; seat: number }

/** Assign an id to every merchant: keep those that can have stayed, then match moved ones by owner. */
export function trackMerchants(before: Standing[][], companies: CompanyView[]): Standing[][] {
  const stayed = companies.map((company, row) => longestCommon(before[row] ?? [], company.merchants));
  const free = before.flatMap((row, i) => row.filter((merchant) => !stayed[i]!.includes(merchant)));
  const used = new Set(before.flat().map((merchant) => merchant.id));
  return companies.map((company, row) =>
    company.merchants.map((seat, rank) => stayed[row]![rank] ?? takeFree(free, seat) ?? fresh(used, seat)),
  );
}

function takeFree(free: Standing[], seat: number): Standing | undefined {
  const place = free.findIndex((merchant) => merchant.seat === seat);
  return place < 0 ? undefined : free.splice(place, 1)[0];
}

function fresh(used: Set<string>, seat: number): Standing {
  let number = 1;
  while (used.has(`${seat}-${number}`)) number += 1;
  used.add(`${seat}-${number}`);
  return { id: `${seat}-${number}`, seat };
}

/** For each rank, the merchant of a longest common subsequence with the previous row, if any. */
function longestCommon(before: Standing[], now: number[]): (Standing | undefined)[] {
  const most = Array.from({ length: before.length + 1 }, () => new Array<number>(now.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      most[i]![j] = before[i]!.seat === now[j] ? most[i + 1]![j + 1]! + 1 : Math.max(most[i + 1]![j]!, most[i]![j + 1]!);
  const found = new Array<Standing | undefined>(now.length).fill(undefined);
  for (let i = 0, j = 0; i < before.length && j < now.length; ) {
    if (before[i]!.seat === now[j]) found[j++] = before[i++];
    else if (most[i + 1]![j]! >= most[i]![j + 1]!) i++;
    else j++;
  }
  return found;
}

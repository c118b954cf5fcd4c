/** Rules as sections of sentences, with the main place of each rule. */
import { type Item, readMarkdown } from "./markdown";

export interface Section { title: Item; items: Item[] }
export interface Rules { opening: Item[]; sections: Section[] }

export function readRules(text: string): Rules {
  const rules: Rules = { opening: [], sections: [] };
  for (const block of readMarkdown(text)) {
    const last = rules.sections.at(-1);
    if (block.kind === "heading" && block.level > 1) rules.sections.push({ title: block.item, items: [] });
    else if (block.kind === "list") last?.items.push(...block.items);
    else if (block.kind === "paragraph") (last ? last.items : rules.opening).push(block.item);
  }
  return rules;
}

/**
 * Ids for which each sentence is the main place: the first that leads with the rule, else the first that mentions it.
 */
export function mainPlaces(rules: Rules): Map<Item, string[]> {
  const items = rules.sections.flatMap((section) => section.items);
  const places = new Map<Item, string[]>(items.map((item) => [item, []]));
  for (const id of new Set(items.flatMap((item) => item.rules))) {
    const place = items.find((item) => item.rules[0] === id) ?? items.find((item) => item.rules.includes(id));
    places.get(place!)!.push(id);
  }
  return places;
}

/** Whether a sentence covers a rule or a part of it: BO-3 includes BO-3.1 and so on. */
export function restsOn(item: Item, rule: string): boolean {
  return rule !== "" && item.rules.some((id) => id === rule || id.startsWith(`${rule}.`));
}

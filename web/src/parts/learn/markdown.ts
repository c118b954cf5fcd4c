/** Parser for the Markdown subset of rules and lessons: headings, paragraphs, lists, tables, bold. */
export interface Piece { text: string; bold: boolean }
/** A paragraph or list item with its rule ids. */
export interface Item { pieces: Piece[]; rules: string[] }
export type Block =
  | { kind: "heading"; level: number; item: Item }
  | { kind: "paragraph"; item: Item }
  | { kind: "list"; items: Item[] }
  | { kind: "table"; rows: Item[][] };

const RULES = /\s*\(((?:B[YO]-[\d.]+(?:, )?)+)\)\s*$/;

function readItem(text: string): Item {
  const found = RULES.exec(text);
  const said = found ? text.slice(0, found.index) : text;
  const pieces = said.split("**").map((part, place) => ({ text: part, bold: place % 2 === 1 }));
  return { pieces: pieces.filter((piece) => piece.text), rules: found ? found[1]!.split(", ") : [] };
}

export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  for (const line of text.split("\n")) {
    const heading = /^(#{1,4}) (.*)$/.exec(line);
    if (!line.trim()) {
      open = null;
    } else if (heading) {
      blocks.push({ kind: "heading", level: heading[1]!.length, item: readItem(heading[2]!) });
      open = null;
    } else if (line.startsWith("- ")) {
      if (open?.kind !== "list") blocks.push((open = { kind: "list", items: [] }));
      open.items.push(readItem(line.slice(2)));
    } else if (line.startsWith("|")) {
      if (open?.kind !== "table") blocks.push((open = { kind: "table", rows: [] }));
      if (!/^[|\s:-]+$/.test(line)) open.rows.push(line.split("|").slice(1, -1).map((cell) => readItem(cell.trim())));
    } else {
      blocks.push({ kind: "paragraph", item: readItem(line) });
      open = null;
    }
  }
  return blocks;
}

/** Plain text of an item. */
export const plain = (item: Item): string => item.pieces.map((piece) => piece.text).join("");

/** Numbers in local storage, among them the last position seen at each table, from which playback resumes. */
export interface LastSeen { read(): number | null; write(position: number): void }

const KEY = "tradewinds.seen";
const MAX_ENTRIES = 60;

/** Last position seen by one seat at one table. */
export function lastSeen(table: string, seat: number | null): LastSeen {
  const name = `${table}/${seat ?? "public"}`;
  return {
    read: () => readNumbers(KEY)[name] ?? null,
    write: (position) => storeNumber(KEY, name, position),
  };
}

/** All numbers under a key. */
export function readNumbers(key: string): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

/** Store a number, dropping the oldest entries. */
export function storeNumber(key: string, name: string, number: number): void {
  const { [name]: _old, ...others } = readNumbers(key);
  const entries = [...Object.entries(others), [name, number]].slice(-MAX_ENTRIES);
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Without storage nothing is remembered.
  }
}

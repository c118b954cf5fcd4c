/** Numbers kept in the browser by names; and up to which position somebody has seen a game: what comes after it is played back on return. */
export interface Memory { read(): number | null; write(position: number): void }

const KEY = "tradewinds.seen";
const MOST = 60;

/** The memory of one seat at one table. */
export function remembered(table: string, seat: number | null): Memory {
  const name = `${table}/${seat ?? "public"}`;
  return {
    read: () => kept(KEY)[name] ?? null,
    write: (position) => keep(KEY, name, position),
  };
}

/** The numbers kept under a key. */
export function kept(key: string): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

/** Keep a number; of many the latest stay. */
export function keep(key: string, name: string, number: number): void {
  const { [name]: _old, ...others } = kept(key);
  const entries = [...Object.entries(others), [name, number]].slice(-MOST);
  try {
    localStorage.setItem(key, JSON.stringify(Object.fromEntries(entries)));
  } catch {
    // Where nothing can be kept, everything begins anew next time.
  }
}

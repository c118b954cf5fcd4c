/** Up to which position somebody has seen a game, kept in the browser: what comes after it is played back on return. */
export interface Memory { read(): number | null; write(position: number): void }

const KEY = "tradewinds.seen";
const MOST = 60;

/** The memory of one seat at one table. */
export function remembered(table: string, seat: number | null): Memory {
  const name = `${table}/${seat ?? "public"}`;
  return {
    read: () => kept()[name] ?? null,
    write: (position) => {
      const { [name]: _old, ...others } = kept();
      const entries = [...Object.entries(others), [name, position]].slice(-MOST);
      try {
        localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(entries)));
      } catch {
        // Where nothing can be kept, nothing is played back.
      }
    },
  };
}

function kept(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, number>;
  } catch {
    return {};
  }
}

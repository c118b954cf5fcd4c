/** Questions to the server over HTTP. */
import { words } from "./words.svelte";

/** Why the server did not do something; `rule` names the rule of the game that forbids it. */
export class Problem extends Error {
  constructor(message: string, readonly kind: string, readonly rule: string | null = null) {
    super(message);
  }
}

/** Ask; the answer as JSON, or as text where it is none. */
export async function ask<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const headers: Record<string, string> = { "accept-language": words.language };
  if (body !== undefined) headers["content-type"] = "application/json";
  let answer: Response;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Problem(words.say("common.unreachable"), "unreachable");
  }
  const isJson = answer.headers.get("content-type")?.includes("json");
  const said: unknown = isJson ? await answer.json() : await answer.text();
  if (answer.ok) return said as T;
  const told = (isJson ? said : {}) as { message?: string; kind?: string; rule?: string | null };
  throw new Problem(told.message ?? words.say("common.unreachable"), told.kind ?? "error", told.rule ?? null);
}

export const post = <T>(path: string, body: unknown = {}): Promise<T> => ask<T>(path, "POST", body);

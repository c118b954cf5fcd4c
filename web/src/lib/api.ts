/** HTTP client. */
import { i18n } from "./i18n.svelte";

/** An error response; `rule` is the id of the violated game rule. */
export class ApiError extends Error {
  constructor(message: string, readonly kind: string, readonly rule: string | null = null) {
    super(message);
  }
}

/** Send a request and return the response, parsed if it is JSON, otherwise as text. */
export async function request<T>(path: string, method = "GET", body?: unknown): Promise<T> {
  const headers: Record<string, string> = { "accept-language": i18n.language };
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new ApiError(i18n.t("common.unreachable"), "unreachable");
  }
  const isJson = response.headers.get("content-type")?.includes("json");
  const content: unknown = isJson ? await response.json() : await response.text();
  if (response.ok) return content as T;
  const error = (isJson ? content : {}) as { message?: string; kind?: string; rule?: string | null };
  throw new ApiError(error.message ?? i18n.t("common.unreachable"), error.kind ?? "error", error.rule ?? null);
}

export const post = <T>(path: string, body: unknown = {}): Promise<T> => request<T>(path, "POST", body);

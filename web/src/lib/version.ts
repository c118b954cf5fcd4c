/** Detect that the server has been updated since the page was loaded. */
import { request } from "./api";

let loaded: string | null = null;

/** Compare with the version first reported by the server. */
export async function pagesChanged(): Promise<boolean> {
  try {
    const { pages } = await request<{ pages: string }>("/api/version");
    loaded ??= pages;
    return pages !== loaded;
  } catch {
    return false;
  }
}

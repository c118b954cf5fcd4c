/** Whether the server still has the pages that this page was loaded from. */
import { ask } from "./api";

let loaded: string | null = null;

/** Ask the server; the first answer is taken for the version of this page. */
export async function pagesChanged(): Promise<boolean> {
  try {
    const { pages } = await ask<{ pages: string }>("/api/version");
    loaded ??= pages;
    return pages !== loaded;
  } catch {
    return false;
  }
}

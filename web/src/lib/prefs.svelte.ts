/** What somebody prefers, kept in the browser: language, light or dark, sound, letters as keys; and movement. */
import { LANGUAGES, type Language, words } from "./words.svelte";

export type Theme = "auto" | "light" | "dark";
const KEY = "tradewinds";
const dark = matchMedia("(prefers-color-scheme: dark)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

function stored(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
}

function preferredLanguage(): Language {
  const known = Object.keys(LANGUAGES);
  return (navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => known.includes(tag)) ?? "en") as Language;
}

class Prefs {
  language = $state<Language>("en");
  theme = $state<Theme>("auto");
  sound = $state(false);
  /** Whether letters are keys of the table; who speaks to the computer or uses a screen reader may need them otherwise. */
  letters = $state(true);
  /** Pieces are set down at once instead of travelling. */
  calm = $state(still.matches);

  constructor() {
    const kept = stored();
    this.language = typeof kept.language === "string" && kept.language in LANGUAGES ? (kept.language as Language) : preferredLanguage();
    if (kept.theme === "light" || kept.theme === "dark") this.theme = kept.theme;
    this.sound = kept.sound === true;
    this.letters = kept.letters !== false;
    dark.addEventListener("change", () => this.apply());
    still.addEventListener("change", () => (this.calm = still.matches));
    this.apply();
  }

  async setLanguage(language: Language): Promise<void> {
    await words.use(language);
    this.language = language;
    this.keep();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.keep();
    this.apply();
  }

  setSound(sound: boolean): void {
    this.sound = sound;
    this.keep();
  }

  setLetters(letters: boolean): void {
    this.letters = letters;
    this.keep();
  }

  /** Milliseconds for a movement, 0 where somebody wants none. */
  get move(): number {
    return this.calm ? 0 : 320;
  }

  private apply(): void {
    const isDark = this.theme === "dark" || (this.theme === "auto" && dark.matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
  }

  private keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ language: this.language, theme: this.theme, sound: this.sound, letters: this.letters }));
    } catch {
      // Where nothing can be kept, the choice holds for this page.
    }
  }
}

export const prefs = new Prefs();

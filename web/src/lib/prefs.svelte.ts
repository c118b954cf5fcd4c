/** What somebody prefers, kept in the browser: language, light or dark, sound, letters as keys, playback; and movement. */
import { LANGUAGES, type Language, words } from "./words.svelte";

export type Theme = "auto" | "light" | "dark";
/** How fast what happens is shown, as the factor of its time; off shows at once how things are. */
export const PLAYBACK = { slow: 2, normal: 1, fast: 0.5, off: 0 } as const;
export type Playback = keyof typeof PLAYBACK;
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
  playback = $state<Playback>("normal");
  /** Pieces are set down at once instead of travelling. */
  calm = $state(still.matches);

  constructor() {
    const kept = stored();
    this.language = typeof kept.language === "string" && kept.language in LANGUAGES ? (kept.language as Language) : preferredLanguage();
    if (kept.theme === "light" || kept.theme === "dark") this.theme = kept.theme;
    this.sound = kept.sound === true;
    this.letters = kept.letters !== false;
    if (typeof kept.playback === "string" && kept.playback in PLAYBACK) this.playback = kept.playback as Playback;
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

  setPlayback(playback: Playback): void {
    this.playback = playback;
    this.keep();
  }

  /** Milliseconds for a movement, 0 where somebody wants none. */
  get move(): number {
    return this.calm ? 0 : 320 * this.pace;
  }

  /** The factor of all times in which something is shown. */
  get pace(): number {
    return PLAYBACK[this.playback];
  }

  private apply(): void {
    const isDark = this.theme === "dark" || (this.theme === "auto" && dark.matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
  }

  private keep(): void {
    const { language, theme, sound, letters, playback } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ language, theme, sound, letters, playback }));
    } catch {
      // Where nothing can be kept, the choice holds for this page.
    }
  }
}

export const prefs = new Prefs();

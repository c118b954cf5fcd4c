/** User preferences, stored in the browser: language, theme, sound, letter shortcuts and playback speed. */
import { i18n, type Language, LANGUAGES } from "./i18n.svelte";

export type Theme = "auto" | "light" | "dark";
/** Factors for all display times; `off` jumps to the current position. */
export const PLAYBACK_SPEEDS = { slow: 2, normal: 1, fast: 0.5, off: 0 } as const;
export type PlaybackSpeed = keyof typeof PLAYBACK_SPEEDS;
const KEY = "tradewinds";
const dark = matchMedia("(prefers-color-scheme: dark)");
const reduced = matchMedia("(prefers-reduced-motion: reduce)");

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

class Preferences {
  language = $state<Language>("en");
  theme = $state<Theme>("auto");
  sound = $state(false);
  /** Whether letters are shortcuts; they can conflict with speech input and screen readers. */
  letters = $state(true);
  playback = $state<PlaybackSpeed>("normal");
  /** Skip animations. */
  reducedMotion = $state(reduced.matches);

  constructor() {
    const kept = stored();
    this.language = typeof kept.language === "string" && kept.language in LANGUAGES ? (kept.language as Language) : preferredLanguage();
    if (kept.theme === "light" || kept.theme === "dark") this.theme = kept.theme;
    this.sound = kept.sound === true;
    this.letters = kept.letters !== false;
    if (typeof kept.playback === "string" && kept.playback in PLAYBACK_SPEEDS) this.playback = kept.playback as PlaybackSpeed;
    dark.addEventListener("change", () => this.apply());
    reduced.addEventListener("change", () => (this.reducedMotion = reduced.matches));
    this.apply();
  }

  async setLanguage(language: Language): Promise<void> {
    await i18n.use(language);
    this.language = language;
    this.save();
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.save();
    this.apply();
  }

  setSound(sound: boolean): void {
    this.sound = sound;
    this.save();
  }

  setLetters(letters: boolean): void {
    this.letters = letters;
    this.save();
  }

  setPlayback(playback: PlaybackSpeed): void {
    this.playback = playback;
    this.save();
  }

  /** Milliseconds of a movement; 0 for none. */
  get moveDuration(): number {
    return this.reducedMotion ? 0 : 320 * this.speed;
  }

  /** Factor for all display times. */
  get speed(): number {
    return PLAYBACK_SPEEDS[this.playback];
  }

  private apply(): void {
    const isDark = this.theme === "dark" || (this.theme === "auto" && dark.matches);
    document.documentElement.dataset.theme = isDark ? "dark" : "light";
  }

  private save(): void {
    const { language, theme, sound, letters, playback } = this;
    try {
      localStorage.setItem(KEY, JSON.stringify({ language, theme, sound, letters, playback }));
    } catch {
      // Without storage the choice lasts for this page.
    }
  }
}

export const preferences = new Preferences();

/** The sentences of the page in one language; the server says those of the games. */
export const LANGUAGES = { en: "English", de: "Deutsch", it: "Italiano" } as const;
export type Language = keyof typeof LANGUAGES;

type Catalogue = { [key: string]: string | Catalogue };
const files = {
  en: () => import("../i18n/en/index"),
  de: () => import("../i18n/de/index"),
  it: () => import("../i18n/it/index"),
};

/** What few visits need. */
const LATER = import.meta.glob<Catalogue>("../i18n/*/legend.json", { import: "default" });

class Words {
  language = $state<Language>("en");
  private catalogue = $state.raw<Catalogue>({});

  /** Change to a language, once its words are here. */
  async use(language: Language): Promise<void> {
    this.catalogue = (await files[language]()).default as Catalogue;
    this.language = language;
    document.documentElement.lang = language;
  }

  /** Fetch a part that is not there from the beginning, in the language that is spoken now. */
  async fetch(part: string): Promise<void> {
    const language = this.language;
    const found = await LATER[`../i18n/${language}/${part}.json`]!();
    if (language === this.language) this.catalogue = { ...this.catalogue, [part]: found };
  }

  /** The sentence under a dotted key, with values in place of {names} and the form that fits them: "{n} {n|rupee|rupees}". */
  say(key: string, values: Record<string, string | number> = {}): string {
    let entry: string | Catalogue | undefined = this.catalogue;
    for (const part of key.split(".")) entry = typeof entry === "object" ? entry[part] : undefined;
    if (typeof entry !== "string") return key;
    return entry.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (whole, name: string, one?: string, many?: string) =>
      one === undefined ? String(values[name] ?? whole) : Number(values[name]) === 1 ? one : many!,
    );
  }

  /** Whether there is a sentence under a key. */
  has(key: string): boolean {
    return this.say(key) !== key;
  }
}

export const words = new Words();
export const say = (key: string, values?: Record<string, string | number>): string => words.say(key, values);

/** Translations of the user interface; the server translates the sentences of the games. */
import { format, type Values } from "./message";

export const LANGUAGES = { en: "English", de: "Deutsch", it: "Italiano" } as const;
export type Language = keyof typeof LANGUAGES;

type Catalogue = { [key: string]: string | Catalogue };
const files = {
  en: () => import("../i18n/en/index"),
  de: () => import("../i18n/de/index"),
  it: () => import("../i18n/it/index"),
};

/** Parts that are loaded on demand. */
const ON_DEMAND = import.meta.glob<Catalogue>("../i18n/*/legend.json", { import: "default" });

class I18n {
  language = $state<Language>("en");
  private catalogue = $state.raw<Catalogue>({});

  /** Load a language and switch to it. */
  async use(language: Language): Promise<void> {
    this.catalogue = (await files[language]()).default as Catalogue;
    this.language = language;
    document.documentElement.lang = language;
  }

  /** Load an on-demand part in the current language. */
  async fetch(part: string): Promise<void> {
    const language = this.language;
    const found = await ON_DEMAND[`../i18n/${language}/${part}.json`]!();
    if (language === this.language) this.catalogue = { ...this.catalogue, [part]: found };
  }

  /** Translate a dotted key: the message in `message.ts`'s format, written with its values. */
  t(key: string, values: Values = {}): string {
    const message = this.find(key);
    return message === undefined ? key : format(message, values, this);
  }

  /** Whether a key exists. */
  has(key: string): boolean {
    return this.find(key) !== undefined;
  }

  private find(key: string): string | undefined {
    let entry: string | Catalogue | undefined = this.catalogue;
    for (const part of key.split(".")) entry = typeof entry === "object" ? entry[part] : undefined;
    return typeof entry === "string" ? entry : undefined;
  }
}

export const i18n = new I18n();
export const t = (key: string, values?: Values): string => i18n.t(key, values);

/**
 * The message format of all catalogues, a subset of ICU MessageFormat: `src/tradewinds/i18n/message.py` describes it.
 * `tests/i18n/messages.json` holds both implementations to it.
 */
export type Values = Record<string, string | number>;

/** What messages are written with besides their values. */
export interface Words {
  language: string;
  seats?: string[];
  /** A table of names by value, or the message that stands for it. */
  names?: (table: string) => Record<string, string> | string;
}

const TEXT = /[^{}]*/y;
const TEXT_IN_PLURAL = /[^{}#]*/y;
const WORD = /\s*[\w-]*\s*/y;
const rules: Record<string, Intl.PluralRules> = {};

/** The plural category of a value; what is not a number is "other". */
function category(language: string, value: unknown): string {
  return typeof value === "number" ? (rules[language] ??= new Intl.PluralRules(language)).select(value) : "other";
}

/** Write a message with its values; an argument without a value stays as it is. */
export function format(message: string, values: Values, words: Words): string {
  let at = 0;
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at;
    const [found] = pattern.exec(message)!;
    at += found.length;
    return found;
  };
  const word = (): string => take(WORD).trim();
  const skip = (sign: string): boolean => message[at] === sign && !!++at;

  /** Write up to a closing brace or the end; `number` is what `#` stands for. */
  function text(number?: string): string {
    let said = "";
    for (;;) {
      said += take(number ? TEXT_IN_PLURAL : TEXT);
      if (skip("{")) said += argument();
      else if (number && skip("#")) said += number;
      else return said;
    }
  }

  /** Write an argument after its opening brace. */
  function argument(): string {
    const name = word();
    const value = values[name];
    const kind = skip(",") ? word() : "";
    let said = String(value ?? `{${name}}`);
    if (kind === "seat") said = words.seats?.[Number(value)] ?? String(Number(value) + 1);
    else if (skip(",")) said = kind === "name" ? named(word(), said, value) : chosen(kind, said, value);
    skip("}");
    return said;
  }

  function named(table: string, said: string, value?: string | number): string {
    const names = words.names?.(table) ?? said;
    return typeof names === "string" ? format(names, { n: value ?? said }, words) : names[said]!;
  }

  /** Write the case of a choice that a value has. */
  function chosen(kind: string, said: string, value?: string | number): string {
    const plural = kind === "plural";
    const forms = new Map<string, string>();
    for (let form = word(); form; form = word()) {
      skip("{");
      forms.set(form, text(plural ? said : undefined));
      skip("}");
    }
    return forms.get(plural ? category(words.language, value) : said) ?? forms.get("other")!;
  }

  return text();
}

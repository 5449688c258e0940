import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import { languageOfScript } from "../html/directions.ts";
import { type Fields, firstUsable, isRecord, readLine } from "./values.ts";

const NAMES = ["language", "lang", "locale", "inLanguage"] as const;

/** How a source names ours: codes of ISO 639 with or without a region, and names. */
const CODES: Readonly<Record<Language, RegExp>> = {
  en: /^en(?:g|glish)?(?:[-_ ]|$)/i,
  sw: /^(?:sw[ah]?|kiswahili|swahili)(?:[-_ ]|$)/i,
};

/** Frequent words that the other language, and its neighbours, do not have. */
const FREQUENT: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set("the and of with from was were that this for are is have has by will".split(" ")),
  sw: new Set(
    "na ya wa kwa katika ni za cha vya kwamba hii hiyo huo lakini pia wake yake yao watu".split(
      " ",
    ),
  ),
};

/** More tell nothing new. */
const MOST_LETTERS = 6_000;
/** What it takes to be sure: of all words, of different ones, and many times those of the other. */
const SURE = { share: 0.12, distinct: 3, times: 4 };

/** A code or name as it stands: `sw-TZ`, `Kiswahili`, `{ "code": "sw" }`; of a list its only one. */
function statedOf(value: unknown): string | null {
  if (Array.isArray(value)) return value.length === 1 ? statedOf(value[0]) : null;
  if (!isRecord(value)) return readLine(value);
  return readLine(value.code) ?? readLine(value.alternateName) ?? readLine(value.name);
}

/** The language that frequent words name; null unless it is sure. */
function ofWords(text: string): Language | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = LANGUAGES.map((language) => {
    const found = words.filter((word) => FREQUENT[language].has(word));
    return { language, count: found.length, distinct: new Set(found).size };
  }).sort((a, b) => b.count - a.count);
  const [first, second] = counts;
  if (!first || !second) return null;
  const isSure =
    first.count >= words.length * SURE.share &&
    first.distinct >= SURE.distinct &&
    first.count >= second.count * SURE.times;
  return isSure ? first.language : null;
}

const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** The tag of what a source states (BCP 47): `ar-EG` of `ar_EG`, `fr` of `fra`. */
function tagOf(stated: string): string | null {
  const own = LANGUAGES.find((language) => CODES[language].test(stated));
  if (own) return own;
  try {
    const [tag = ""] = Intl.getCanonicalLocales(stated.replaceAll("_", "-"));
    return names.of(tag) === undefined ? null : tag;
  } catch {
    return null;
  }
}

/** The language of an item: as the source states it, else as script or words tell. A script that is not ours contradicts. */
export function readLanguage(raw: Fields, texts: readonly (string | null)[]): string | null {
  const { value: stated } = firstUsable(raw, NAMES, statedOf);
  const tag = stated === null ? null : tagOf(stated);
  if (tag !== null && !LANGUAGES.some((own) => own === tag)) return tag;
  const text = texts
    .join(" ")
    .replace(/<[^>]*>|&\w+;/g, " ")
    .slice(0, MOST_LETTERS);
  return languageOfScript(text) ?? tag ?? (stated === null ? ofWords(text) : null);
}

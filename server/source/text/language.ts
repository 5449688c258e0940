import { LANGUAGES, type Language } from "../../../shared/languages.ts";
import { splitNames } from "./split-names.ts";

/** The languages that are recognised by their script, or by letters that no other language of that script has. */
const BY_SCRIPT: readonly (readonly [letters: RegExp, language: string, own?: RegExp])[] = [
  [/\p{Script=Arabic}/gu, "ur", /[ٹڈڑں]/],
  [/\p{Script=Arabic}/gu, "fa", /[پچژگ]/],
  [/\p{Script=Arabic}/gu, "ar"],
  [/\p{Script=Hebrew}/gu, "he"],
  [/\p{Script=Ethiopic}/gu, "am"],
  [/\p{Script=Gujarati}/gu, "gu"],
  [/\p{Script=Devanagari}/gu, "hi"],
  [/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/gu, "ja", /\p{Script=Hiragana}/u],
  [/\p{Script=Han}/gu, "zh"],
  [/\p{Script=Hangul}/gu, "ko"],
  [/\p{Script=Greek}/gu, "el"],
];

export function languageOfScript(text: string): string | null {
  if (!/[\u0370-\u1fff\u2e80-\ud7ff]/u.test(text)) return null;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const found = BY_SCRIPT.find(
    ([script, , own]) =>
      (text.match(script)?.length ?? 0) * 2 > letters && (own?.test(text) ?? true),
  );
  return found?.[1] ?? null;
}

/** The names of our languages: ISO 639 codes with or without a region (`en-GB`, `swa`), and full names (`English`, `Kiswahili`). */
const CODES: Readonly<Record<Language, RegExp>> = {
  en: /^en(?:g|glish)?(?:[-_ ]|$)/i,
  sw: /^(?:sw[ah]?|kiswahili|swahili)(?:[-_ ]|$)/i,
};

/** The frequent words of each language that neither the other language nor its neighbours have. */
const FREQUENT: Readonly<Record<Language, ReadonlySet<string>>> = {
  en: new Set(splitNames("the and of with from was were that this for are is have has by will")),
  sw: new Set(
    splitNames(
      "na ya wa kwa katika ni za cha vya kwamba hii hiyo huo lakini pia wake yake yao watu",
    ),
  ),
};

/**
 * Returns the language that frequent words point to; null unless the words are many, different, and hardly any belong to the other
 * language.
 */
function languageOfWords(text: string): Language | null {
  const spoken = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [first, second] = LANGUAGES.map((language) => {
    const found = spoken.filter((word) => FREQUENT[language].has(word));
    return { language, count: found.length, distinct: new Set(found).size };
  }).sort((a, b) => b.count - a.count);
  if (!first || !second || first.distinct < 3 || first.count < second.count * 4) return null;
  return first.count >= spoken.length * 0.12 ? first.language : null;
}

const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** The markup of HTML: `<p>`, `&nbsp;`. */
const MARKUP = /<[^<>]*>|&\w+;/g;
/** A length that no language tag exceeds. */
const LONGEST_TAG = 100;
/** The codes for no language, several languages, or an unknown language. */
const NO_LANGUAGE = new Set(splitNames("und zxx mul mis"));

/** Returns the tag (BCP 47) of the language that a source states: `ar-EG` for `ar_EG`, `fr` for `fra`. */
function tagOf(stated: string): string | null {
  if (stated.length > LONGEST_TAG || NO_LANGUAGE.has(stated.toLowerCase())) return null;
  const own = LANGUAGES.find((language) => CODES[language].test(stated));
  if (own) return own;
  try {
    const [tag = ""] = Intl.getCanonicalLocales(stated.replaceAll("_", "-"));
    return names.of(tag) === undefined ? null : tag;
  } catch {
    return null;
  }
}

/**
 * Returns the language of texts: the stated one, or else the one that script or frequent words point to. A foreign script overrides a
 * stated language of ours.
 */
export function detectLanguage(
  stated: string | null,
  texts: readonly (string | null)[],
): string | null {
  const tag = stated === null ? null : tagOf(stated);
  if (tag !== null && !LANGUAGES.some((own) => own === tag)) return tag;
  const all = texts.join(" ").replace(MARKUP, " ");
  // Longer texts add no certainty.
  const text = all.slice(0, 6_000);
  return languageOfScript(text) ?? tag ?? (stated === null ? languageOfWords(text) : null);
}

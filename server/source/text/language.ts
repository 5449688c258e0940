import { LANGUAGES, type Language } from "../../../shared/languages.ts";

/** Languages that their script tells, or letters that only they have in it. */
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

/** ISO 639 with or without a region, and names. */
const CODES: Readonly<Record<Language, RegExp>> = {
  en: /^en(?:g|glish)?(?:[-_ ]|$)/i,
  sw: /^(?:sw[ah]?|kiswahili|swahili)(?:[-_ ]|$)/i,
};

/** Frequent words that the other language, and its neighbours, do not have. */
const FREQUENT: Readonly<Record<Language, RegExp>> = {
  en: /^(?:the|and|of|with|from|was|were|that|this|for|are|is|have|has|by|will)$/,
  sw: /^(?:na|ya|wa|kwa|katika|ni|za|cha|vya|kwamba|hii|hiyo|huo|lakini|pia|wake|yake|yao|watu)$/,
};

/** The language that frequent words name; null unless they are many, different, and hardly any of the other's. */
function languageOfWords(text: string): Language | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const [first, second] = LANGUAGES.map((language) => {
    const found = words.filter((word) => FREQUENT[language].test(word));
    return { language, count: found.length, distinct: new Set(found).size };
  }).sort((a, b) => b.count - a.count);
  if (!first || !second || first.distinct < 3 || first.count < second.count * 4) return null;
  return first.count >= words.length * 0.12 ? first.language : null;
}

const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });

/** More characters than any tag of a language has. */
const LONGEST_TAG = 100;
/** Codes for no language, several, or one that is not known. */
const NO_LANGUAGE = /^(?:und|zxx|mul|mis)$/i;

/** Returns the tag of the language that a source states (BCP 47): `ar-EG` of `ar_EG`, `fr` of `fra`. */
function tagOf(stated: string): string | null {
  if (stated.length > LONGEST_TAG || NO_LANGUAGE.test(stated)) return null;
  const own = LANGUAGES.find((language) => CODES[language].test(stated));
  if (own) return own;
  try {
    const [tag = ""] = Intl.getCanonicalLocales(stated.replaceAll("_", "-"));
    return names.of(tag) === undefined ? null : tag;
  } catch {
    return null;
  }
}

/** The language of texts: as the source states it, else as script or words tell. A script that is not ours contradicts. */
export function languageOf(
  stated: string | null,
  texts: readonly (string | null)[],
): string | null {
  const tag = stated === null ? null : tagOf(stated);
  if (tag !== null && !LANGUAGES.some((own) => own === tag)) return tag;
  const all = texts.join(" ").replace(/<[^<>]*>|&\w+;/g, " ");
  // More tell nothing new.
  const text = all.slice(0, 6_000);
  return languageOfScript(text) ?? tag ?? (stated === null ? languageOfWords(text) : null);
}

import { errorPrefix } from "../../content/words/en/forms.json";
import { code, locale, other } from "../../content/words/en/language.json";
import { fill } from "../../shared/fill.ts";
import { directionOf } from "../../shared/languages.ts";

const rules = /* @__PURE__ */ new Intl.PluralRules(locale);

/** Returns the text for a count, in the plural form of the page's language; `{count}` is the number. */
export const counted = (words: { one: string; other: string }, count: number) =>
  fill(rules.select(count) === "one" ? words.one : words.other, {
    count: count.toLocaleString(locale),
  });

export const errorTitle = (title: string) =>
  title.startsWith(errorPrefix) ? title : errorPrefix + title;

export const titleWithoutError = (title: string) =>
  title.startsWith(errorPrefix) ? title.slice(errorPrefix.length) : title;

/** Returns the attributes of a text in another language than the page; none when its language is not known. */
export const inLanguage = (language: string | null | undefined) => {
  if (!language || language === code) return {};
  return language === other.code
    ? { lang: language }
    : { lang: language, dir: directionOf(language) };
};

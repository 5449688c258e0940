import { locale } from "../../content/words/en/language.json";
import { fill } from "../../shared/fill.ts";

const rules = /* @__PURE__ */ new Intl.PluralRules(locale);

/** The words for a count, in the plural form of the page's language; `{count}` is the number. */
export const counted = (words: { one: string; other: string }, count: number) =>
  fill(rules.select(count) === "one" ? words.one : words.other, {
    count: count.toLocaleString(locale),
  });

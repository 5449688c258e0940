import { otherLanguage } from "../../content/words/en/in-english.json";
import { code, locale, other } from "../../content/words/en/language.json";

/** What readers call the language of a text that is not in that of the page; null where it is, or is not known. */
export function foreignLanguage(language: string | null | undefined): string | null {
  const [main = ""] = (language ?? "").split("-");
  if (!language || main === code) return null;
  if (main === other.code) return otherLanguage;
  return new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? null;
}

import { otherLanguage } from "../../content/words/en/in-english.json";
import { code, locale, other } from "../../content/words/en/language.json";

/** Returns the readers' name for the language of a text; null when the text is in the page's language or its language is not known. */
export function foreignLanguage(language: string | null | undefined): string | null {
  const [main = ""] = (language ?? "").split("-");
  if (!language || main === code) return null;
  if (main === other.code) return otherLanguage;
  return new Intl.DisplayNames(locale, { type: "language" }).of(language) ?? null;
}

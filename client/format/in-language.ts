import { code, other } from "../../content/words/en/language.json";
import { directionOf } from "../../shared/direction.ts";

/** The attributes of words in another language than the page; none where that is not known. */
export const inLanguage = (language: string | null | undefined) => {
  if (!language || language === code) return {};
  return language === other.code
    ? { lang: language }
    : { lang: language, dir: directionOf(language) };
};

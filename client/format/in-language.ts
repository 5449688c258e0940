import { code } from "../../content/words/en/language.json";
import { directionOf } from "../../shared/direction.ts";

/** The attributes of words in another language than the page; none where that is not known. */
export const inLanguage = (language: string | null | undefined) =>
  language && language !== code ? { lang: language, dir: directionOf(language) } : {};

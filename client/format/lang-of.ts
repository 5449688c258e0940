import { code } from "../../content/words/en/language.json";

/** The `lang` of words in another language than the page; none where that is not known. */
export const langOf = (language: string | null | undefined): string | undefined =>
  language === code ? undefined : (language ?? undefined);

import words from "../../content/words/en/form-errors.json" with { type: "json" };

/** The texts of errors in forms, in the language of the build. */
export const errorWords = words;
export type ErrorWords = typeof words;

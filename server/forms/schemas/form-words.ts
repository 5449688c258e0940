import donation from "../../../content/words/en/donation.json" with { type: "json" };
import errors from "../../../content/words/en/form-errors.json" with { type: "json" };
import messages from "../../../content/words/en/form-messages.json" with { type: "json" };
import refusals from "../../../content/words/en/form-refusals.json" with { type: "json" };
import swDonation from "../../../content/words/sw/donation.json" with { type: "json" };
import swErrors from "../../../content/words/sw/form-errors.json" with { type: "json" };
import swMessages from "../../../content/words/sw/form-messages.json" with { type: "json" };
import swRefusals from "../../../content/words/sw/form-refusals.json" with { type: "json" };
import type { Language } from "../../../shared/languages.ts";

/** What the server says about a posted form, in one language. */
export interface FormWords {
  amounts: typeof donation.amount;
  errors: typeof errors;
  failed: typeof messages.failed;
  refusals: typeof refusals;
}

const words = {
  en: { amounts: donation.amount, errors, failed: messages.failed, refusals },
  sw: {
    amounts: swDonation.amount,
    errors: swErrors,
    failed: swMessages.failed,
    refusals: swRefusals,
  },
} satisfies Record<Language, FormWords>;

export const wordsFor = (language: Language): FormWords => words[language];

/** One value for each language, such as the schema of a form. */
export const inEachLanguage = <T>(make: (words: FormWords) => T): Record<Language, T> => ({
  en: make(words.en),
  sw: make(words.sw),
});

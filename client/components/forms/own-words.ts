import language from "../../../content/words/en/language.json" with { type: "json" };
import type { FieldError } from "../../../shared/contract/form-state.ts";
import type { FieldSet } from "../../../shared/forms/field.ts";
import { fieldErrorMessage } from "../../../shared/forms/field-errors.ts";
import { failedMessages } from "../../../shared/forms/form-messages.ts";
import type { InboxForm } from "../../../shared/forms/form-names.ts";

/** `/bff` answers in English: a page in another language has words of its own for what it says. */
const isForeign = language.code !== "en";

/** The server's validation errors, in the language of the page. */
export function errorsInOwnWords(
  errors: readonly FieldError[],
  fields: FieldSet,
): readonly FieldError[] {
  if (!isForeign) return errors;
  return errors.map((error) => {
    const field = fields[error.field];
    return field ? { ...error, message: fieldErrorMessage(field, "format") } : error;
  });
}

/** What the server said, where it is in the language of the page. */
export const inOwnWords = (message: string | null | undefined): string | null =>
  isForeign ? null : (message ?? null);

/** Why a form was not taken, in the language of the page. */
export const failureInOwnWords = (message: string | null, form: InboxForm): string =>
  inOwnWords(message) ?? failedMessages[form];

import words from "../../content/words/en/form-messages.json" with { type: "json" };
import type { FormName } from "./form-names.ts";

/** Spec section 8: success messages, the same with scripts and without. */
export const sentMessages = words.sent satisfies Partial<Record<FormName, string>>;

/** The title of the contact page after a submission. */
export const CONTACT_SENT_TITLE = words.contactSentTitle;

/** Shown after the banner has gone, before the reference number. */
export const confirmationWords = words.confirmation;

/** Spec section 8: the messages for a failure without one of its own. */
export const failedMessages = words.failed satisfies Partial<Record<FormName, string>>;

/** The heading of the error summary. */
export const PROBLEM_TITLE = words.problem;

/** After the message of a simulated donation. */
export const NO_PAYMENT_WORDS = words.noPayment;

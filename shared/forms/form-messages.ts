import type { FormName } from "./form-names.ts";

/** Spec section 8: success messages, the same with scripts and without. */
export const sentMessages = {
  contact: "Thank you for your message! We will get back to you soon.",
  volunteer: "Thank you! Your volunteer application has been submitted.",
  partner: "Thank you! Your partnership inquiry has been submitted.",
  donation: "Redirecting to payment processor...",
} as const satisfies Partial<Record<FormName, string>>;

/** The title of the contact page after a submission. */
export const CONTACT_SENT_TITLE = "Message sent";

/** Shown after the banner has gone, before the reference number. */
export const confirmationWords = {
  volunteer: "We have your application.",
  partner: "We have your inquiry.",
} as const;

/** Spec section 8: the messages for a failure without one of its own. */
export const failedMessages = {
  contact: "Failed to send message. Please try again later.",
  volunteer: "Failed to submit application. Please try again later.",
  partner: "Failed to submit inquiry. Please try again later.",
  donation: "Failed to process donation. Please try again later.",
} as const satisfies Partial<Record<FormName, string>>;

/** The heading of the error summary. */
export const PROBLEM_TITLE = "There is a problem";

/** After the message of a simulated donation. */
export const NO_PAYMENT_WORDS =
  "No payment provider is connected yet and no money was taken. None of your details were kept.";

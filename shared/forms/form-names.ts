/** Forms whose submissions are stored until they are handled. */
export const INBOX_FORMS = ["contact", "volunteer", "partner"] as const;
export type InboxForm = (typeof INBOX_FORMS)[number];

/** Every form of the site. `donation` is validated but never stored; `pledge` is stored as a gift. */
export type FormName = InboxForm | "donation" | "pledge";

/** The paths that forms are posted to with JavaScript. */
export const formPaths = {
  contact: "/bff/contact",
  volunteer: "/bff/volunteer",
  partner: "/bff/partner",
  token: "/bff/form-token",
} as const satisfies Record<InboxForm | "token", string>;

/** The pages that forms are posted to without scripts. Two forms of a page differ by query, for the limit before the body is read. */
export const formActions = {
  contact: "/contact-us",
  volunteer: "/get-involved?form=volunteer",
  partner: "/get-involved?form=partner",
  donation: "/donate",
  pledge: "/donate/pledge",
} as const satisfies Record<FormName, string>;

/** The fragment of the message on the contact page. A browser without scripts scrolls there and moves focus. */
export const CONTACT_SENT_ID = "sent";

/** Fields that people never fill in: a hidden honeypot, and a signed token of when the form was opened. */
export const spamCheckFields = { honeypot: "faxNumber", token: "formToken" } as const;

/** Crockford's base 32, without letters that are easily confused. */
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns the first `length` bytes of a hash as a reference number, with five bits of each byte: `7K3M-2Q9F`. */
export function crockford(hash: Uint8Array, length: number): string {
  const letters = Array.from({ length }, (_, index) => LETTERS[(hash[index] ?? 0) % 32]);
  return letters.join("").replace(/.{4}(?=.)/g, "$&-");
}

/** A reference number such as `V-7K3M-2Q9F`. */
const REFERENCE = /^[A-Z]-[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/;

/** Reads a reference number from a URL; null when the number is malformed. */
export const readReference = (text: string | null): string | null =>
  text !== null && REFERENCE.test(text) ? text : null;

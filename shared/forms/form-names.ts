/** Every form of the site. `donation` is answered but never stored. */
export type FormName = "contact" | "volunteer" | "partner" | "donation";

/** Forms whose words are kept until they are dealt with. */
export type InboxForm = Exclude<FormName, "donation">;

export const INBOX_FORMS = ["contact", "volunteer", "partner"] as const satisfies InboxForm[];

/** Where a form is posted with JavaScript. */
export const formPaths = {
  contact: "/bff/contact",
  volunteer: "/bff/volunteer",
  partner: "/bff/partner",
  token: "/bff/form-token",
} as const;

/**
 * Where a form is posted without scripts: its own page. The two of one page are told apart by the
 * address, because the limit on posts is counted before the body is read.
 */
export const formActions = {
  contact: "/contact-us",
  volunteer: "/get-involved?form=volunteer",
  partner: "/get-involved?form=partner",
  donation: "/donate",
} as const satisfies Record<FormName, string>;

/** The thanks on the contact page. A browser without scripts moves there, and its focus with it. */
export const CONTACT_SENT_ID = "sent";

/** Fields that people never fill: hidden from them, and a token of when the form was begun. */
export const evidenceFields = { honeypot: "faxNumber", token: "formToken" } as const;

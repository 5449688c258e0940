import type { Call } from "./http-client.ts";

type Fields = Readonly<Record<string, string | readonly string[]>>;

interface Form {
  /** Where pages without scripts post it. */
  page: string;
  /** Where scripts post it; a donation goes nowhere. */
  api: string | null;
  fields: Fields;
  invalid: Fields;
}

const CONTACT = {
  name: "Asha Juma",
  email: "asha@example.org",
  phoneNumber: "+255 000 000 001",
  subject: "A question",
  message: "Habari za leo?",
};
const VOLUNTEER = {
  firstName: "Asha",
  lastName: "Juma",
  email: "asha@example.org",
  phone: "",
  location: "Dodoma, Tanzania",
  interests: ["wash-health"],
  skills: "Sewing",
  availability: "flexible",
  motivation: "To help",
};
const PARTNER = {
  orgName: "A school",
  orgType: "academic",
  contactName: "Asha",
  contactTitle: "Head",
  contactEmail: "asha@example.org",
  contactPhone: "+255 000 000 001",
  website: "",
  partnershipType: "research",
  partnerInterests: [],
  partnershipProposal: "A study",
};
const DONATION = {
  currency: "USD",
  preset: "50",
  customAmount: "",
  frequency: "monthly",
  firstName: "Asha",
  lastName: "Juma",
  email: "asha@example.org",
  phone: "",
};

const FORMS: readonly Form[] = [
  {
    page: "/contact-us",
    api: "/bff/contact",
    fields: CONTACT,
    invalid: { ...CONTACT, name: "", email: "asha" },
  },
  {
    page: "/get-involved?form=volunteer",
    api: "/bff/volunteer",
    fields: VOLUNTEER,
    invalid: { ...VOLUNTEER, location: "", interests: ["none"], skills: "a".repeat(9_000) },
  },
  {
    page: "/get-involved?form=partner",
    api: "/bff/partner",
    fields: PARTNER,
    invalid: { ...PARTNER, orgType: "none", website: "javascript:alert(1)" },
  },
  {
    page: "/donate",
    api: null,
    fields: DONATION,
    invalid: { ...DONATION, preset: "", customAmount: "-1", email: "" },
  },
];

const JSON_TYPE = "application/json";
const FORM_TYPE = "application/x-www-form-urlencoded";
const CROSS_SITE = { "sec-fetch-site": "cross-site" };
const OTHER_ORIGIN = { origin: "https://other.example" };

const jsonPost = (
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Call => ({
  method: "POST",
  path,
  body: typeof body === "string" ? body : JSON.stringify(body),
  headers: { "content-type": JSON_TYPE, ...headers },
});

function urlEncoded(fields: Fields): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as [string, string]),
  );
  return new URLSearchParams(pairs).toString();
}

const pagePost = (
  path: string,
  fields: Fields | string,
  headers: Readonly<Record<string, string>> = {},
): Call => ({
  method: "POST",
  path,
  body: typeof fields === "string" ? fields : urlEncoded(fields),
  headers: { accept: "text/html", "content-type": FORM_TYPE, ...headers },
});

function callsOf({ page, api, fields, invalid }: Form): Call[] {
  const honeypot = { ...fields, faxNumber: "1" };
  const byPage = [
    ...[fields, invalid, {}, honeypot].map((sent) => pagePost(page, sent)),
    ...[CROSS_SITE, OTHER_ORIGIN].map((headers) => pagePost(page, fields, headers)),
    pagePost(page, "a".repeat(33 * 1024)),
    pagePost(page, "a".repeat(100 * 1024)),
    pagePost(page, "{}", { "content-type": JSON_TYPE }),
    pagePost(page, "name=%E0%A4%A", {}),
    pagePost(page, "__proto__=1", {}),
  ];
  if (api === null) return byPage;
  return [
    ...byPage,
    ...[fields, invalid, {}, honeypot].map((sent) => jsonPost(api, sent)),
    ...['{"name": ', "[]", '"x"', "null", "", '{"__proto__": {}}'].map((text) =>
      jsonPost(api, text),
    ),
    ...[CROSS_SITE, OTHER_ORIGIN].map((headers) => jsonPost(api, fields, headers)),
    jsonPost(api, "a".repeat(33 * 1024)),
    jsonPost(api, "a=1", { "content-type": FORM_TYPE }),
    jsonPost(api, "{}", { "content-type": "application/json; charset=iso-8859-1" }),
    jsonPost(api, fields, { "idempotency-key": "one-and-the-same" }),
    jsonPost(api, fields, { "idempotency-key": "one-and-the-same" }),
    jsonPost(api, { ...fields, unknown: 1 }),
  ];
}

/** Posts of every form, good and bad. */
export const FORM_CALLS: readonly Call[] = FORMS.flatMap(callsOf);
/** A good post of each kind. */
export const GOOD_POSTS: readonly Call[] = [
  jsonPost("/bff/contact", CONTACT),
  pagePost("/contact-us", CONTACT),
];

/** The same visitor again, with another message. */
const ANOTHER = { ...CONTACT, message: "Another question" };
export const MORE_POSTS: readonly Call[] = [
  jsonPost("/bff/contact", ANOTHER),
  pagePost("/contact-us", ANOTHER),
];

const REPORT = {
  "csp-report": {
    "document-uri": "http://www.example.org/about-us",
    "blocked-uri": "inline",
    "violated-directive": "script-src-elem",
    "effective-directive": "script-src-elem",
  },
};
/** What browsers report on the policy. */
export const REPORT_CALLS: readonly Call[] = [
  jsonPost("/csp-reports", REPORT, { "content-type": "application/csp-report" }),
  jsonPost("/csp-reports", {}, { "content-type": "application/csp-report" }),
  jsonPost("/csp-reports", "{", { "content-type": "application/csp-report" }),
  jsonPost("/csp-reports", [], { "content-type": "application/reports+json" }),
  jsonPost("/csp-reports", REPORT),
];

export const STAFF_TOKEN = "a-token-of-the-staff";
const STAFF = { authorization: `Bearer ${STAFF_TOKEN}` };
const DRAFT = {
  title: "Open evening",
  startsAt: "2027-03-04T17:00",
  endsAt: "2027-03-04T19:00",
  location: "Bunju B",
  description: "<p>Come <script>1</script>and see.</p>",
  ticketPrice: "0",
};
const asPut = (call: Call): Call => ({ ...call, method: "PUT" });
const remove = (path: string, headers: Readonly<Record<string, string>>): Call => ({
  method: "DELETE",
  path,
  headers,
});

/** Changes to events that are refused, and a preview. */
export const REFUSED_WRITES: readonly Call[] = [
  jsonPost("/bff/events", DRAFT),
  jsonPost("/bff/events", DRAFT, { authorization: "Bearer not-the-token-at-all" }),
  jsonPost("/bff/events", DRAFT, { ...STAFF, ...CROSS_SITE }),
  ...["{", "[]", "a".repeat(33 * 1024)].map((text) => jsonPost("/bff/events", text, STAFF)),
  jsonPost("/bff/events", "title", { ...STAFF, "content-type": "text/csv" }),
  jsonPost("/bff/events", { ...DRAFT, title: "", endsAt: "2027-03-04T16:00" }, STAFF),
  jsonPost("/bff/events/preview", DRAFT, STAFF),
  jsonPost("/bff/events/preview", {}, STAFF),
  asPut(jsonPost("/bff/events/id/1", DRAFT, STAFF)),
  asPut(jsonPost("/bff/events/id/1", DRAFT, { ...STAFF, "if-match": '"an-older-version"' })),
  asPut(jsonPost("/bff/events/id/999", DRAFT, { ...STAFF, "if-match": "*" })),
  remove("/bff/events/id/1", STAFF),
  remove("/bff/events/id/1", { ...STAFF, "if-match": '"an-older-version"' }),
  remove("/bff/events/id/999", { ...STAFF, "if-match": "*" }),
];

export const createEvent: Call = jsonPost("/bff/events", DRAFT, {
  ...STAFF,
  "idempotency-key": "open-evening-1",
});
export const updateEvent = (path: string, etag: string): Call =>
  asPut(jsonPost(path, { ...DRAFT, status: "cancelled" }, { ...STAFF, "if-match": etag }));
export const deleteEvent = (path: string, etag: string): Call =>
  remove(path, { ...STAFF, "if-match": etag });

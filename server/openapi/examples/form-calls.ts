import type { ExampleCall } from "./example-call.ts";

const json = { "content-type": "application/json" };

const FORMS = [
  {
    operation: "sendContactMessage",
    path: "/bff/contact",
    body: {
      name: "Asha Mushi",
      email: "asha@example.org",
      subject: "A visit to Bunju",
      message: "Our class would like to come to the open day. Is there room for thirty?",
    },
    good: { status: 200, name: "sent", summary: "A message" },
  },
  {
    operation: "applyAsVolunteer",
    path: "/bff/volunteer",
    body: {
      firstName: "Juma",
      lastName: "Ally",
      email: "juma@example.org",
      location: "Dar es Salaam, Tanzania",
      interests: ["youth-development"],
      skills: "I have coached a school team for six years.",
      availability: "part-time",
      motivation: "Somebody coached me.",
    },
    good: { status: 202, name: "applied", summary: "An application" },
  },
  {
    operation: "proposePartnership",
    path: "/bff/partner",
    body: {
      orgName: "Pamoja Savings Cooperative",
      orgType: "nonprofit",
      contactName: "Neema Charles",
      contactTitle: "Director",
      contactEmail: "neema@example.org",
      contactPhone: "+255 000 000 000",
      partnershipType: "implementation",
      partnershipProposal: "We would keep the books of three savings groups in Tabora.",
    },
    good: { status: 202, name: "proposed", summary: "An inquiry" },
  },
] as const;

type Form = (typeof FORMS)[number];

function callsOf({ operation, path, body, good }: Form): ExampleCall[] {
  const post = { operation, path, method: "POST" } as const;
  const [first = ""] = Object.keys(body);
  return [
    { ...post, ...good, body, headers: { ...json, "idempotency-key": "example-message-1" } },
    {
      ...post,
      name: "unprocessable-content",
      summary: "A field is missing",
      status: 422,
      body: { ...body, [first]: "" },
      headers: json,
    },
  ];
}

const [contact] = FORMS;
const stored: ExampleCall = {
  operation: contact.operation,
  path: contact.path,
  method: "POST",
  body: contact.body,
  name: "stored",
  summary: "A message while the source is silent",
  status: 202,
  headers: { ...json, "idempotency-key": "example-message-2" },
  given: "source-silent",
};

const otherBody: ExampleCall = {
  operation: contact.operation,
  path: contact.path,
  method: "POST",
  body: { ...contact.body, subject: "A visit to Tabora" },
  name: "other-body",
  summary: "The key of another message",
  status: 422,
  headers: { ...json, "idempotency-key": "example-message-1" },
};

/** Posts of forms, and one of each with a missing field. */
export const formCalls: readonly ExampleCall[] = [
  ...FORMS.flatMap(callsOf),
  stored,
  otherBody,
  {
    operation: "issueFormToken",
    name: "token",
    summary: "A token",
    method: "GET",
    path: "/bff/form-token",
    status: 200,
  },
];

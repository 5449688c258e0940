import type { SiteContent } from "../../shared/contract/page-renderer.ts";
import type { InboxMessage } from "./inbox.ts";

type Options = readonly { value: string; label: string }[];

/** Returns the label of an option. An option that the content no longer lists keeps its value. */
export const optionLabel = (options: Options, chosen: string): string =>
  options.find(({ value }) => value === chosen)?.label ?? chosen;

/** Returns the name of a message's sender or a gift's donor, as typed; empty once the donor is forgotten. */
export function senderName(given: { donor?: object | null; [name: string]: unknown }) {
  const { donor, ...fields } = given;
  const sender = (donor ?? fields) as Readonly<Record<string, string | undefined>>;
  const { name, contactName, firstName, lastName, orgName } = sender;
  const person = name ?? contactName ?? [firstName, lastName].filter(Boolean).join(" ");
  return orgName === undefined ? person : `${orgName}, ${person}`;
}

/** The long text of each form. */
const LONG_FIELDS = ["message", "motivation", "partnershipProposal"];

type Typed = Readonly<Record<string, unknown>>;

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the subject of a message; empty for a form without one. */
export const messageSubject = ({ subject }: Typed): string => textOf(subject).trim();

/** Returns the long text of a message as typed; empty for a gift. */
export const messageText = (fields: Typed): string =>
  LONG_FIELDS.map((name) => textOf(fields[name])).join("");

/** The letters of a text that a list shows. */
const EXCERPT_LENGTH = 80;

/** Returns the first letters of a message's text in one line. */
export function messageExcerpt(fields: Typed): string {
  const letters = [...messageText(fields).replace(/\s+/g, " ").trim()];
  const start = letters.slice(0, EXCERPT_LENGTH).join("");
  return letters.length > EXCERPT_LENGTH ? `${start}…` : start;
}

/** Returns the fields as texts. Choices from a list become one text, with the labels of the form. */
export function fieldTexts(fields: InboxMessage["fields"], { documents }: SiteContent) {
  const { interests, volunteer, partner } = documents["get-involved"];
  const lists: Readonly<Record<string, Options>> = {
    interests,
    partnerInterests: interests,
    availability: volunteer.availability,
    orgType: partner.orgTypes,
    partnershipType: partner.partnershipTypes,
  };
  return Object.entries(fields).map(([name, value]) => {
    const labels = [value].flat().map((chosen) => optionLabel(lists[name] ?? [], chosen));
    return [name, labels.join(", ")] as const;
  });
}

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

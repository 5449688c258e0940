import enInvolved from "../../content/get-involved.en.json" with { type: "json" };
import swInvolved from "../../content/get-involved.sw.json" with { type: "json" };
import type { Language } from "../../shared/languages.ts";
import type { InboxMessage } from "./inbox.ts";

const involved = { en: enInvolved, sw: swInvolved } as const satisfies Record<Language, unknown>;

/** Returns the name of a message's sender or a gift's donor, as typed; empty once the donor is forgotten. */
export function senderName(given: { donor?: object | null; [name: string]: unknown }) {
  const { donor, ...fields } = given;
  const sender = (donor ?? fields) as Readonly<Record<string, string | undefined>>;
  const { name, contactName, firstName, lastName, orgName } = sender;
  const person = name ?? contactName ?? [firstName, lastName].filter(Boolean).join(" ");
  return orgName === undefined ? person : `${orgName}, ${person}`;
}

/** Returns the fields as texts. Choices from a list become one text, with the labels of the form. */
export function fieldTexts(fields: InboxMessage["fields"], language: Language) {
  const { interests, volunteer, partner } = involved[language];
  const lists: Readonly<Record<string, Readonly<Record<string, { label: string }>>>> = {
    interests,
    partnerInterests: interests,
    availability: volunteer.availability,
    orgType: partner.orgTypes,
    partnershipType: partner.partnershipTypes,
  };
  return Object.entries(fields).map(([name, value]) => {
    const labels = [value].flat().map((chosen) => lists[name]?.[chosen]?.label ?? chosen);
    return [name, labels.join(", ")] as const;
  });
}

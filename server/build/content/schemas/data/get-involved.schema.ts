import * as z from "zod";
import {
  altText,
  button,
  entry,
  formField,
  hero,
  imageKey,
  meta,
  option,
  slug,
  text,
} from "../fields.schema.ts";

const card = entry({
  id: slug,
  title: text,
  description: text,
  image: imageKey,
  imageAlt: altText,
  link: button,
});

const volunteerFields = entry({
  firstName: formField,
  lastName: formField,
  email: formField,
  phone: formField,
  location: formField,
  interests: formField,
  skills: formField,
  availability: formField,
  motivation: formField,
});

const partnerFields = entry({
  orgName: formField,
  orgType: formField,
  contactName: formField,
  contactTitle: formField,
  contactEmail: formField,
  contactPhone: formField,
  website: formField,
  partnershipType: formField,
  partnerInterests: formField,
  partnershipProposal: formField,
});

export const getInvolvedSchema = z.strictObject({
  meta,
  hero,
  cards: z.array(card).length(3),
  /** Offered in both forms; the values are what is stored. */
  interests: z.array(option).min(1),
  volunteer: entry({
    title: text,
    introduction: text,
    fields: volunteerFields,
    availability: z.array(option).min(1),
    submitText: text,
  }),
  partner: entry({
    title: text,
    introduction: text,
    fields: partnerFields,
    orgTypes: z.array(option).min(1),
    partnershipTypes: z.array(option).min(1),
    submitText: text,
  }),
});

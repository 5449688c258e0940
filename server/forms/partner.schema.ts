import * as z from "zod";
import { partnerFields as fields } from "../../shared/forms/partner-form.ts";
import { choice, choices, email, line, longText, webAddress } from "./field-schemas.ts";

/** Spec section 3, "Partnership inquiry". What else was sent is dropped. */
export const partnerSchema = z.object({
  orgName: line(fields.orgName),
  orgType: choice(fields.orgType),
  contactName: line(fields.contactName),
  contactTitle: line(fields.contactTitle),
  contactEmail: email(fields.contactEmail),
  contactPhone: line(fields.contactPhone),
  website: webAddress(fields.website),
  partnershipType: choice(fields.partnershipType),
  partnerInterests: choices(fields.partnerInterests),
  partnershipProposal: longText(fields.partnershipProposal),
});

import * as z from "zod";
import { partnerFields as fields } from "../../../shared/forms/partner-form.ts";
import { choice, choices, email, line, longText, webUrl } from "./field-schemas.ts";

/** Spec section 3, "Partnership inquiry". Unknown fields are dropped. */
export const partnerSchema = z.object({
  orgName: line(fields.orgName),
  orgType: choice(fields.orgType),
  contactName: line(fields.contactName),
  contactTitle: line(fields.contactTitle),
  contactEmail: email(fields.contactEmail),
  contactPhone: line(fields.contactPhone),
  website: webUrl(fields.website),
  partnershipType: choice(fields.partnershipType),
  partnerInterests: choices(fields.partnerInterests),
  partnershipProposal: longText(fields.partnershipProposal),
});

import * as z from "zod";
import { volunteerFields as fields } from "../../../shared/forms/volunteer-form.ts";
import { choice, choices, email, line, longText } from "./field-schemas.ts";

/** Spec section 3, "Volunteer application". Unknown fields are dropped. */
export const volunteerSchema = z.object({
  firstName: line(fields.firstName),
  lastName: line(fields.lastName),
  email: email(fields.email),
  phone: line(fields.phone),
  location: line(fields.location),
  interests: choices(fields.interests),
  skills: longText(fields.skills),
  availability: choice(fields.availability),
  motivation: longText(fields.motivation),
});

import * as z from "zod";
import { contactFields as fields } from "../../../shared/forms/contact-form.ts";
import { email, line, longText } from "./field-schemas.ts";

/** Spec section 3, "Contact message payload". Unknown fields are dropped. */
export const contactSchema = z.object({
  name: line(fields.name),
  email: email(fields.email),
  phoneNumber: line(fields.phoneNumber),
  subject: line(fields.subject),
  message: longText(fields.message),
});

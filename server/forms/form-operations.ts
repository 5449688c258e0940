import { z } from "zod";
import type { Field, FieldSet } from "../../shared/forms/field.ts";
import { type InboxForm, spamCheckFields } from "../../shared/forms/form-names.ts";
import { responses } from "../bff/openapi/documented-responses.ts";
import { idempotencyKeyHeader } from "./idempotency/idempotency-store.ts";
import { inboxForms } from "./posted-form.ts";

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A phone number has another name in each form (spec section 3). */
const PHONE_NAMES = {
  phoneNumber: "In a volunteer application its name is phone, in an inquiry contactPhone.",
  phone: "In a contact message its name is phoneNumber, in an inquiry contactPhone.",
  contactPhone: "In a contact message its name is phoneNumber, in an application phone.",
};
const isPhoneName = (name: string): name is keyof typeof PHONE_NAMES => name in PHONE_NAMES;

/** The schema of a field, from the same table as its validation rule. */
function fieldSchema(
  name: string,
  { kind, isRequired, maxLength, noun, values = [] }: Field,
): z.ZodType {
  const note = isPhoneName(name) ? ` ${PHONE_NAMES[name]}` : "";
  const described = { description: `${capitalised(noun)}.${note}` };
  if (kind === "choices") return z.array(z.enum(values)).optional().meta(described);
  if (kind === "choice") return z.enum(values).meta(described);
  const format = kind === "email" ? { format: "email" } : kind === "url" ? { format: "uri" } : {};
  const text = z
    .string()
    .max(maxLength)
    .meta({ ...described, ...format });
  return isRequired ? text.min(1).meta({ ...described, ...format }) : text.optional();
}

function bodySchema(fields: FieldSet, id: string) {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, fieldSchema(name, field)]),
  );
  const token = z.string().max(100).optional().meta({
    description: "From /bff/form-token, requested when a person began to fill in the form.",
  });
  return z
    .strictObject({ ...shape, [spamCheckFields.token]: token })
    .meta({ id, description: "A field that is not listed here is refused and named." });
}

const taken = z
  .object({
    data: z.object({
      message: z.string(),
      reference: z.string().meta({ description: "Quote it when you write to us." }),
    }),
    meta: z.object({ now: z.iso.datetime() }),
    links: z.object({ self: z.string() }),
  })
  .meta({ id: "FormTaken", description: "The form was accepted and is stored." });

const headers = idempotencyKeyHeader("Without one, the same text on one day is one message.");

const PROBLEMS = [400, 403, 409, 413, 415, 422, 429, 503];
const STORED = "It is stored on our disk until it is handled.";

const words = {
  contact: {
    operationId: "sendContactMessage",
    summary: "Send a contact message",
    description:
      "Forwarded to the foundation at once, or stored first when its content source does not respond.",
    id: "ContactMessage",
    good: { 200: "The foundation has it.", 202: STORED },
  },
  volunteer: {
    operationId: "applyAsVolunteer",
    summary: "Apply as a volunteer",
    description: "Stored for the staff to read; the reference number names it.",
    id: "VolunteerApplication",
    good: { 202: STORED },
  },
  partner: {
    operationId: "proposePartnership",
    summary: "Propose a partnership",
    description: "Stored for the staff to read; the reference number names it.",
    id: "PartnershipInquiry",
    good: { 202: STORED },
  },
} as const satisfies Record<InboxForm, object>;

function formOperation(form: InboxForm) {
  const { id, good, ...texts } = words[form];
  const schemas = Object.entries(good).map(([status, description]) => [
    status,
    { schema: taken, description },
  ]);
  return {
    ...texts,
    tags: ["Forms"],
    headers,
    body: bodySchema(inboxForms[form].fields, id),
    response: responses(
      Object.fromEntries(schemas),
      form === "contact" ? [...PROBLEMS, 502] : PROBLEMS,
    ),
  };
}

/**
 * What a form's post takes and returns, as it is documented. Made once: schemas with an id stand in zod's
 * global registry, and a second one with the same id changes how the OpenAPI document shows it.
 */
export const formOperations = {
  contact: formOperation("contact"),
  volunteer: formOperation("volunteer"),
  partner: formOperation("partner"),
} as const satisfies Record<InboxForm, object>;

export const tokenOperation = {
  operationId: "issueFormToken",
  tags: ["Forms"],
  summary: "Begin a form",
  description:
    "A signed time. Sent as formToken it helps us tell people from bots; it is optional.",
  response: responses(
    {
      200: { schema: z.object({ data: z.object({ token: z.string() }) }), description: "A token." },
    },
    [406, 503],
  ),
};

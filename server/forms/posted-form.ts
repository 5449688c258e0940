import type { FastifyRequest } from "fastify";
import type { ZodType } from "zod";
import type { TypedValues } from "../../shared/contract/form-state.ts";
import { partnerFields, volunteerFields } from "../../shared/forms/application-forms.ts";
import { contactFields } from "../../shared/forms/contact-form.ts";
import { type FieldSet, MAX } from "../../shared/forms/field.ts";
import { type FormName, formActions, type InboxForm } from "../../shared/forms/form-names.ts";
import { donorFields, PAYMENT_KEY } from "../../shared/forms/gift-forms.ts";
import { englishPath, type Language, PREFIXES } from "../../shared/languages.ts";
import type { InboxFields } from "./inbox.ts";
import { formSchema } from "./schemas/form-schema.ts";
import { inEachLanguage } from "./schemas/form-words.ts";

interface ReadForm {
  fields: FieldSet;
  /** By the language of their messages. */
  schemas: Record<Language, ZodType<InboxFields>>;
}

const readBy = (fields: FieldSet): ReadForm => ({
  fields,
  schemas: inEachLanguage(({ errors }) => formSchema(fields, errors)),
});

/** The forms that are stored: their fields and their schemas. */
export const inboxForms: Record<InboxForm, ReadForm> = {
  contact: readBy(contactFields),
  volunteer: readBy(volunteerFields),
  partner: readBy(partnerFields),
};

const plain = (autoComplete: string) =>
  ({ kind: "line", isRequired: true, maxLength: MAX.other, noun: "amount", autoComplete }) as const;

/** The fields of the donation form, which is stored as a gift where a payment provider is configured. */
export const donationFields: FieldSet = {
  currency: plain("off"),
  preset: plain("off"),
  frequency: plain("off"),
  customAmount: plain("transaction-amount"),
  [PAYMENT_KEY]: plain("off"),
  ...donorFields,
};

const pathOf = (form: FormName) => formActions[form].split("?")[0] ?? "";

const forms = Object.keys(formActions).filter((name): name is FormName => name in formActions);

/** The paths that forms are posted to without scripts, in each language. */
export const formPagePaths = Object.values(PREFIXES).flatMap((prefix) =>
  [...new Set(forms.map(pathOf))].map((path) => prefix + path),
);

/** The form of a post without scripts, by its URL alone; the first of its page unless `form` names another. */
export function formOfRequest({ routeOptions, url }: FastifyRequest): FormName {
  const named = new URLSearchParams(url.split("?")[1]).get("form");
  const page = englishPath(routeOptions.url ?? "");
  const ofPage = forms.filter((form) => pathOf(form) === page);
  return ofPage.find((form) => form === named) ?? ofPage[0] ?? "contact";
}

/** The bytes of a posted form, decoded. */
export const sizeOf = (posted: URLSearchParams): number =>
  [...posted].reduce((size, pair) => size + Buffer.byteLength(pair.join("==")), 0);

/** The form's own fields as submitted: for its schema, and to be rendered again. */
export function submittedValues(posted: URLSearchParams, fields: FieldSet): TypedValues {
  const submitted: Record<string, string | readonly string[]> = {};
  for (const [name, { kind }] of Object.entries(fields)) {
    submitted[name] = kind === "choices" ? posted.getAll(name) : (posted.get(name) ?? "");
  }
  return submitted;
}

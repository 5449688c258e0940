import t from "tap";
import * as ownWords from "../../../../client/components/forms/own-words.ts";
import { readReference } from "../../../../client/components/forms/reference.ts";
import contact from "../../../../content/contact.json" with { type: "json" };
import donate from "../../../../content/donate.json" with { type: "json" };
import involved from "../../../../content/get-involved.json" with { type: "json" };
import { contactFields } from "../../../../shared/forms/contact-form.ts";
import { donorFields } from "../../../../shared/forms/donation-form.ts";
import { fieldErrorMessage } from "../../../../shared/forms/field-errors.ts";
import { INTERESTS } from "../../../../shared/forms/interests.ts";
import { partnerFields } from "../../../../shared/forms/partner-form.ts";
import { volunteerFields } from "../../../../shared/forms/volunteer-form.ts";
import { importInKiswahili } from "../../../setup/import-in-kiswahili.ts";

t.test("every field has its texts in content, and content has no others", async (t) => {
  t.same(Object.keys(contact.form.fields), Object.keys(contactFields));
  t.same(Object.keys(involved.volunteer.fields), Object.keys(volunteerFields));
  t.same(Object.keys(involved.partner.fields), Object.keys(partnerFields));
  t.same(Object.keys(donate.fields), ["customAmount", ...Object.keys(donorFields)]);
});

t.test("every value that may be chosen has a label, and every label a value", async (t) => {
  const values = (options: readonly { value: string }[]) => options.map(({ value }) => value);
  t.same(values(involved.interests), INTERESTS);
  t.same(values(involved.volunteer.availability), volunteerFields.availability.values);
  t.same(values(involved.partner.orgTypes), partnerFields.orgType.values);
  t.same(values(involved.partner.partnershipTypes), partnerFields.partnershipType.values);
});

t.test("what the spec requires is required, and nothing else", async (t) => {
  const optional = (fields: Record<string, { isRequired: boolean }>) =>
    Object.entries(fields).flatMap(([name, { isRequired }]) => (isRequired ? [] : [name]));
  t.same(optional(contactFields), ["phoneNumber"]);
  t.same(optional(volunteerFields), ["phone", "interests"]);
  t.same(optional(partnerFields), ["website", "partnerInterests"]);
  t.same(optional(donorFields), ["phone"]);
});

t.test("an error message tells how to fix it", async (t) => {
  t.equal(fieldErrorMessage(contactFields.name, "missing"), "Enter your full name");
  t.equal(
    fieldErrorMessage(contactFields.message, "too-long"),
    "Your message must be 5,000 characters or fewer",
  );
  t.equal(fieldErrorMessage(volunteerFields.availability, "missing"), "Choose your availability");
  t.match(fieldErrorMessage(contactFields.email, "format"), "name@example.com");
});

t.test("only what looks like a reference number is shown as one", async (t) => {
  t.equal(readReference("V-7K3M-2Q9F"), "V-7K3M-2Q9F");
  for (const bad of [null, "", "V-7K3M", "V-7K3M-2Q9F<b>", "v-7k3m-2q9f"])
    t.equal(readReference(bad), null);
});

t.test(
  "a page in English shows what the server says, one in Kiswahili its own words",
  async (t) => {
    const said = ({ errorsInOwnWords, failureInOwnWords }: typeof ownWords) => [
      errorsInOwnWords([{ field: "name", message: "Enter your full name" }], contactFields),
      failureInOwnWords("Mailbox full", "contact"),
      failureInOwnWords(null, "contact"),
    ];
    t.same(said(ownWords), [
      [{ field: "name", message: "Enter your full name" }],
      "Mailbox full",
      "Failed to send message. Please try again later.",
    ]);
    t.same(said(await importInKiswahili("client/components/forms/own-words.ts")), [
      [{ field: "name", message: "Andika jina lako kamili" }],
      "Ujumbe haukutumwa. Tafadhali jaribu tena baadaye.",
      "Ujumbe haukutumwa. Tafadhali jaribu tena baadaye.",
    ]);
  },
);

import t from "tap";
import {
  INTERESTS,
  partnerFields,
  volunteerFields,
} from "../../../../shared/forms/application-forms.ts";
import { contactFields } from "../../../../shared/forms/contact-form.ts";
import { personFields } from "../../../../shared/forms/field.ts";
import { readReference } from "../../../../shared/forms/form-names.ts";
import involved from "../../../fixtures/content/get-involved.json" with { type: "json" };

t.test("every value that may be chosen has a label, and every label a value", async (t) => {
  const values = (options: readonly { value: string }[]) => options.map(({ value }) => value);
  t.same(values(involved.interests), INTERESTS);
  t.same(values(involved.volunteer.availability), volunteerFields.availability.values);
  t.same(values(involved.partner.orgTypes), partnerFields.orgType.values);
  t.same(values(involved.partner.partnershipTypes), partnerFields.partnershipType.values);
});

t.test("exactly the fields that the spec requires are required", async (t) => {
  const optional = (fields: Record<string, { isRequired: boolean }>) =>
    Object.entries(fields).flatMap(([name, { isRequired }]) => (isRequired ? [] : [name]));
  t.same(optional(contactFields), ["phoneNumber"]);
  t.same(optional(volunteerFields), ["phone", "interests"]);
  t.same(optional(partnerFields), ["website", "partnerInterests"]);
  t.same(optional(personFields), ["phone"]);
});

t.test("only a text that looks like a reference number is shown as one", async (t) => {
  t.equal(readReference("V-7K3M-2Q9F"), "V-7K3M-2Q9F");
  for (const bad of [null, "", "V-7K3M", "V-7K3M-2Q9F<b>", "v-7k3m-2q9f"])
    t.equal(readReference(bad), null);
});

import { type FieldSet, line, long, personFields } from "../../shared/forms/field.ts";
import { FormContext, FormFields } from "../components/forms/fields.tsx";
import form from "../components/forms/form.module.css";
import button from "../components/links/button.module.css";

const fields: FieldSet = {
  firstName: personFields.firstName,
  phone: personFields.phone,
  email: personFields.email,
  subject: { ...line, noun: "subject" },
  availability: { ...line, kind: "choice", noun: "availability" },
  interests: {
    kind: "choices",
    isRequired: false,
    maxLength: 3,
    noun: "interests",
  },
  message: { ...long, maxLength: 95, noun: "message" },
};

const values = {
  email: "asha@example",
  message:
    "A text that is nearly as long as the field allows, so that the field counts what is left.",
  interests: ["water"],
};

const errors = [
  { field: "email", message: "Enter your email address as in name@example.org" },
  { field: "availability", message: "Choose when you are available" },
];

const submit = `${button.button} ${button.main} ${form.submit}`;

/** A form with a hint, two errors, and text near the limit of its field. */
export const SampleForm = () => (
  <FormContext value={{ form: "volunteer", fields, values, errors }}>
    <form
      className={`${form.sheet} panel stack loose`}
      onSubmit={(event) => event.preventDefault()}
    >
      <FormFields
        fields={fields}
        pairs={["firstName"]}
        words={{
          firstName: { label: "First Name" },
          email: { label: "Email Address", hint: "We only write about your message." },
          phone: { label: "Phone Number", example: "+255 700 000 000" },
          subject: { label: "Subject" },
          availability: { label: "Availability" },
          interests: { label: "Areas of interest" },
          message: { label: "Message" },
        }}
        options={{
          availability: [{ value: "flexible", label: "Flexible" }],
          interests: [
            { value: "water", label: "Water" },
            { value: "youth", label: "Youth" },
            { value: "climate", label: "Climate" },
          ],
        }}
      />
      <div className="cluster">
        <button type="submit" className={submit}>
          Send
        </button>
        <button type="submit" className={submit} disabled>
          Sending…
        </button>
      </div>
    </form>
  </FormContext>
);

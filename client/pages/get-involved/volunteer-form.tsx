import { interests, volunteer } from "../../../content/get-involved.json";
import { volunteerFields } from "../../../shared/forms/volunteer-form.ts";
import { ChoiceField, ChoicesField, TextField } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import { Application, type SentProps } from "./application-form.tsx";

const { fields } = volunteer;

/** Spec section 5, "Volunteer". */
export function VolunteerForm(sent: SentProps) {
  return (
    <Application form="volunteer" fields={volunteerFields} words={volunteer} {...sent}>
      <div className={form.pair}>
        <TextField name="firstName" words={fields.firstName} />
        <TextField name="lastName" words={fields.lastName} />
      </div>
      <div className={form.pair}>
        <TextField name="email" words={fields.email} />
        <TextField name="phone" words={fields.phone} />
      </div>
      <TextField name="location" words={fields.location} />
      <ChoicesField name="interests" words={fields.interests} options={interests} />
      <TextField name="skills" words={fields.skills} />
      <ChoiceField
        name="availability"
        words={fields.availability}
        options={volunteer.availability}
      />
      <TextField name="motivation" words={fields.motivation} />
    </Application>
  );
}

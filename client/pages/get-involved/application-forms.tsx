import type { ReactNode } from "react";
import { interests, partner, volunteer } from "../../../content/get-involved.json";
import messages from "../../../content/words/en/form-messages.json";
import * as texts from "../../../content/words/en/get-involved.json";
import { partnerFields, volunteerFields } from "../../../shared/forms/application-forms.ts";
import type { FieldSet } from "../../../shared/forms/field.ts";
import { dismiss, notify } from "../../components/feedback/notifications.tsx";
import { ChoiceField, ChoicesField, TextField } from "../../components/forms/fields.tsx";
import form from "../../components/forms/form.module.css";
import { FocusedBox, ReferenceWords } from "../../components/forms/form-shell.tsx";
import { PostForm } from "../../components/forms/post-form.tsx";

/** Spec section 9: "Simulated form submit 1500 ms; success banner 5000 ms". */
const SUBMIT_MS = 1_500;
const BANNER_MS = 5_000;

interface SentProps {
  /** The reference number; null before submission. */
  reference: string | null;
  setReference: (form: "volunteer" | "partner", reference: string | null) => void;
}

interface Props extends SentProps {
  form: "volunteer" | "partner";
  fields: FieldSet;
  words: { title: string; introduction: string; submitText: string };
  children: ReactNode;
}

/** A form of this page: busy state, temporary banner, permanent confirmation. */
function Application({ form: name, fields, words, children, ...sent }: Props) {
  const { reference, setReference } = sent;
  return (
    <>
      <div className="stack tight">
        <h2>{words.title}</h2>
        <p className="intro">{words.introduction}</p>
      </div>
      {reference !== null && (
        <FocusedBox key={reference} kind="good" role="status">
          <p>
            <span>{`${messages.confirmation[name]} `}</span>
            <ReferenceWords reference={reference} />
          </p>
        </FocusedBox>
      )}
      <PostForm
        form={name}
        fields={fields}
        submitText={words.submitText}
        busyText={texts.submitting}
        minimumMs={SUBMIT_MS}
        onBegin={() => setReference(name, null)}
        onSent={(given) => {
          setReference(name, given);
          const banner = notify("success", messages.sent[name]);
          setTimeout(() => dismiss(banner), BANNER_MS);
        }}
      >
        {children}
      </PostForm>
    </>
  );
}

/** Spec section 5, "Volunteer". */
export function VolunteerForm(sent: SentProps) {
  return (
    <Application form="volunteer" fields={volunteerFields} words={volunteer} {...sent}>
      <div className={form.pair}>
        <TextField name="firstName" words={volunteer.fields.firstName} />
        <TextField name="lastName" words={volunteer.fields.lastName} />
      </div>
      <div className={form.pair}>
        <TextField name="email" words={volunteer.fields.email} />
        <TextField name="phone" words={volunteer.fields.phone} />
      </div>
      <TextField name="location" words={volunteer.fields.location} />
      <ChoicesField name="interests" words={volunteer.fields.interests} options={interests} />
      <TextField name="skills" words={volunteer.fields.skills} />
      <ChoiceField
        name="availability"
        words={volunteer.fields.availability}
        options={volunteer.availability}
      />
      <TextField name="motivation" words={volunteer.fields.motivation} />
    </Application>
  );
}

/** Spec section 5, "Partner". */
export function PartnerForm(sent: SentProps) {
  return (
    <Application form="partner" fields={partnerFields} words={partner} {...sent}>
      <div className={form.pair}>
        <TextField name="orgName" words={partner.fields.orgName} />
        <ChoiceField name="orgType" words={partner.fields.orgType} options={partner.orgTypes} />
      </div>
      <div className={form.pair}>
        <TextField name="contactName" words={partner.fields.contactName} />
        <TextField name="contactTitle" words={partner.fields.contactTitle} />
      </div>
      <div className={form.pair}>
        <TextField name="contactEmail" words={partner.fields.contactEmail} />
        <TextField name="contactPhone" words={partner.fields.contactPhone} />
      </div>
      <TextField name="website" words={partner.fields.website} />
      <ChoiceField
        name="partnershipType"
        words={partner.fields.partnershipType}
        options={partner.partnershipTypes}
      />
      <ChoicesField
        name="partnerInterests"
        words={partner.fields.partnerInterests}
        options={interests}
      />
      <TextField name="partnershipProposal" words={partner.fields.partnershipProposal} />
    </Application>
  );
}

import { interests, partner, volunteer } from "../../../content/get-involved.json";
import messages from "../../../content/words/en/form-messages.json";
import * as texts from "../../../content/words/en/get-involved.json";
import { partnerFields, volunteerFields } from "../../../shared/forms/application-forms.ts";
import { dismiss, notify } from "../../components/feedback/notifications.tsx";
import { FormFields } from "../../components/forms/form-fields.tsx";
import { FocusedBox, ReferenceWords } from "../../components/forms/form-shell.tsx";
import { PostForm } from "../../components/forms/post-form.tsx";

/** Spec section 9: "Simulated form submit 1500 ms; success banner 5000 ms". */
const SUBMIT_MS = 1_500;
const BANNER_MS = 5_000;

const FORMS = {
  volunteer: {
    fields: volunteerFields,
    words: volunteer,
    rows: [
      ["firstName", "lastName"],
      ["email", "phone"],
      ["location"],
      ["interests"],
      ["skills"],
      ["availability"],
      ["motivation"],
    ],
    options: { interests, availability: volunteer.availability },
  },
  partner: {
    fields: partnerFields,
    words: partner,
    rows: [
      ["orgName", "orgType"],
      ["contactName", "contactTitle"],
      ["contactEmail", "contactPhone"],
      ["website"],
      ["partnershipType"],
      ["partnerInterests"],
      ["partnershipProposal"],
    ],
    options: {
      orgType: partner.orgTypes,
      partnershipType: partner.partnershipTypes,
      partnerInterests: interests,
    },
  },
} as const;

interface Props {
  form: keyof typeof FORMS;
  /** The reference number; null before submission. */
  reference: string | null;
  setReference: (form: keyof typeof FORMS, reference: string | null) => void;
}

/** Spec section 5, "Volunteer" and "Partner": busy state, temporary banner, permanent confirmation. */
export function Application({ form, reference, setReference }: Props) {
  const { fields, words, rows, options } = FORMS[form];
  return (
    <>
      <div className="stack tight">
        <h2>{words.title}</h2>
        <p className="intro">{words.introduction}</p>
      </div>
      {reference !== null && (
        <FocusedBox key={reference} kind="good" role="status">
          <p>
            <span>{`${messages.confirmation[form]} `}</span>
            <ReferenceWords reference={reference} />
          </p>
        </FocusedBox>
      )}
      <PostForm
        form={form}
        fields={fields}
        submitText={words.submitText}
        busyText={texts.submitting}
        minimumMs={SUBMIT_MS}
        onBegin={() => setReference(form, null)}
        onSent={(given) => {
          setReference(form, given);
          const banner = notify("success", messages.sent[form]);
          setTimeout(() => dismiss(banner), BANNER_MS);
        }}
      >
        <FormFields rows={rows} words={words.fields} options={options} />
      </PostForm>
    </>
  );
}

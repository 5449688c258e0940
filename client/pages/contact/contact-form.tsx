import { useState } from "react";
import { form, headings } from "../../../content/contact.json";
import { contactFields } from "../../../shared/forms/contact-form.ts";
import { CONTACT_SENT_ID } from "../../../shared/forms/form-names.ts";
import { sentWords } from "../../../shared/forms/form-words.ts";
import { FocusedBox } from "../../components/form/form-notices.tsx";
import { PostForm } from "../../components/form/post-form.tsx";
import { TextField } from "../../components/form/text-field.tsx";

/** Spec section 4, "Contact form"; `isSent` when it was sent without scripts. */
export function ContactForm({ isSent }: { isSent: boolean }) {
  const [wasSent, setSent] = useState(isSent);
  return (
    <>
      <h2>{headings.form}</h2>
      {wasSent && (
        <FocusedBox kind="good" role="status" id={CONTACT_SENT_ID}>
          <p>{sentWords.contact}</p>
        </FocusedBox>
      )}
      <PostForm
        form="contact"
        fields={contactFields}
        submitText={form.submitText}
        busyText="Sending..."
        onBegin={() => setSent(false)}
        onSent={() => setSent(true)}
      >
        <TextField name="name" words={form.fields.name} />
        <TextField name="email" words={form.fields.email} />
        <TextField name="phoneNumber" words={form.fields.phoneNumber} />
        <TextField name="subject" words={form.fields.subject} />
        <TextField name="message" words={form.fields.message} />
      </PostForm>
    </>
  );
}

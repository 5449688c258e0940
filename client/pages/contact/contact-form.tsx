import { useState } from "react";
import { form, headings } from "../../../content/contact.json";
import { contactFields } from "../../../shared/forms/contact-form.ts";
import { sentMessages } from "../../../shared/forms/form-messages.ts";
import { CONTACT_SENT_ID } from "../../../shared/forms/form-names.ts";
import { FocusedBox } from "../../components/forms/form-notices.tsx";
import { PostForm } from "../../components/forms/post-form.tsx";
import { TextField } from "../../components/forms/text-field.tsx";

/** Spec section 4, "Contact form"; `isSent` when it was sent without scripts. */
export function ContactForm({ isSent }: { isSent: boolean }) {
  const [wasSent, setSent] = useState(isSent);
  return (
    <>
      <h2>{headings.form}</h2>
      {wasSent && (
        <FocusedBox kind="good" role="status" id={CONTACT_SENT_ID}>
          <p>{sentMessages.contact}</p>
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

import { useState } from "react";
import { form, headings } from "../../../content/contact.json";
import * as words from "../../../content/words/en/contact.json";
import { contactFields } from "../../../shared/forms/contact-form.ts";
import { sentMessages } from "../../../shared/forms/form-messages.ts";
import { CONTACT_SENT_ID } from "../../../shared/forms/form-names.ts";
import { TextField } from "../../components/forms/fields.tsx";
import { FocusedBox, ReferenceWords } from "../../components/forms/form-shell.tsx";
import { PostForm } from "../../components/forms/post-form.tsx";

interface Sent {
  reference: string | null;
}

/** Spec section 4, "Contact form"; `sentBefore` when it was sent without scripts. */
export function ContactForm({ sentBefore }: { sentBefore: Sent | null }) {
  const [sent, setSent] = useState(sentBefore);
  return (
    <>
      <h2>{headings.form}</h2>
      {sent && (
        <FocusedBox kind="good" role="status" id={CONTACT_SENT_ID}>
          <p>{sentMessages.contact}</p>
          {sent.reference !== null && (
            <p>
              <ReferenceWords reference={sent.reference} />
            </p>
          )}
        </FocusedBox>
      )}
      <PostForm
        form="contact"
        fields={contactFields}
        submitText={form.submitText}
        busyText={words.sending}
        onBegin={() => setSent(null)}
        onSent={(reference) => setSent({ reference })}
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

import type { ReactNode } from "react";
import * as texts from "../../../content/words/en/get-involved.json";
import type { FieldSet } from "../../../shared/forms/field.ts";
import { confirmationWords, sentMessages } from "../../../shared/forms/form-messages.ts";
import { dismiss, notify } from "../../components/feedback/notifications.tsx";
import { FocusedBox, ReferenceWords } from "../../components/forms/form-shell.tsx";
import { PostForm } from "../../components/forms/post-form.tsx";

/** Spec section 9: "Simulated form submit 1500 ms; success banner 5000 ms". */
const SUBMIT_MS = 1_500;
const BANNER_MS = 5_000;

export interface SentProps {
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
export function Application({ form, fields, words, children, ...sent }: Props) {
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
            <span>{`${confirmationWords[form]} `}</span>
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
          const banner = notify("success", sentMessages[form]);
          setTimeout(() => dismiss(banner), BANNER_MS);
        }}
      >
        {children}
      </PostForm>
    </>
  );
}

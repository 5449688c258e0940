import type { ReactNode } from "react";
import type { FieldSet } from "../../../shared/forms/field.ts";
import { keptWords, sentWords } from "../../../shared/forms/form-words.ts";
import { FocusedBox } from "../../components/form/form-notices.tsx";
import { PostForm } from "../../components/form/post-form.tsx";
import { dismiss, notify } from "../../components/notices.ts";
import styles from "./get-involved.module.css";

/** Spec section 9: "Simulated form submit 1500 ms; success banner 5000 ms". */
const SUBMIT_MS = 1_500;
const BANNER_MS = 5_000;

export interface SentProps {
  /** The number the form was sent under; null before. */
  reference: string | null;
  setReference: (form: "volunteer" | "partner", reference: string | null) => void;
}

interface Props extends SentProps {
  form: "volunteer" | "partner";
  fields: FieldSet;
  words: { title: string; introduction: string; submitText: string };
  children: ReactNode;
}

/** A form of this page: submitting, a banner for a while, and a confirmation that stays. */
export function Application({ form, fields, words, children, ...sent }: Props) {
  const { reference, setReference } = sent;
  return (
    <>
      <div className={styles.head}>
        <h2>{words.title}</h2>
        <p>{words.introduction}</p>
      </div>
      {reference !== null && (
        <FocusedBox key={reference} kind="good" role="status">
          <p>
            {keptWords[form]} Your reference number is{" "}
            <strong className={styles.reference}>{reference}</strong>. Please quote it when you
            write to us about it.
          </p>
        </FocusedBox>
      )}
      <PostForm
        form={form}
        fields={fields}
        submitText={words.submitText}
        busyText="Submitting..."
        minimumMs={SUBMIT_MS}
        onBegin={() => setReference(form, null)}
        onSent={(given) => {
          setReference(form, given);
          const banner = notify("success", sentWords[form]);
          setTimeout(() => dismiss(banner), BANNER_MS);
        }}
      >
        {children}
      </PostForm>
    </>
  );
}

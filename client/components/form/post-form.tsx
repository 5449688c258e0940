import { type ReactNode, useRef, useState } from "react";
import type { FieldSet } from "../../../shared/forms/field.ts";
import { evidenceFields, type InboxForm } from "../../../shared/forms/form-names.ts";
import { failedWords } from "../../../shared/forms/form-words.ts";
import { beginForm, makeKey, postForm } from "../../data/site-actions.ts";
import { findFaults, readFields } from "./form-element.ts";
import { FormShell } from "./form-shell.tsx";
import { useFormParts } from "./use-form-parts.ts";

interface Props {
  form: InboxForm;
  fields: FieldSet;
  submitText: string;
  busyText: string;
  /** The shortest time that sending is seen to take. */
  minimumMs?: number;
  /** A new try begins: what was said of the one before is over. */
  onBegin: () => void;
  onSent: (reference: string | null) => void;
  children: ReactNode;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A form that is sent to us: without a page load where there are scripts. */
export function PostForm({ form, fields, minimumMs = 0, onBegin, onSent, ...shell }: Props) {
  const controls = useFormParts(form, fields);
  const [isBusy, setBusy] = useState(false);
  const key = useRef<string | null>(null);
  const token = useRef<Promise<string | null> | null>(null);

  const begin = () => {
    token.current ??= beginForm();
  };

  async function send(element: HTMLFormElement): Promise<void> {
    if (isBusy) return;
    onBegin();
    const errors = findFaults(element, fields);
    if (errors.length > 0) return controls.show({ errors });
    controls.show({});
    setBusy(true);
    // The same words sent again, by hand or by the retry, are the same message.
    key.current ??= makeKey();
    const begun = await Promise.race([token.current, pause(300)]);
    const sent = readFields(element, fields);
    const body = { ...sent, [evidenceFields.token]: begun ?? undefined };
    const [outcome] = await Promise.all([postForm(form, body, key.current), pause(minimumMs)]);
    setBusy(false);
    if (outcome.kind === "invalid") return controls.show({ errors: outcome.errors });
    if (outcome.kind === "failed")
      return controls.show({ failure: outcome.message ?? failedWords[form] });
    key.current = null;
    token.current = null;
    // What was typed meanwhile was not sent: it stays.
    const isAsSent = JSON.stringify(readFields(element, fields)) === JSON.stringify(sent);
    if (isAsSent) controls.reset();
    onSent(outcome.reference);
  }

  return (
    <FormShell
      {...shell}
      promise="We use what you write here to answer you, and for nothing else."
      controls={controls}
      isBusy={isBusy}
      onFocus={begin}
      onSubmit={(element) => void send(element)}
    />
  );
}

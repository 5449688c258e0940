import { type ReactNode, useEffect, useRef, useState } from "react";
import * as words from "../../../content/words/en/forms.json";
import type { FieldSet } from "../../../shared/forms/field.ts";
import { type InboxForm, spamCheckFields } from "../../../shared/forms/form-names.ts";
import { idempotencyKeys } from "../../data/fetch-json.ts";
import { beginForm, postForm } from "../../data/site-actions.ts";
import { FormShell } from "./form-shell.tsx";
import { findFieldErrors, readFields } from "./form-validation.ts";
import { errorsInOwnWords, failureInOwnWords } from "./own-words.ts";
import { useFormParts } from "./use-form.ts";

interface Props {
  form: InboxForm;
  fields: FieldSet;
  submitText: string;
  busyText: string;
  /** The least time for which the busy state is shown. */
  minimumMs?: number;
  /** A new submission starts: the last result is cleared. */
  onBegin: () => void;
  onSent: (reference: string | null) => void;
  children: ReactNode;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A form posted to `/bff`, without a page load where there are scripts. */
export function PostForm({ form, fields, minimumMs = 0, onBegin, onSent, ...shell }: Props) {
  const controls = useFormParts(form, fields);
  const [isBusy, setBusy] = useState(false);
  const keys = useRef<ReturnType<typeof idempotencyKeys> | null>(null);
  const token = useRef<Promise<string | null> | null>(null);
  const [hasJustKept, setJustKept] = useState(false);
  const shown = useRef<string | null>(null);
  const told = useRef({ fields, controls, onSent, shown });
  useEffect(() => {
    told.current = { fields, controls, onSent, shown };
  });
  const [kept, setKept] = useState<typeof import("./kept-forms.tsx") | null>(null);
  // Loaded now: without a network it could not be.
  useEffect(() => void import("./kept-forms.tsx").then(setKept, () => {}), []);

  const begin = () => {
    token.current ??= beginForm();
  };

  async function send(element: HTMLFormElement): Promise<void> {
    if (isBusy) return;
    onBegin();
    setJustKept(false);
    const errors = findFieldErrors(element, fields);
    if (errors.length > 0) return controls.show({ errors });
    controls.show({});
    setBusy(true);
    keys.current ??= idempotencyKeys();
    const receivedToken = await Promise.race([token.current, pause(300)]);
    const sent = readFields(element, fields);
    const body = { ...sent, [spamCheckFields.token]: receivedToken ?? undefined };
    const key = keys.current(sent);
    const [outcome] = await Promise.all([postForm(form, body, key), pause(minimumMs)]);
    setBusy(false);
    if (outcome.kind === "invalid")
      return controls.show({ errors: errorsInOwnWords(outcome.errors, fields) });
    const isKept =
      outcome.kind === "failed" && outcome.isOffline && (await kept?.keepUnsent(form, body, key));
    if (outcome.kind === "failed" && !isKept)
      return controls.show({ failure: failureInOwnWords(outcome.message, form) });
    keys.current = null;
    token.current = null;
    // Input typed while sending was not sent: it stays.
    const isAsSent = JSON.stringify(readFields(element, fields)) === JSON.stringify(sent);
    if (isAsSent) controls.reset();
    // Then the next one has the form for itself.
    void kept?.removeShown(shown);
    if (outcome.kind === "sent") onSent(outcome.reference);
    else setJustKept(true);
  }

  return (
    <>
      {kept && <kept.KeptForms form={form} told={told} hasJustKept={hasJustKept} />}
      <FormShell
        {...shell}
        promise={words.promise}
        controls={controls}
        isBusy={isBusy}
        onFocus={begin}
        onSubmit={(element) => void send(element)}
      />
    </>
  );
}

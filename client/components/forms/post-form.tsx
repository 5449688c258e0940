import { useEffect, useEffectEvent, useRef, useState } from "react";
import { requestId as requestIdWords } from "../../../content/words/en/error.json";
import * as messages from "../../../content/words/en/form-messages.json";
import * as words from "../../../content/words/en/forms.json";
import { code, locale } from "../../../content/words/en/language.json";
import { form as keptWords } from "../../../content/words/en/offline.json";
import type { FieldSet } from "../../../shared/forms/field.ts";
import { type InboxForm, spamCheckFields } from "../../../shared/forms/form-names.ts";
import { beginForm, idempotencyKeys, postForm } from "../../data/form-posts.ts";
import type { KeptForm } from "../../data/outbox.ts";
import { FormFields, type FormFieldsProps } from "./fields.tsx";
import styles from "./form.module.css";
import { FocusedBox, FormShell } from "./form-shell.tsx";
import {
  type FormControls,
  findFieldErrors,
  loadCheck,
  readFields,
  useFormParts,
} from "./use-form.ts";

const isBlank = (element: HTMLFormElement, fields: FieldSet) =>
  Object.values(readFields(element, fields)).every((value) => String(value).trim() === "");

/** Shows the results of this form's submissions kept on the device, and returns whether one is waiting. */
function useKept({ form, fields, onSent }: Props, controls: FormControls) {
  const [isWaiting, setWaiting] = useState(false);
  const [outbox, setOutbox] = useState<typeof import("../../data/outbox.ts") | null>(null);
  // Load both modules now: without a network the browser could not load them later.
  useEffect(() => {
    import("../../data/outbox.ts").then(setOutbox, () => {});
    loadCheck().catch(() => {});
  }, []);
  /** The key of the refused submission that was last filled in again. */
  const shown = useRef<string | null>(null);

  const tell = useEffectEvent((all: readonly KeptForm[]) => {
    const ours = all.filter((kept) => kept.form === form);
    setWaiting(ours.some(({ state }) => state === "waiting"));
    for (const { state, key, reference = null } of ours) {
      if (state !== "sent") continue;
      void outbox?.removeKept(key);
      onSent(reference);
    }
    const refused = ours.find(({ state }) => state === "refused");
    // Fill in the refused submission, unless the visitor has typed something else.
    if (!refused || !controls.ref.current || !isBlank(controls.ref.current, fields)) return;
    const { key, at, errors = [], message } = refused;
    shown.current = key;
    controls.reset(refused.fields);
    const date = new Date(at).toLocaleDateString(locale, { dateStyle: "long" });
    const failure = `${keptWords.refused.replace("{date}", date)} ${message ?? ""}`.trim();
    controls.show({ errors, failure });
  });
  useEffect(() => outbox?.watchKept(tell), [outbox]);
  return { outbox, isWaiting, shown };
}

interface Props extends FormFieldsProps {
  form: InboxForm;
  submitText: string;
  busyText: string;
  /** The minimum time for which the busy state is shown. */
  minimumMs?: number;
  /** Called when a new submission starts, to clear the last result. */
  onBegin: () => void;
  onSent: (reference: string | null) => void;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** A form posted to `/bff`. Without a network the submission is kept on the device and sent later, and the form then shows the result. */
export function PostForm(props: Props) {
  const { form, fields, submitText, busyText, minimumMs = 0, onBegin, onSent } = props;
  const controls = useFormParts(form, fields);
  const [isBusy, setBusy] = useState(false);
  const [keyOf, setKeys] = useState(idempotencyKeys);
  const token = useRef<Promise<string | null> | null>(null);
  const [hasJustKept, setJustKept] = useState(false);
  const { outbox, isWaiting, shown } = useKept(props, controls);

  async function send(element: HTMLFormElement): Promise<void> {
    if (isBusy) return;
    onBegin();
    setJustKept(false);
    const errors = await findFieldErrors(element, fields);
    controls.show({ errors });
    if (errors.length > 0) return;
    setBusy(true);
    const receivedToken = await Promise.race([token.current, pause(300)]);
    const sent = readFields(element, fields);
    const body = receivedToken ? { ...sent, [spamCheckFields.token]: receivedToken } : sent;
    const post = { form, fields: body, key: keyOf(sent), language: code };
    const [outcome] = await Promise.all([postForm(post), pause(minimumMs)]);
    setBusy(false);
    const isSent = outcome.state === "sent";
    if (outcome.errors.length > 0) return controls.show({ errors: outcome.errors });
    if (!isSent && !(outcome.isOffline && (await outbox?.keepForm(post)))) {
      const failure = outcome.message ?? messages.failed[form];
      const { requestId } = outcome;
      return controls.show({
        failure: requestId ? `${failure} ${requestIdWords}: ${requestId}` : failure,
      });
    }
    setKeys(idempotencyKeys);
    token.current = null;
    // Keep input that was typed while sending, because it was not sent.
    if (JSON.stringify(readFields(element, fields)) === JSON.stringify(sent)) controls.reset();
    // The refused submission has been sent again, so the form is free to show the next one.
    if (shown.current !== null) void outbox?.removeKept(shown.current);
    shown.current = null;
    if (isSent) onSent(outcome.reference);
    else setJustKept(true);
  }

  return (
    <>
      {isWaiting && (
        <FocusedBox key={String(hasJustKept)} kind="info" role="status" isQuiet={!hasJustKept}>
          <p>{keptWords.waiting}</p>
        </FocusedBox>
      )}
      <FormShell
        submitText={submitText}
        busyText={busyText}
        promise={words.promise}
        controls={controls}
        isBusy={isBusy}
        onFocus={() => {
          token.current ??= beginForm();
        }}
        onSubmit={(element) => void send(element)}
      >
        <FormFields {...props} />
      </FormShell>
    </>
  );
}

export const ReferenceWords = ({ reference }: { reference: string }) => (
  <span>
    {`${words.referenceIs} `}
    <strong className={styles.reference}>{reference}</strong>
    {`. ${words.referenceUse}`}
  </span>
);

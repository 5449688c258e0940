import { type RefObject, useEffect, useState } from "react";
import { form as words } from "../../../content/words/en/offline.json";
import type { FieldSet } from "../../../shared/forms/field.ts";
import type { InboxForm } from "../../../shared/forms/form-names.ts";
import {
  BACKGROUND_SYNC,
  type KeptForm,
  keepForm,
  removeKept,
  sendKept,
  watchKept,
} from "../../data/outbox.ts";
import { controlsOf } from "../../data/typed.ts";
import { formatDay } from "../../format/dates.ts";
import styles from "./form.module.css";
import { FocusedBox } from "./form-notices.tsx";
import { readFields } from "./form-validation.ts";
import { errorsInOwnWords, inOwnWords } from "./own-words.ts";
import type { FormControls } from "./use-form.ts";

/** Keeps a form that could not be sent; false where the browser stores nothing. */
export async function keepUnsent(
  form: InboxForm,
  fields: KeptForm["fields"],
  key: string,
): Promise<boolean> {
  const at = new Date().toISOString();
  const isKept = await keepForm({ key, form, fields, at, state: "waiting" }).then(
    () => true,
    () => false,
  );
  if (isKept) askForSync();
  return isKept;
}

/** Background Sync, where there is one, sends it without a page (client/service-worker/worker.ts). */
function askForSync(): void {
  const { serviceWorker } = navigator;
  if (!serviceWorker?.controller) return;
  void serviceWorker.ready
    .then((registration) => Reflect.get(registration, "sync")?.register(BACKGROUND_SYNC))
    .catch(() => {});
}

const isBlank = (element: HTMLFormElement, fields: FieldSet) =>
  Object.values(readFields(element, fields)).every((value) => String(value).trim() === "");

interface Told {
  fields: FieldSet;
  controls: FormControls;
  /** The key of the refused form that was filled in last. */
  shown: RefObject<string | null>;
  onSent: (reference: string | null) => void;
}

/** Shows why a form was refused, with what was typed, unless the visitor writes something else. */
function showRefused(kept: KeptForm, { fields, controls, shown }: Told): void {
  const element = controls.ref.current;
  if (!element || !isBlank(element, fields)) return;
  shown.current = kept.key;
  fillForm(element, kept.fields);
  const date = formatDay({ at: kept.at, precision: "time" });
  const reason = inOwnWords(kept.message) ?? "";
  const failure = `${words.refused.replace("{date}", date)} ${reason}`.trim();
  controls.show({ errors: errorsInOwnWords(kept.errors ?? [], fields), failure });
}

/** Fills in values by name. Each field gets an `input` event, as if it had been typed. */
function fillForm(element: HTMLFormElement, fields: KeptForm["fields"]): void {
  for (const control of controlsOf(element)) {
    const values = [fields[control.name] ?? ""].flat().map(String);
    if (control.type === "checkbox") control.checked = values.includes(control.value);
    else control.value = values[0] ?? "";
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

/** The refused form that was filled in has been sent again. Others wait until they are shown. */
export async function removeShown(shown: RefObject<string | null>): Promise<void> {
  const key = shown.current;
  shown.current = null;
  if (key !== null) await removeKept(key);
}

interface Props {
  form: InboxForm;
  told: RefObject<Told>;
  /** The visitor has just sent one. */
  hasJustKept: boolean;
}

/** The forms of this kind on this device: says that one waits, and what became of the others. */
export function KeptForms({ form, told, hasJustKept }: Props) {
  const [forms, setForms] = useState<readonly KeptForm[]>([]);
  useEffect(() => watchKept((all) => setForms(all.filter((kept) => kept.form === form))), [form]);
  useEffect(() => {
    for (const kept of forms) {
      if (kept.state === "refused") showRefused(kept, told.current);
      if (kept.state !== "sent") continue;
      void removeKept(kept.key);
      told.current.onSent(kept.reference ?? null);
    }
  }, [forms, told]);
  const isWaiting = forms.some(({ state }) => state === "waiting");
  useEffect(() => {
    if (!isWaiting) return;
    // As client/offline/start.ts does, which may not have been loaded before the network went.
    const send = () => void sendKept();
    window.addEventListener("online", send);
    return () => window.removeEventListener("online", send);
  }, [isWaiting]);
  if (!isWaiting) return null;
  return hasJustKept ? (
    <FocusedBox kind="info" role="status">
      <p>{words.waiting}</p>
    </FocusedBox>
  ) : (
    <div className={styles.notice} data-kind="info" role="status">
      <p>{words.waiting}</p>
    </div>
  );
}

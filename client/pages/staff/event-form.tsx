import { type FormEvent, useEffect, useRef, useState } from "react";
import * as statusWords from "../../../content/words/en/event-status.json";
import * as words from "../../../content/words/en/staff.json";
import { fill } from "../../../shared/fill.ts";
import { EVENT_STATUSES } from "../../../shared/model/event.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import button from "../../components/links/button.module.css";
import type { EventForm as Form } from "../../data/event-writes.ts";
import { FIELDS_AFTER_DATES, FIELDS_BEFORE_DATES, formOf, valuesOf } from "./event-fields.ts";
import { EventPreview } from "./event-preview.tsx";
import { FieldRow, MomentRow } from "./field-row.tsx";
import styles from "./staff.module.css";

/** Messages by field; null when there are none. */
export type FieldErrors = Readonly<Record<string, string>> | null;

interface Props {
  /** Null for a new event. */
  item: EventItem | null;
  onSave: (form: Form) => Promise<FieldErrors>;
  onPreview: (form: Form) => Promise<{ errors: FieldErrors; item: EventItem | null }>;
  onClose: () => void;
}

function useEventForm({ item, onSave, onPreview }: Props) {
  const [errors, setErrors] = useState<FieldErrors>(null);
  const [preview, setPreview] = useState<EventItem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => form.current?.querySelector<HTMLElement>("input")?.focus(), []);
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [errors]);

  async function send(action: (values: Form) => Promise<FieldErrors>): Promise<void> {
    if (!form.current || isBusy) return;
    setBusy(true);
    setErrors(await action(formOf(new FormData(form.current), item)));
    setBusy(false);
  }
  const save = (event: FormEvent) => {
    event.preventDefault();
    void send(onSave);
  };
  const showPreview = () =>
    void send(async (values) => {
      const result = await onPreview(values);
      setPreview(result.item);
      return result.errors;
    });
  return { form, errors, preview, isBusy, save, showPreview };
}

/** The fields of one event. A rejected form keeps what was typed. */
export function EventForm(props: Props) {
  const { item, onClose } = props;
  const { form, errors, preview, isBusy, save, showPreview } = useEventForm(props);
  const values = valuesOf(item);
  return (
    <form
      ref={form}
      className={`${styles.form} stack loose`}
      onSubmit={save}
      noValidate
      aria-labelledby="form-title"
    >
      <h2 id="form-title">
        {item === null ? words.newEvent : fill(words.change, { title: item.title })}
      </h2>
      {FIELDS_BEFORE_DATES.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          value={values[field.name] ?? ""}
          error={errors?.[field.name]}
        />
      ))}
      <div className={styles.field}>
        <label htmlFor="field-status">{words.status}</label>
        <select
          className={styles.control}
          id="field-status"
          name="status"
          defaultValue={values.status ?? "scheduled"}
        >
          {EVENT_STATUSES.map((status) => (
            <option key={status} value={status}>
              {statusWords.statuses[status]}
            </option>
          ))}
        </select>
      </div>
      <MomentRow
        name="startsAt"
        legend={words.starts}
        hint={words.startsHint}
        values={values}
        error={errors?.startsAt}
      />
      <MomentRow
        name="endsAt"
        legend={words.ends}
        hint={words.endsHint}
        values={values}
        error={errors?.endsAt}
      />
      {FIELDS_AFTER_DATES.map((field) => (
        <FieldRow
          key={field.name}
          field={field}
          value={values[field.name] ?? ""}
          error={errors?.[field.name]}
        />
      ))}
      <div className="cluster">
        <button type="submit" className={`${button.button} ${button.main}`} disabled={isBusy}>
          {item === null ? words.create : words.save}
        </button>
        <button
          type="button"
          className={`${button.button} ${button.plain}`}
          disabled={isBusy}
          onClick={showPreview}
        >
          {words.preview}
        </button>
        <button type="button" className={`${button.button} ${button.plain}`} onClick={onClose}>
          {words.close}
        </button>
      </div>
      {preview && <EventPreview event={preview} />}
    </form>
  );
}

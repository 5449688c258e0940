import { type SubmitEvent, useEffect, useRef, useState } from "react";
import * as statusWords from "../../../content/words/en/event-status.json";
import * as words from "../../../content/words/en/staff.json";
import { fill } from "../../../shared/fill.ts";
import type { EventItem } from "../../../shared/model/event-item.schema.ts";
import { RichText } from "../../components/article/rich-text.tsx";
import { EventCard } from "../../components/cards/item-cards.tsx";
import { Button } from "../../components/feedback/buttons.tsx";
import type { EventForm as Form } from "../../data/event-writes.ts";
import { DETAILS, type Field, formOf, TITLE, type Values, valuesOf } from "./event-fields.ts";
import styles from "./staff.module.css";

/** Messages by field; null when there are none. */
export type FieldErrors = Readonly<Record<string, string>> | null;

interface FieldProps {
  values: Values;
  errors: FieldErrors;
}

const idOf = (name: string) => `field-${name.replace(".", "-")}`;

/** `aria-describedby` of a control. */
const describedBy = (id: string, hint: string | undefined, error: string | undefined) =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ") || undefined;

interface NotesProps {
  /** The id of the control. */
  id: string;
  hint?: string | undefined;
  error?: string | undefined;
}

/** What stands between a label and its control. */
export function Notes({ id, hint, error }: NotesProps) {
  return (
    <>
      {hint && (
        <p className="muted small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          <span className="visually-hidden">{words.error}</span>
          <span>{error}</span>
        </p>
      )}
    </>
  );
}

/** Label, hint, error and field. */
function TextRow({ field, values, errors }: FieldProps & { field: Field }) {
  const { name, label, hint, rows, type = "text" } = field;
  const id = idOf(name);
  const error = errors?.[name];
  const shared = {
    id,
    name,
    className: styles.control,
    defaultValue: values[name] ?? "",
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy(id, hint, error),
    "aria-required": field === TITLE || undefined,
  } as const;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <Notes id={id} hint={hint} error={error} />
      {rows ? <textarea {...shared} rows={rows} /> : <input {...shared} type={type} />}
    </div>
  );
}

interface MomentProps extends FieldProps {
  name: "startsAt" | "endsAt";
  legend: string;
  hint: string;
}

/** A date with an optional time, in East Africa Time. */
function MomentRow({ name, legend, hint, values, errors }: MomentProps) {
  const id = idOf(name);
  const error = errors?.[name];
  return (
    <fieldset className={styles.field} aria-describedby={describedBy(id, hint, error)}>
      <legend>{legend}</legend>
      <Notes id={id} hint={hint} error={error} />
      <div className={styles.pair}>
        {(["day", "time"] as const).map((part) => (
          <label key={part}>
            <span>{part === "day" ? words.day : words.time}</span>
            <input
              type={part === "day" ? "date" : "time"}
              className={styles.control}
              name={`${name}.${part}`}
              defaultValue={values[`${name}.${part}`] ?? ""}
              aria-invalid={part === "day" && error ? true : undefined}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function StatusRow({ values }: { values: Values }) {
  return (
    <div className={styles.field}>
      <label htmlFor="field-status">{words.status}</label>
      <select
        className={styles.control}
        id="field-status"
        name="status"
        defaultValue={values.status ?? "scheduled"}
      >
        {Object.entries(statusWords.statuses).map(([status, label]) => (
          <option key={status} value={status}>
            {label}
          </option>
        ))}
      </select>
    </div>
  );
}

/** An event as visitors would see it: its card, and its sanitised text. */
function EventPreview({ event }: { event: EventItem }) {
  return (
    <section className="panel stack" aria-labelledby="preview-title">
      <h3 id="preview-title">{words.preview}</h3>
      {/* A preview: its links are inert. */}
      <div className="split" inert>
        <EventCard event={event} />
        <div>
          {event.ticketPrice !== null && (
            <p>{fill(words.price, { price: event.ticketPrice.text })}</p>
          )}
          {event.description !== null && <RichText html={event.description} />}
          {event.venueDetails !== null && <RichText html={event.venueDetails} />}
        </div>
      </div>
    </section>
  );
}

interface Props {
  /** Null for a new event. */
  item: EventItem | null;
  onSave: (form: Form) => Promise<FieldErrors>;
  onPreview: (form: Form) => Promise<{ errors: FieldErrors; item: EventItem | null }>;
  onClose: () => void;
}

/** The fields of one event. A rejected form keeps what was typed. */
export function EventForm({ item, onSave, onPreview, onClose }: Props) {
  const [errors, setErrors] = useState<FieldErrors>(null);
  const [preview, setPreview] = useState<EventItem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const given = { values: valuesOf(item), errors };

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
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    void send(onSave);
  };
  const show = async (values: Form) => {
    const result = await onPreview(values);
    setPreview(result.item);
    return result.errors;
  };

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
      <TextRow field={TITLE} {...given} />
      <StatusRow values={given.values} />
      <MomentRow name="startsAt" legend={words.starts} hint={words.startsHint} {...given} />
      <MomentRow name="endsAt" legend={words.ends} hint={words.endsHint} {...given} />
      {DETAILS.map((field) => (
        <TextRow key={field.name} field={field} {...given} />
      ))}
      <div className="cluster">
        <Button type="submit" variant="main" disabled={isBusy}>
          {item === null ? words.create : words.save}
        </Button>
        <Button disabled={isBusy} onClick={() => void send(show)}>
          {words.preview}
        </Button>
        <Button onClick={onClose}>{words.close}</Button>
      </div>
      {preview && <EventPreview event={preview} />}
    </form>
  );
}

import * as words from "../../../content/words/en/staff.json";
import type { Field } from "./event-fields.ts";
import styles from "./staff.module.css";

interface Props {
  field: Field;
  value: string;
  error: string | undefined;
}

const idOf = (name: string) => `field-${name.replace(".", "-")}`;

/** Label, hint, error and field. */
export function FieldRow({ field, value, error }: Props) {
  const { name, label, hint, rows, type = "text", isRequired = false } = field;
  const id = idOf(name);
  const describedBy = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].join(" ").trim();
  const shared = {
    id,
    name,
    className: styles.control,
    defaultValue: value,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": describedBy || undefined,
    "aria-required": isRequired || undefined,
  } as const;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className="muted small" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} text={error} />
      {rows ? <textarea {...shared} rows={rows} /> : <input {...shared} type={type} />}
    </div>
  );
}

/** The error above a field; nothing without one. */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p className={styles.error} id={id}>
      <span className="visually-hidden">{words.error}</span>
      <span>{text}</span>
    </p>
  );
}

interface MomentProps {
  name: "startsAt" | "endsAt";
  legend: string;
  hint: string;
  values: Readonly<Record<string, string>>;
  error: string | undefined;
}

/** A date with an optional time, in East Africa Time. */
export function MomentRow({ name, legend, hint, values, error }: MomentProps) {
  const id = idOf(name);
  const describedBy = error ? `${id}-hint ${id}-error` : `${id}-hint`;
  return (
    <fieldset className={styles.field} aria-describedby={describedBy}>
      <legend>{legend}</legend>
      <p className="muted small" id={`${id}-hint`}>
        {hint}
      </p>
      <FieldError id={`${id}-error`} text={error} />
      <div className={styles.pair}>
        <label>
          {words.day}
          <input
            type="date"
            className={styles.control}
            name={`${name}.day`}
            defaultValue={values[`${name}.day`] ?? ""}
            aria-invalid={error ? true : undefined}
          />
        </label>
        <label>
          {words.time}
          <input
            className={styles.control}
            type="time"
            name={`${name}.time`}
            defaultValue={values[`${name}.time`] ?? ""}
          />
        </label>
      </div>
    </fieldset>
  );
}

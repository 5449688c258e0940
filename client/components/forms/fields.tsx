import {
  createContext,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import * as formWords from "../../../content/words/en/forms.json";
import type { FieldError, TypedValues } from "../../../shared/contract/form-state.ts";
import type { Field, FieldSet } from "../../../shared/forms/field.ts";
import type { FormName } from "../../../shared/forms/form-names.ts";
import { counted } from "../../format/text.ts";
import { announceAtRest } from "../speech/announce.ts";
import styles from "./form.module.css";

export interface FormParts {
  form: FormName;
  fields: FieldSet;
  values: TypedValues;
  errors: readonly FieldError[];
}

export const FormContext = createContext<FormParts | null>(null);

/** Returns the id of a field's control, to which the error summary links. */
export const controlId = (form: string, name: string) => `${form}-${name}`;

/** Returns a field by its name, and the props of its control. */
export function useField(name: string, words: Partial<FieldWords> = {}) {
  const parts = useContext(FormContext);
  const field: Field | undefined = parts?.fields[name];
  if (!parts || !field) throw new Error(`no field ${name}`);
  const id = controlId(parts.form, name);
  const error = parts.errors.find((one) => one.field === name)?.message ?? null;
  const value = parts.values[name];
  const control = {
    id,
    name,
    className: styles.control,
    required: field.isRequired && field.orElse === undefined,
    defaultValue: typeof value === "string" ? value : "",
    "aria-invalid": error !== null || undefined,
    "aria-describedby": describedBy(id, words.hint !== undefined, error),
  };
  return { field, id, error, value, control };
}

/** Returns the `aria-describedby` of a control: hint, then error. */
export function describedBy(id: string, hasHint: boolean, error: string | null) {
  const ids = [hasHint && `${id}-hint`, error !== null && `${id}-error`];
  return ids.filter(Boolean).join(" ") || undefined;
}

export type FieldWords = { label: string; hint?: string | undefined; example?: string };

type NotesProps = { id: string; hint?: string | undefined; error: string | null };

/** Renders the hint and the error that `describedBy` names. */
export const FieldNotes = ({ id, hint, error }: NotesProps) => (
  <>
    {hint !== undefined && (
      <p id={`${id}-hint`} className="muted small">
        {hint}
      </p>
    )}
    {error !== null && (
      <p id={`${id}-error`} className={styles.error}>
        <span className="visually-hidden">{formWords.errorPrefix}</span>
        <span>{error}</span>
      </p>
    )}
  </>
);

interface Props {
  id: string;
  words: FieldWords;
  isRequired: boolean;
  error: string | null;
  children: ReactNode;
}

export const FieldFrame = ({ id, words, isRequired, error, children }: Props) => (
  <div className={styles.field} data-invalid={error !== null || undefined}>
    <label htmlFor={id}>
      {words.label}
      {!isRequired && <span className={styles.optional}>{` ${formWords.optional}`}</span>}
    </label>
    <FieldNotes id={id} hint={words.hint} error={error} />
    {children}
  </div>
);

/** The share of the limit above which the remaining characters are shown. */
const NEAR = 0.9;

function roomLeft(used: number, limit: number): string {
  const left = limit - used;
  return counted(left < 0 ? formWords.tooMany : formWords.left, Math.abs(left));
}

/**
 * A text field that never truncates pasted text, unlike `maxlength`. Near its limit the field counts characters, and beyond the limit it
 * shows the excess.
 */
export function TextField({ name, words }: { name: string; words: FieldWords }) {
  const { field, id, error, control } = useField(name, words);
  const ref = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const [used, setUsed] = useState(0);
  const { kind } = field;
  const type = kind === "email" || kind === "tel" || kind === "url" ? kind : "text";
  const isNear = used >= field.maxLength * NEAR;
  // The browser may have filled the field before hydration.
  useEffect(() => setUsed(ref.current?.value.length ?? 0), []);

  const common = {
    ...control,
    ref,
    autoComplete: field.autoComplete ?? (type === "text" ? "off" : type),
    placeholder: words.example,
    onInput: ({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      setUsed(currentTarget.value.length);
      announceAtRest(currentTarget.nextElementSibling);
    },
  };
  return (
    <FieldFrame id={id} words={words} isRequired={field.isRequired} error={error}>
      {kind === "long" ? (
        <textarea {...common} rows={8} inputMode="text" />
      ) : (
        <input
          {...common}
          type={type}
          inputMode={type}
          spellCheck={type === "email" || type === "url" ? false : undefined}
        />
      )}
      <p className={`${styles.count} muted small`} data-over={used > field.maxLength || undefined}>
        {isNear && roomLeft(used, field.maxLength)}
      </p>
    </FieldFrame>
  );
}

export type Option = { value: string; label: string };

type ChoiceFieldProps = {
  name: string;
  words: FieldWords;
  options: readonly Option[];
  /** The value that is chosen at first, in place of the value of the form. */
  chosen?: string;
};

export function ChoiceField({ name, words, options, chosen }: ChoiceFieldProps) {
  const { field, id, error, control } = useField(name, words);
  return (
    <FieldFrame id={id} words={words} isRequired={field.isRequired} error={error}>
      <select
        {...control}
        defaultValue={chosen ?? control.defaultValue}
        autoComplete={field.autoComplete ?? "off"}
      >
        <option value="">{formWords.chooseOne}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

interface ChoicesProps {
  type: "radio" | "checkbox";
  name: string;
  words: FieldWords;
  options: readonly Option[];
  chosen: readonly unknown[];
  /** For groups that can have an error: the id that the error summary links to. */
  id?: string;
  error?: string | null;
  /** The class of the labels with their boxes. */
  className: string | undefined;
}

export const Choices = ({ type, words, options, id, error = null, ...props }: ChoicesProps) => (
  <fieldset
    className={styles.field}
    data-invalid={error !== null || undefined}
    aria-describedby={id && describedBy(id, words.hint !== undefined, error)}
  >
    <legend>{words.label}</legend>
    {id && <FieldNotes id={id} hint={words.hint} error={error} />}
    <div className={props.className}>
      {options.map(({ value, label }, index) => (
        <label key={value} className={type === "checkbox" ? styles.box : undefined}>
          <input
            id={index === 0 ? id : undefined}
            type={type}
            name={props.name}
            value={value}
            defaultChecked={props.chosen.includes(value)}
          />
          <span>{label}</span>
        </label>
      ))}
    </div>
  </fieldset>
);

function OneField(props: ChoiceFieldProps) {
  const { field, id, error, value } = useField(props.name);
  if (field.kind === "choice") return <ChoiceField {...props} />;
  if (field.kind !== "choices") return <TextField {...props} />;
  const choices = { type: "checkbox", id, error, chosen: [value].flat() } as const;
  return <Choices {...props} {...choices} className={styles.boxes} />;
}

export interface FormFieldsProps {
  fields: FieldSet;
  /** The names of the fields that share a row with the next field. */
  pairs?: readonly string[];
  words: Readonly<Record<string, FieldWords>>;
  options?: Readonly<Record<string, readonly Option[]>>;
}

export const FormFields = ({ fields, pairs = [], words, options = {} }: FormFieldsProps) =>
  Object.keys(fields).map((first, at, names) => {
    if (pairs.includes(names[at - 1] ?? "")) return null;
    const row = pairs.includes(first) ? names.slice(at, at + 2) : [first];
    return (
      <div key={first} className={row.length > 1 ? styles.pair : undefined}>
        {row.map((name) => (
          <OneField
            key={name}
            name={name}
            words={words[name] ?? { label: name }}
            options={options[name] ?? []}
          />
        ))}
      </div>
    );
  });

import type { ReactNode } from "react";
import * as formWords from "../../../content/words/en/forms.json";
import styles from "./form.module.css";

/** The texts of a field, from content. */
export interface FieldWords {
  label: string;
  hint?: string;
  /** The placeholder. */
  example?: string;
}

export function FieldError({ id, error }: { id: string; error: string | null }) {
  if (error === null) return null;
  return (
    <p id={`${id}-error`} className={styles.error}>
      <span className="visually-hidden">{formWords.errorPrefix}</span>
      <span>{error}</span>
    </p>
  );
}

export function FieldHint({ id, hint }: { id: string; hint: string | undefined }) {
  if (hint === undefined) return null;
  return (
    <p id={`${id}-hint`} className="muted small">
      {hint}
    </p>
  );
}

interface Props {
  id: string;
  words: FieldWords;
  isRequired: boolean;
  error: string | null;
  children: ReactNode;
}

/** Label, hint, error, control. */
export function FieldFrame({ id, words, isRequired, error, children }: Props) {
  return (
    <div className={styles.field} data-invalid={error !== null || undefined}>
      <label htmlFor={id}>
        {words.label}
        {!isRequired && <span className={styles.optional}>{` ${formWords.optional}`}</span>}
      </label>
      <FieldHint id={id} hint={words.hint} />
      <FieldError id={id} error={error} />
      {children}
    </div>
  );
}

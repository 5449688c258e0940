import { type FormEvent, Fragment, type ReactNode } from "react";
import { evidenceFields, formActions } from "../../../shared/forms/form-names.ts";
import button from "../button.module.css";
import { Link } from "../link.tsx";
import styles from "./form.module.css";
import { FormContext } from "./form-context.ts";
import { ErrorSummary, FormFailure } from "./form-notices.tsx";
import type { FormControls } from "./use-form-parts.ts";

interface Props {
  controls: FormControls;
  /** Called with scripts only; without, the browser posts to the form's own page. */
  onSubmit: (form: HTMLFormElement) => void;
  onFocus?: () => void;
  onInput?: (form: HTMLFormElement) => void;
  submitText: ReactNode;
  isBusy: boolean;
  busyText: string;
  isDisabled?: boolean;
  look?: "main" | "gold";
  /** What becomes of what is typed. */
  promise: string;
  children: ReactNode;
}

/** A form that works before its script does: summary, fields, a field no person fills, button. */
export function FormShell(props: Props) {
  const { controls, onSubmit, onFocus, onInput, submitText, isBusy, busyText, children } = props;
  const { parts, ref, failure, answer, round } = controls;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(event.currentTarget);
  };
  return (
    <form
      ref={ref}
      className={styles.form}
      method="post"
      action={formActions[parts.form]}
      noValidate
      onSubmit={submit}
      onFocus={onFocus}
      onInput={onInput && ((event) => onInput(event.currentTarget))}
    >
      {parts.errors.length > 0 && (
        <ErrorSummary key={`errors ${answer}`} form={parts.form} errors={parts.errors} />
      )}
      {failure !== null && <FormFailure key={`failure ${answer}`} message={failure} />}
      <FormContext value={parts}>
        <Fragment key={round}>{children}</Fragment>
      </FormContext>
      <div className={styles.bait} aria-hidden="true">
        <label htmlFor={`${parts.form}-${evidenceFields.honeypot}`}>Leave this field empty</label>
        <input
          id={`${parts.form}-${evidenceFields.honeypot}`}
          name={evidenceFields.honeypot}
          type="text"
          tabIndex={-1}
          autoComplete="off"
        />
      </div>
      <p className={styles.note}>
        {props.promise} <Link to="/privacy">Privacy</Link>
      </p>
      <button
        type="submit"
        className={`${button.button} ${button[props.look ?? "main"]} ${styles.submit}`}
        disabled={isBusy || props.isDisabled}
      >
        {isBusy ? busyText : submitText}
      </button>
      <p className="visually-hidden" role="status">
        {isBusy ? busyText : ""}
      </p>
    </form>
  );
}

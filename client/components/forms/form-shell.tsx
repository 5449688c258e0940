import { type FormEvent, Fragment, type ReactNode } from "react";
import * as words from "../../../content/words/en/forms.json";
import { formActions, spamCheckFields } from "../../../shared/forms/form-names.ts";
import { siteHref } from "../../format/site-href.ts";
import button from "../links/button.module.css";
import { Link } from "../links/link.tsx";
import styles from "./form.module.css";
import { FormContext } from "./form-context.ts";
import { ErrorSummary, FormFailure } from "./form-notices.tsx";
import type { FormControls } from "./use-form.ts";

interface Props {
  controls: FormControls;
  /** Called with scripts; without them, the browser posts to the form's own page. */
  onSubmit: (form: HTMLFormElement) => void;
  onFocus?: () => void;
  onInput?: (form: HTMLFormElement) => void;
  submitText: ReactNode;
  isBusy: boolean;
  busyText: string;
  isDisabled?: boolean;
  variant?: "main" | "gold";
  /** How the input is used. */
  promise: string;
  /** After the button. */
  after?: ReactNode;
  children: ReactNode;
}

/** A button with a URL of its own posts the form there, as without scripts. */
const hasOwnAction = (event: Event) =>
  event instanceof SubmitEvent && event.submitter?.hasAttribute("formaction");

/** A form that works without scripts: error summary, fields, honeypot, button. */
export function FormShell(props: Props) {
  const { controls, onSubmit, onFocus, onInput, submitText, isBusy, busyText, children } = props;
  const { parts, ref, failure, resultCount, resetCount } = controls;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (hasOwnAction(event.nativeEvent)) return;
    event.preventDefault();
    onSubmit(event.currentTarget);
  };
  return (
    <form
      ref={ref}
      className="stack loose"
      method="post"
      action={siteHref(formActions[parts.form])}
      noValidate
      onSubmit={submit}
      onFocus={onFocus}
      onInput={onInput && ((event) => onInput(event.currentTarget))}
    >
      {parts.errors.length > 0 && (
        <ErrorSummary key={`errors ${resultCount}`} form={parts.form} errors={parts.errors} />
      )}
      {failure !== null && <FormFailure key={`failure ${resultCount}`} message={failure} />}
      <FormContext value={parts}>
        <Fragment key={resetCount}>{children}</Fragment>
      </FormContext>
      <div className="visually-hidden" aria-hidden="true">
        <label htmlFor={`${parts.form}-${spamCheckFields.honeypot}`}>{words.leaveEmpty}</label>
        <input
          id={`${parts.form}-${spamCheckFields.honeypot}`}
          name={spamCheckFields.honeypot}
          type="text"
          tabIndex={-1}
          autoComplete="off"
        />
      </div>
      <p className="muted small">
        {props.promise} <Link to="/privacy">{words.privacy}</Link>
      </p>
      <button
        type="submit"
        className={`${button.button} ${button[props.variant ?? "main"]} ${styles.submit} screen`}
        disabled={isBusy || props.isDisabled}
      >
        {isBusy ? busyText : submitText}
      </button>
      <p className="visually-hidden" role="status">
        {isBusy ? busyText : ""}
      </p>
      {props.after}
    </form>
  );
}

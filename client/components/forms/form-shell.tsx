import {
  type FormEvent,
  Fragment,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useRef,
} from "react";
import * as messages from "../../../content/words/en/form-messages.json";
import * as words from "../../../content/words/en/forms.json";
import type { FieldError } from "../../../shared/contract/form-state.ts";
import { formActions, spamCheckFields } from "../../../shared/forms/form-names.ts";
import { siteHref } from "../../format/hrefs.ts";
import { Button } from "../links/button.tsx";
import { FailureMessage } from "../links/contact-links.tsx";
import { Link } from "../links/link.tsx";
import { Banner, type BannerProps } from "../sections/banner.tsx";
import { controlId, FormContext } from "./fields.tsx";
import styles from "./form.module.css";
import { type FormControls, loadCheck } from "./use-form.ts";

function goToField(event: MouseEvent<HTMLAnchorElement>): void {
  const control = document.getElementById(event.currentTarget.hash.slice(1));
  if (!control) return;
  event.preventDefault();
  control.focus();
}

interface BoxProps extends BannerProps {
  role: "alert" | "status";
  /** True to leave focus alone, for the result of an earlier submission. */
  isQuiet?: boolean;
}

/** A banner that takes focus when it appears: with scripts by this effect, without scripts by `autofocus`. */
export function FocusedBox({ isQuiet = false, ...banner }: BoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isQuiet) box.current?.focus();
  }, [isQuiet]);
  return (
    <Banner {...banner} ref={box} className={styles.result} tabIndex={-1} autoFocus={!isQuiet} />
  );
}

export const ErrorSummary = ({ form, errors }: { form: string; errors: readonly FieldError[] }) => (
  <FocusedBox kind="bad" role="alert">
    <h3>{messages.problem}</h3>
    <ul role="list">
      {errors.map(({ field, message }) => (
        <li key={field}>
          <a href={`#${controlId(form, field)}`} onClick={goToField}>
            {message}
          </a>
        </li>
      ))}
    </ul>
  </FocusedBox>
);

interface Props {
  controls: FormControls;
  /** Called with scripts only. Without scripts, the browser posts to the form's own page. */
  onSubmit: (form: HTMLFormElement) => void;
  onFocus?: () => void;
  onInput?: (form: HTMLFormElement) => void;
  submitText: ReactNode;
  isBusy: boolean;
  busyText: string;
  isDisabled?: boolean;
  variant?: "main" | "gold";
  promise: string;
  after?: ReactNode;
  children: ReactNode;
}

/** Returns true for a button with a URL of its own, to which the browser posts the form as it does without scripts. */
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
      onFocus={() => {
        loadCheck().catch(() => {});
        onFocus?.();
      }}
      onInput={onInput && ((event) => onInput(event.currentTarget))}
    >
      {parts.errors.length > 0 && (
        <ErrorSummary key={`errors ${resultCount}`} form={parts.form} errors={parts.errors} />
      )}
      {failure !== null && (
        <FocusedBox key={`failure ${resultCount}`} kind="bad" role="alert">
          <FailureMessage message={failure} />
        </FocusedBox>
      )}
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
        <span>{props.promise}</span> <Link to="/privacy">{words.privacy}</Link>
      </p>
      <Button
        type="submit"
        variant={props.variant ?? "main"}
        className={`${styles.submit} screen`}
        disabled={isBusy || props.isDisabled}
      >
        {isBusy ? busyText : submitText}
      </Button>
      <p className="visually-hidden" role="status">
        {isBusy ? busyText : ""}
      </p>
      {props.after}
    </form>
  );
}

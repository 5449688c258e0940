import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";
import type { FieldError } from "../../../shared/contract/form-state.ts";
import { PROBLEM_TITLE } from "../../../shared/forms/form-messages.ts";
import type { FormName } from "../../../shared/forms/form-names.ts";
import { FailureMessage } from "./failure-message.tsx";
import styles from "./form.module.css";
import { controlId } from "./form-context.ts";

/** Moves focus to the field; the URL stays the same. */
function goToField(event: MouseEvent<HTMLAnchorElement>): void {
  const control = document.getElementById(event.currentTarget.hash.slice(1));
  if (!control) return;
  event.preventDefault();
  control.focus();
}

interface BoxProps {
  kind: "good" | "bad" | "info";
  role: "alert" | "status";
  /** The fragment of the page's "thank you" URL. */
  id?: string;
  children: ReactNode;
}

/** A box that takes focus when it appears: with scripts by this effect, without by `autofocus`. */
export function FocusedBox({ kind, role, id, children }: BoxProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <div
      ref={box}
      id={id}
      className={styles.notice}
      data-kind={kind}
      role={role}
      tabIndex={-1}
      // biome-ignore lint/a11y/noAutofocus: the sender waits for the result of the form
      autoFocus
    >
      {children}
    </div>
  );
}

/** All validation errors, each a link to its field. */
export function ErrorSummary({ form, errors }: { form: FormName; errors: readonly FieldError[] }) {
  return (
    <FocusedBox kind="bad" role="alert">
      <h3>{PROBLEM_TITLE}</h3>
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
}

/** The submission failed; what was typed is still in the fields. */
export function FormFailure({ message }: { message: string }) {
  return (
    <FocusedBox kind="bad" role="alert">
      <FailureMessage message={message} />
    </FocusedBox>
  );
}

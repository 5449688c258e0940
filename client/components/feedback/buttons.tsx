import type { ComponentProps, RefObject } from "react";
import button from "../links/button.module.css";
import styles from "./dialog.module.css";

type ButtonProps = ComponentProps<"button"> & { variant?: "main" | "plain" };

export const Button = ({ variant = "plain", type = "button", ...rest }: ButtonProps) => (
  <button {...rest} type={type} className={`${button.button} ${button[variant]}`} />
);

/** Opens a confirmation dialog. Escape leaves `returnValue` as it is, so that of the last time is cleared. */
export function openDialog(dialog: HTMLDialogElement | null): void {
  if (!dialog) return;
  dialog.returnValue = "";
  dialog.showModal();
}

interface ConfirmProps {
  ref: RefObject<HTMLDialogElement | null>;
  words: { title: string; text: string; yes: string; no: string };
  onConfirm: () => void;
}

/** Asks before what cannot be undone. */
export const Confirm = ({ ref, words, onConfirm }: ConfirmProps) => (
  <dialog
    ref={ref}
    className={`${styles.dialog} stack`}
    aria-labelledby="confirm-title"
    onClose={({ currentTarget }) => currentTarget.returnValue === "yes" && onConfirm()}
  >
    <h3 id="confirm-title">{words.title}</h3>
    <p>{words.text}</p>
    <form method="dialog" className="cluster">
      <Button type="submit" value="yes" variant="main">
        {words.yes}
      </Button>
      <Button type="submit">{words.no}</Button>
    </form>
  </dialog>
);

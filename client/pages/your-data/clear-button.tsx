import { useRef } from "react";
import { openDialog } from "../../components/feedback/open-dialog.ts";
import button from "../../components/links/button.module.css";
import styles from "./your-data.module.css";

/** Clears after a confirmation. */
export function ClearButton({ onClear }: { onClear: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        className={`${button.button} ${button.plain}`}
        onClick={() => openDialog(dialog.current)}
      >
        Clear
      </button>
      <dialog
        ref={dialog}
        className={styles.dialog}
        aria-labelledby="clear-title"
        onClose={(event) => event.currentTarget.returnValue === "yes" && onClear()}
      >
        <h3 id="clear-title">Clear your record?</h3>
        <p>This cannot be undone.</p>
        <form method="dialog" className={styles.actions}>
          <button type="submit" value="yes" className={`${button.button} ${button.main}`}>
            Clear it
          </button>
          <button type="submit" className={`${button.button} ${button.plain}`}>
            Keep it
          </button>
        </form>
      </dialog>
    </>
  );
}

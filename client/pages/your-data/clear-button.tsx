import { useRef } from "react";
import button from "../../components/button.module.css";
import styles from "./your-data.module.css";

/** Asks once more before anything is lost, in the browser's own dialog. */
export function ClearButton({ onClear }: { onClear: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  return (
    <>
      <button
        type="button"
        className={`${button.button} ${button.plain}`}
        onClick={() => dialog.current?.showModal()}
      >
        Clear
      </button>
      <dialog ref={dialog} className={styles.dialog} aria-labelledby="clear-title">
        <h3 id="clear-title">Clear what is stored here?</h3>
        <p>This cannot be undone.</p>
        <form method="dialog" className={styles.actions}>
          <button type="submit" className={`${button.button} ${button.main}`} onClick={onClear}>
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

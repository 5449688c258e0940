import { useRef } from "react";
import * as words from "../../../content/words/en/your-data.json";
import dialogs from "../../components/feedback/dialog.module.css";
import { openDialog } from "../../components/feedback/open-dialog.ts";
import button from "../../components/links/button.module.css";

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
        {words.clear}
      </button>
      <dialog
        ref={dialog}
        className={`${dialogs.dialog} stack`}
        aria-labelledby="clear-title"
        onClose={(event) => event.currentTarget.returnValue === "yes" && onClear()}
      >
        <h3 id="clear-title">{words.clearTitle}</h3>
        <p>{words.noUndo}</p>
        <form method="dialog" className="cluster">
          <button type="submit" value="yes" className={`${button.button} ${button.main}`}>
            {words.clearIt}
          </button>
          <button type="submit" className={`${button.button} ${button.plain}`}>
            {words.keepIt}
          </button>
        </form>
      </dialog>
    </>
  );
}

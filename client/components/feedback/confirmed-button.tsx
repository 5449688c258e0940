import { useRef } from "react";
import { Button } from "../links/button.tsx";

interface ConfirmProps {
  words: { button: string; title: string; text: string; yes: string; no: string };
  onConfirm: () => void;
}

/** A button that asks for confirmation before an action that cannot be undone. */
export function ConfirmedButton({ words, onConfirm }: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const confirm = () => {
    dialog.current?.close();
    onConfirm();
  };
  return (
    <>
      <Button onClick={() => dialog.current?.showModal()}>{words.button}</Button>
      <dialog ref={dialog} className="dialog stack" aria-labelledby="confirm-title">
        <h3 id="confirm-title">{words.title}</h3>
        <p>{words.text}</p>
        <form method="dialog" className="cluster">
          {/* First in the dialog, so that it takes the focus: Enter then changes nothing. */}
          <Button type="submit" variant="main">
            {words.no}
          </Button>
          <Button onClick={confirm}>{words.yes}</Button>
        </form>
      </dialog>
    </>
  );
}

import { type RefObject, useEffect, useRef } from "react";
import { tileId } from "./gallery-view.ts";

interface Lightbox {
  dialog: RefObject<HTMLDialogElement | null>;
  /** The id of the photo shown; null closes. */
  photoId: string | null;
  onClose: () => void;
  onStep: (way: "previous" | "next") => void;
}

/** Focus goes back to the photo last seen, after the arrival at the address has had its turn. */
function focusTile(photoId: string): void {
  requestAnimationFrame(() => document.getElementById(tileId(photoId))?.focus());
}

/** What the scrollbar took stays empty while the page behind is held, so that nothing moves. */
function keepWidth(): void {
  const root = document.documentElement;
  root.style.paddingInlineEnd = `${window.innerWidth - root.clientWidth}px`;
}

/** Keeps a modal dialog in step with the address, and the address with what the dialog does. */
export function useLightbox({ dialog, photoId, onClose, onStep }: Lightbox): void {
  const lastShown = useRef<string | null>(null);

  useEffect(() => {
    const box = dialog.current;
    if (!box) return;
    if (photoId !== null) {
      lastShown.current = photoId;
      if (box.dataset.modal !== undefined) return;
      keepWidth();
      // As the server drew it: open, but not yet modal.
      box.removeAttribute("open");
      box.showModal();
      box.dataset.modal = "";
    } else if (lastShown.current !== null) {
      box.close();
      delete box.dataset.modal;
      document.documentElement.style.paddingInlineEnd = "";
      focusTile(lastShown.current);
      lastShown.current = null;
    }
  }, [dialog, photoId]);

  useEffect(
    () => () => {
      document.documentElement.style.paddingInlineEnd = "";
    },
    [],
  );

  useEffect(() => {
    const box = dialog.current;
    if (!box || photoId === null) return;
    // Escape closes the dialog by itself; the address follows.
    const closed = () => {
      if (!box.open) onClose();
    };
    // What stands in the dialog covers it: a click on the dialog itself is one beside it.
    const clicked = (event: MouseEvent) => {
      if (event.target === box) onClose();
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key === "ArrowLeft") onStep("previous");
      if (event.key === "ArrowRight") onStep("next");
    };
    box.addEventListener("close", closed);
    box.addEventListener("click", clicked);
    document.addEventListener("keydown", pressed);
    return () => {
      box.removeEventListener("close", closed);
      box.removeEventListener("click", clicked);
      document.removeEventListener("keydown", pressed);
    };
  }, [dialog, photoId, onClose, onStep]);
}

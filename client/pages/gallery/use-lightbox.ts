import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { tileId } from "./gallery-view.ts";

interface Lightbox {
  dialog: RefObject<HTMLDialogElement | null>;
  /** The id of the open photo; null closes. */
  photoId: string | null;
  onClose: () => void;
  onStep: (direction: "previous" | "next") => void;
}

/** Focuses the last photo's tile, after the focus handling of the navigation. */
function focusTile(photoId: string): void {
  requestAnimationFrame(() => document.getElementById(tileId(photoId))?.focus());
}

/** Reserves the width of the hidden scrollbar, so that the page does not move. */
function reserveScrollbar(): void {
  const root = document.documentElement;
  root.style.paddingInlineEnd = `${window.innerWidth - root.clientWidth}px`;
}

/** Synchronises the modal dialog with the URL, in both directions. */
export function useLightbox({ dialog, photoId, onClose, onStep }: Lightbox): void {
  const lastShown = useRef<string | null>(null);
  const isOpen = photoId !== null;

  useEffect(() => {
    const box = dialog.current;
    if (!box) return;
    if (photoId !== null) {
      lastShown.current = photoId;
      if (box.dataset.modal !== undefined) return;
      reserveScrollbar();
      // As rendered by the server: open, but not modal.
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

  const close = useEffectEvent(onClose);
  const step = useEffectEvent(onStep);

  // Before the photo is seen: a key may be pressed at once.
  useLayoutEffect(() => {
    const box = dialog.current;
    if (!box || !isOpen) return;
    // Escape closes the dialog itself; the URL follows.
    const closed = () => {
      if (!box.open) close();
    };
    // The content covers the dialog: a click on the dialog itself is on the backdrop.
    const clicked = (event: MouseEvent) => {
      if (event.target === box) close();
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (event.key === "ArrowLeft") step("previous");
      if (event.key === "ArrowRight") step("next");
    };
    box.addEventListener("close", closed);
    box.addEventListener("click", clicked);
    document.addEventListener("keydown", pressed);
    return () => {
      box.removeEventListener("close", closed);
      box.removeEventListener("click", clicked);
      document.removeEventListener("keydown", pressed);
    };
  }, [dialog, isOpen]);
}

import { type RefObject, useLayoutEffect, useRef } from "react";
import { announce } from "../speech/announce.ts";

/** Announces a new heading once, either by moving focus to the heading or through the live region. */
export function announceHeading(heading: HTMLElement | null, takesFocus: boolean): void {
  const isFocused = heading !== null && takesFocus;
  announce(isFocused ? "" : (heading?.textContent ?? document.title));
  if (!isFocused) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/**
 * Remembers the element that had focus before focus moved into a box. Call the returned function when the box closes: it gives focus back
 * to that element, or else to the heading of the page.
 */
export function rememberFocus(box: HTMLElement | null): () => void {
  let origin: HTMLElement | null = null;
  box?.addEventListener("focusin", ({ relatedTarget }) => {
    if (relatedTarget instanceof HTMLElement && !box.contains(relatedTarget))
      origin = relatedTarget;
  });
  return () => {
    if (!box?.contains(document.activeElement)) return;
    if (origin?.isConnected) origin.focus();
    else announceHeading(document.querySelector("main h1"), true);
  };
}

/**
 * Returns the ref for the box of a failure, or of an item that is loading. When the box is replaced, the new heading is announced, and
 * takes focus if the box had it.
 */
export function useRecovery(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    const part = box?.closest("section, main");
    return () => {
      const hadFocus = box?.contains(document.activeElement) ?? false;
      setTimeout(() => {
        // If a new page has replaced the box, that page has already set the focus.
        const takesFocus = hadFocus && document.activeElement === document.body;
        if (part?.isConnected) announceHeading(part.querySelector("h1, h2"), takesFocus);
      });
    };
  }, []);
  return ref;
}

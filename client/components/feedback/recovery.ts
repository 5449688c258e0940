import { type RefObject, useLayoutEffect, useRef } from "react";
import { announce } from "../speech/announce.ts";

/** Has a screen reader say the heading of what has appeared: once, by moving focus to it or else by the live region. */
export function announceHeading(heading: HTMLElement | null, takesFocus: boolean): void {
  const isFocused = heading !== null && takesFocus;
  announce(isFocused ? "" : (heading?.textContent ?? document.title));
  if (!isFocused) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

/** Remembers what had focus before it went into a box. The result gives it back, for when the box goes: else to the heading of the page. */
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
 * For the box of a failure, or of an item that is loading: the heading of what takes its place is announced, and takes
 * focus when the box had it.
 */
export function useRecovery(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    const part = box?.closest("section, main");
    return () => {
      const hadFocus = box?.contains(document.activeElement) ?? false;
      setTimeout(() => {
        // Another page that took its place has focused what it was left by.
        const takesFocus = hadFocus && document.activeElement === document.body;
        if (part?.isConnected) announceHeading(part.querySelector("h1, h2"), takesFocus);
      });
    };
  }, []);
  return ref;
}

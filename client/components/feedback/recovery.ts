import { type RefObject, useLayoutEffect, useRef } from "react";

/** Has a screen reader say the heading of what has appeared, and moves focus to it. */
export function announceHeading(heading: HTMLElement | null, takesFocus: boolean): void {
  const live = document.getElementById("announcer");
  if (live) live.textContent = heading?.textContent ?? document.title;
  if (!heading || !takesFocus) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
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

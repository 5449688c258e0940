import { type RefObject, useLayoutEffect, useRef } from "react";
import { announceHeading } from "./announce-heading.ts";

/**
 * For the box of a failure. When content takes its place, the heading of that part is announced, and
 * takes focus when the focus was in the box.
 */
export function useRecovery(): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const box = ref.current;
    const part = box?.closest("section, main");
    return () => {
      const hadFocus = box?.contains(document.activeElement) ?? false;
      setTimeout(() => {
        if (part?.isConnected) announceHeading(part.querySelector("h1, h2"), hadFocus);
      });
    };
  }, []);
  return ref;
}

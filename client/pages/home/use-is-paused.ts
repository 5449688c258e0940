import { type RefObject, useEffect, useState } from "react";

/**
 * True while the visitor's pointer or focus is in the element, the tab is hidden, or under
 * `prefers-reduced-motion`: nothing moves by itself then.
 */
export function useIsInterrupted(element: RefObject<HTMLElement | null>): boolean {
  const [isInterrupted, setInterrupted] = useState(false);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const canHover = window.matchMedia("(hover: hover)");
    const lessMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
    const read = () =>
      setInterrupted(
        document.hidden ||
          lessMotion.matches ||
          (canHover.matches && box.matches(":hover")) ||
          box.querySelector(":focus-visible") !== null,
      );
    // During `focusout` the new focus is not set yet.
    const readSoon = () => void setTimeout(read);
    read();
    for (const name of ["pointerenter", "pointerleave", "focusin"] as const)
      box.addEventListener(name, read);
    box.addEventListener("focusout", readSoon);
    document.addEventListener("visibilitychange", read);
    lessMotion.addEventListener("change", read);
    return () => {
      for (const name of ["pointerenter", "pointerleave", "focusin"] as const)
        box.removeEventListener(name, read);
      box.removeEventListener("focusout", readSoon);
      document.removeEventListener("visibilitychange", read);
      lessMotion.removeEventListener("change", read);
    };
  }, [element]);
  return isInterrupted;
}

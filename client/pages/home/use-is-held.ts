import { type RefObject, useEffect, useState } from "react";

/**
 * True while a reader's pointer or keyboard is in the element, the tab is hidden, or less motion is
 * asked for: nothing may move by itself then.
 */
export function useIsHeld(element: RefObject<HTMLElement | null>): boolean {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const canHover = window.matchMedia("(hover: hover)");
    const lessMotion = window.matchMedia("(prefers-reduced-motion: reduce)");
    const read = () =>
      setHeld(
        document.hidden ||
          lessMotion.matches ||
          (canHover.matches && box.matches(":hover")) ||
          box.querySelector(":focus-visible") !== null,
      );
    // Focus has not arrived anywhere yet when it leaves.
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
  return isHeld;
}

import { useEffect, useState } from "react";

/** Spec section 9: the header is marked as scrolled above this, in CSS pixels. */
const SCROLLED_ABOVE = 50;

/** True while the page is scrolled further than 50 px. */
export function useScrolled(): boolean {
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    const read = () => setScrolled(window.scrollY > SCROLLED_ABOVE);
    read();
    window.addEventListener("scroll", read, { passive: true });
    return () => window.removeEventListener("scroll", read);
  }, []);
  return isScrolled;
}

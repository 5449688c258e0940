import { type RefObject, useCallback, useEffect, useState } from "react";
import { useIsHydrating } from "../../components/streaming/streamed.tsx";

/** Spec section 9. The stylesheet has the same values in `--slide-stay` and `--slide-turn`. */
const STAY_MS = 4000;
const TURN_MS = 600;
const NARROW_TURN_MS = 500;
const NARROW = "(max-width: 576px)";

export type Direction = "next" | "prev";

interface Turn {
  index: number;
  /** The slide in transition; no other change starts while it is set. */
  leaving: number | null;
  direction: Direction;
}

export interface Carousel extends Turn {
  /** False in the server's HTML and until hydration. */
  isLive: boolean;
  goTo: (index: number) => void;
  step: (direction: Direction) => void;
}

/** The index of the current slide. It advances while `isRunning`. Spec section 4. */
export function useCarousel(count: number, isRunning: boolean): Carousel {
  const [turn, setTurn] = useState<Turn>({ index: 0, leaving: null, direction: "next" });
  const isLive = !useIsHydrating();
  const { index, leaving } = turn;

  const goTo = useCallback((to: number, way?: Direction) => {
    setTurn((now) => {
      if (now.leaving !== null || to === now.index) return now;
      const direction = way ?? (to > now.index ? "next" : "prev");
      return { index: to, leaving: now.index, direction };
    });
  }, []);
  const step = (way: Direction) => goTo((index + (way === "next" ? 1 : -1) + count) % count, way);

  useEffect(() => {
    if (leaving === null) return;
    const turnMs = window.matchMedia(NARROW).matches ? NARROW_TURN_MS : TURN_MS;
    const timer = setTimeout(() => setTurn((now) => ({ ...now, leaving: null })), turnMs);
    return () => clearTimeout(timer);
  }, [leaving]);

  useEffect(() => {
    if (!isRunning || !isLive) return;
    const timer = setTimeout(() => goTo((index + 1) % count, "next"), STAY_MS);
    return () => clearTimeout(timer);
  }, [isRunning, isLive, index, count, goTo]);

  return { ...turn, isLive, goTo, step };
}

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
    const until = new AbortController();
    const { signal } = until;
    for (const name of ["pointerenter", "pointerleave", "focusin"])
      box.addEventListener(name, read, { signal });
    box.addEventListener("focusout", readSoon, { signal });
    document.addEventListener("visibilitychange", read, { signal });
    lessMotion.addEventListener("change", read, { signal });
    return () => until.abort();
  }, [element]);
  return isInterrupted;
}

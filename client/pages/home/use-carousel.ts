import { useCallback, useEffect, useState, useSyncExternalStore } from "react";

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

const noChanges = () => () => {};

/** The index of the current slide. It advances while `isRunning`. Spec section 4. */
export function useCarousel(count: number, isRunning: boolean): Carousel {
  const [turn, setTurn] = useState<Turn>({ index: 0, leaving: null, direction: "next" });
  const isLive = useSyncExternalStore(
    noChanges,
    () => true,
    () => false,
  );
  const { index, leaving } = turn;

  const goTo = useCallback((to: number) => {
    setTurn((now) =>
      now.leaving !== null || to === now.index
        ? now
        : { index: to, leaving: now.index, direction: to > now.index ? "next" : "prev" },
    );
  }, []);

  const step = useCallback(
    (direction: Direction) => {
      setTurn((now) =>
        now.leaving !== null
          ? now
          : {
              index: (now.index + (direction === "next" ? 1 : -1) + count) % count,
              leaving: now.index,
              direction,
            },
      );
    },
    [count],
  );

  useEffect(() => {
    if (leaving === null) return;
    const turnMs = window.matchMedia(NARROW).matches ? NARROW_TURN_MS : TURN_MS;
    const timer = setTimeout(() => setTurn((now) => ({ ...now, leaving: null })), turnMs);
    return () => clearTimeout(timer);
  }, [leaving]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each slide restarts the timer
  useEffect(() => {
    if (!isRunning || !isLive) return;
    const timer = setTimeout(() => step("next"), STAY_MS);
    return () => clearTimeout(timer);
  }, [isRunning, isLive, index, step]);

  return { ...turn, isLive, goTo, step };
}

/** How quickly a source answers these days: who waits for it may ask whether that is worth anything. */
export interface Pace {
  /** A question goes out; what is returned is called at its end, with false when it was never asked. */
  begin(): (wasAsked: boolean) => void;
  /** True when an answer within `ms` is not to be expected: one is overdue, or the last ones took longer. */
  isSlowerThan(ms: number): boolean;
}

/** Of so many answers the middle one tells: a single slow one does not. */
const LAST = 3;

/** `clock` counts milliseconds and never goes back. */
export function createPace(clock: () => number = () => performance.now()): Pace {
  /** When each question began that is still open, the oldest first. */
  const open = new Map<symbol, number>();
  const tookMs: number[] = [];

  return {
    begin() {
      const question = Symbol("question");
      const sinceMs = clock();
      open.set(question, sinceMs);
      return (wasAsked) => {
        if (!open.delete(question) || !wasAsked) return;
        tookMs.unshift(clock() - sinceMs);
        tookMs.length = Math.min(tookMs.length, LAST);
      };
    },
    isSlowerThan(ms) {
      const [oldestMs] = open.values();
      if (oldestMs !== undefined && clock() - oldestMs > ms) return true;
      const slow = tookMs.filter((took) => took > ms).length;
      return slow > LAST / 2;
    },
  };
}

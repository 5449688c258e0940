/** How quickly a source has responded of late, for callers who can do without its response. */
export interface LatencyTracker {
  /** Starts the timing of a call; the function returned ends it. Pass false when no response came from the source. */
  begin(): (isMeasured: boolean) => void;
  /** A response within `ms` is unlikely: a call is already longer under way, or most of the last ones took longer. */
  isSlowerThan(ms: number): boolean;
}

/** A source that takes longer, milliseconds, is slow: degraded, for operators. */
export const SLOW_MS = 1_000;

/** A majority of this many calls decides, so one slow call does not. */
const SAMPLE_SIZE = 3;

/** `clock` counts milliseconds and is monotonic. */
export function createLatencyTracker(
  clock: () => number = () => performance.now(),
): LatencyTracker {
  /** Start times of the calls under way, the oldest first. */
  const startTimes = new Map<symbol, number>();
  const durations: number[] = [];

  return {
    begin() {
      const call = Symbol("call");
      const startedAtMs = clock();
      startTimes.set(call, startedAtMs);
      return (isMeasured) => {
        if (!startTimes.delete(call) || !isMeasured) return;
        durations.unshift(clock() - startedAtMs);
        durations.length = Math.min(durations.length, SAMPLE_SIZE);
      };
    },
    isSlowerThan(ms) {
      const [oldestMs] = startTimes.values();
      if (oldestMs !== undefined && clock() - oldestMs > ms) return true;
      const slow = durations.filter((duration) => duration > ms).length;
      return slow > SAMPLE_SIZE / 2;
    },
  };
}

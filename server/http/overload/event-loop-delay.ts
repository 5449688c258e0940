import { monitorEventLoopDelay } from "node:perf_hooks";

const SAMPLE_MS = 250;
const RESOLUTION_MS = 10;

/**
 * How late the event loop ran. One long pause, of a machine that gives the process no time or of one long step,
 * is over when it is seen, and shedding then helps nobody: a delay counts when it lasts for two samples.
 */
export interface EventLoopDelay {
  /** Milliseconds: the lower mean of the last two samples. */
  average: () => number;
  stop: () => void;
}

export function sampleEventLoopDelay(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let [previousMs, lastMs] = [0, 0];
  const timer = setInterval(() => {
    // Without a single measurement the loop was blocked for the whole sample.
    const isBlocked = Number.isNaN(histogram.mean);
    previousMs = lastMs;
    lastMs = isBlocked ? Number.POSITIVE_INFINITY : histogram.mean / 1e6 - RESOLUTION_MS;
    histogram.reset();
  }, SAMPLE_MS).unref();
  return {
    average: () => Math.min(previousMs, lastMs),
    stop: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

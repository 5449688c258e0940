import { monitorEventLoopDelay } from "node:perf_hooks";

const SAMPLE_MS = 250;
const RESOLUTION_MS = 10;

/** How late the event loop ran on average over the last sample. */
export interface EventLoopDelay {
  /** Milliseconds. */
  average: () => number;
  stop: () => void;
}

export function sampleEventLoopDelay(): EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let delayMs = 0;
  const timer = setInterval(() => {
    // Without a single measurement the loop was blocked for the whole sample.
    const isBlocked = Number.isNaN(histogram.mean);
    delayMs = isBlocked ? Number.POSITIVE_INFINITY : histogram.mean / 1e6 - RESOLUTION_MS;
    histogram.reset();
  }, SAMPLE_MS).unref();
  return {
    average: () => delayMs,
    stop: () => {
      clearInterval(timer);
      histogram.disable();
    },
  };
}

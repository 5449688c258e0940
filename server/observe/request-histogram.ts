import { Histogram, type Registry } from "prom-client";

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const NAME = "http_request_duration_seconds";

interface Tally {
  labels: { method: string; route: string; status: number };
  /** One for each bound, and one beyond. Not added up. */
  counts: number[];
  sum: number;
}

/**
 * Requests by method, route and status. Counted by hand and printed as a histogram when it is asked for:
 * prom-client makes a new key of the labels each time, which a page out of the cache would feel.
 */
export function addRequestHistogram(registry: Registry) {
  const tallies = new Map<string, Tally>();

  function values() {
    return [...tallies.values()].flatMap(({ labels, counts, sum }) => {
      let below = 0;
      const buckets = counts.map((count, index) => {
        below += count;
        return {
          metricName: `${NAME}_bucket`,
          labels: { ...labels, le: BOUNDS[index] ?? "+Inf" },
          value: below,
        };
      });
      return [
        ...buckets,
        { metricName: `${NAME}_sum`, labels, value: sum },
        { metricName: `${NAME}_count`, labels, value: below },
      ];
    });
  }

  const histogram = new Histogram({
    name: NAME,
    help: "Requests until their last byte, by method, route template and status",
    labelNames: ["method", "route", "status"],
    buckets: [...BOUNDS],
    registers: [registry],
  });
  const print = async () => ({
    ...{ name: NAME, help: "Requests until their last byte, by method, route template and status" },
    ...{ type: "histogram", aggregator: "sum", values: values() },
  });
  Object.assign(histogram, { get: print, getForPromString: print });

  return (labels: Tally["labels"], durationMs: number): void => {
    const key = `${labels.status}${labels.method}${labels.route}`;
    let tally = tallies.get(key);
    if (tally === undefined) {
      const { method, route, status } = labels;
      tally = {
        ...{ labels: { method, route, status }, sum: 0 },
        counts: Array.from({ length: BOUNDS.length + 1 }, () => 0),
      };
      tallies.set(key, tally);
    }
    const seconds = durationMs / 1_000;
    let index = 0;
    while (index < BOUNDS.length && seconds > (BOUNDS[index] ?? 0)) index += 1;
    tally.counts[index] = (tally.counts[index] ?? 0) + 1;
    tally.sum += seconds;
  };
}

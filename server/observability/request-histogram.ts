import { Histogram, type Registry } from "prom-client";

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const NAME = "http_request_duration_seconds";
const HELP = "Time of requests until their last byte, by method, route template and status";

interface Labels {
  method: string;
  route: string;
  status: number;
}

interface Tally {
  labels: Labels;
  /** One for each bound and one above the last; not cumulative. */
  counts: number[];
  sum: number;
}

interface Sample {
  metricName: string;
  labels: Labels & { le?: number | string };
  value: number;
}

function newTally({ method, route, status }: Labels): Tally {
  const counts = Array.from({ length: BOUNDS.length + 1 }, () => 0);
  return { labels: { method, route, status }, counts, sum: 0 };
}

function addTo(tally: Tally, seconds: number): void {
  let index = 0;
  while (index < BOUNDS.length && seconds > (BOUNDS[index] ?? 0)) index += 1;
  tally.counts[index] = (tally.counts[index] ?? 0) + 1;
  tally.sum += seconds;
}

/** The samples of a Prometheus histogram: cumulative buckets, sum and count. */
function samplesOf({ labels, counts, sum }: Tally): Sample[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    return {
      metricName: `${NAME}_bucket`,
      labels: { ...labels, le: BOUNDS[index] ?? "+Inf" },
      value: total,
    };
  });
  return [
    ...buckets,
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: total },
  ];
}

/**
 * Requests by method, route and status. Counted here and serialised as a histogram at each scrape:
 * prom-client hashes the labels at each observation, which cached pages would notice.
 */
export function addRequestHistogram(
  registry: Registry,
): (labels: Labels, durationMs: number) => void {
  const tallies = new Map<string, Tally>();
  const histogram = new Histogram({
    name: NAME,
    help: HELP,
    labelNames: ["method", "route", "status"],
    buckets: [...BOUNDS],
    registers: [registry],
  });
  const serialise = async () => ({
    name: NAME,
    help: HELP,
    type: "histogram",
    aggregator: "sum",
    values: [...tallies.values()].flatMap(samplesOf),
  });
  Object.assign(histogram, { get: serialise, getForPromString: serialise });

  return (labels, durationMs) => {
    const key = `${labels.status}${labels.method}${labels.route}`;
    let tally = tallies.get(key);
    if (tally === undefined) {
      tally = newTally(labels);
      tallies.set(key, tally);
    }
    addTo(tally, durationMs / 1_000);
  };
}

import type { FastifyInstance } from "fastify";
import { Gauge, type Registry } from "prom-client";
import { type Counted, STATE_GAUGES } from "./state-gauge-table.ts";

/** Scrapes within this time share one count of what is in the store. */
const STATS_MS = 5_000;

/** The last result for a while; null when it failed. */
function throttle<Stats>(read: () => Promise<Stats>, now: () => number) {
  let last: { at: number; stats: Promise<Stats | null> } | null = null;
  return () => {
    const at = now();
    if (last === null || at - last.at > STATS_MS) last = { at, stats: read().catch(() => null) };
    return last.stats;
  };
}

/** Adds gauges over the state of the site, read at each scrape. */
export function addStateGauges(registry: Registry, app: FastifyInstance): void {
  const counted: Counted = {
    inbox: throttle(app.submissions.stats, app.clock),
    gifts: throttle(() => app.giving.gifts.stats(), app.clock),
  };
  for (const { name, help, labels, read } of STATE_GAUGES) {
    const gauge = new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      collect: async () => {
        gauge.reset();
        const samples = await read(app, counted);
        // A reset gauge without labels has the value 0.
        if (samples.length === 0 && labels.length === 0) gauge.remove();
        for (const sample of samples) gauge.set(sample.labels ?? {}, sample.value);
      },
    });
  }
}

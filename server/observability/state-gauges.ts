import { Gauge, type Registry } from "prom-client";
import type { InboxStats } from "../contract/inbox-stats.ts";
import { type GaugeDefinition, STATE_GAUGES } from "./state-gauge-table.ts";
import type { GaugeProbes, StateProbes } from "./state-probes.ts";

/** Counting the jobs in Redis is expensive: scrapes within this time share one result. */
const INBOX_STATS_MS = 5_000;

function throttleInbox(probes: StateProbes): GaugeProbes {
  let last: { at: number; stats: Promise<InboxStats | null> } | null = null;
  return {
    ...probes,
    inbox: () => {
      const now = probes.now();
      if (last === null || now - last.at > INBOX_STATS_MS)
        last = { at: now, stats: probes.inbox().catch(() => null) };
      return last.stats;
    },
  };
}

function addGauge(
  registry: Registry,
  { name, help, labels, read }: GaugeDefinition,
  probes: () => GaugeProbes | null,
): void {
  const gauge = new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    collect: async () => {
      const from = probes();
      if (from === null) return;
      gauge.reset();
      const samples = await read(from);
      // A reset gauge without labels has the value 0.
      if (samples.length === 0 && labels.length === 0) gauge.remove();
      for (const sample of samples) gauge.set(sample.labels ?? {}, sample.value);
    },
  });
}

/** Adds gauges over the state of the site, read at each scrape. */
export function addStateGauges(registry: Registry): { watch: (probes: StateProbes) => void } {
  let probes: GaugeProbes | null = null;
  for (const definition of STATE_GAUGES) addGauge(registry, definition, () => probes);
  return {
    watch: (given) => {
      probes = throttleInbox(given);
    },
  };
}

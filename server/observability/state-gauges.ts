import { Gauge, type Registry } from "prom-client";
import { type GaugeDefinition, STATE_GAUGES } from "./state-gauge-table.ts";
import type { GaugeProbes, StateProbes } from "./state-probes.ts";

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

const throttled = (probes: StateProbes): GaugeProbes => ({
  ...probes,
  inbox: throttle(probes.inbox, probes.now),
  gifts: throttle(probes.gifts, probes.now),
});

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
      probes = throttled(given);
    },
  };
}

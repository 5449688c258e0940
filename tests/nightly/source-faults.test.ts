import { setTimeout as wait } from "node:timers/promises";
import t from "tap";
import { readConfig } from "../../server/config.ts";
import { checkSource } from "../../server/ops/doctor/doctor.ts";
import { startFaultyApi } from "../fakes/faulty-api.ts";
import { fullRows, SAMPLE_CLOCK } from "../fixtures/samples.ts";
import { findPromtool, firingAlerts, type Series } from "../setup/services/promtool.ts";
import { OPERATOR } from "../setup/site/operator.ts";
import { type Metrics, readMetrics, type Sample } from "../setup/site/read-metrics.ts";
import { startSite, type TestSite } from "../setup/site/site.ts";

/** The faults that an operator may meet, by their names in `faulty-api.ts`; with `refused`, nothing listens. */
const FAULTS = [
  "refused",
  "closed",
  "hang",
  "1.2 s for each response",
  "reset mid-body",
  "50 MB body",
  "status 401",
  "status 403",
  "status 404",
  "status 429",
  "status 500",
  "status 503",
  "redirect elsewhere",
  "HTML with 200",
  "truncated JSON",
  "items null",
  "no slug",
  "half of the rows without slug",
  "dates in words",
  "half of the dates in words",
  "dates under a new name",
  "texts under a new name",
  "empty list",
  "a page of many",
] as const;

interface Observed {
  fault: string;
  /** `warm` when the site already had data. */
  when: "cold" | "warm";
  /** The metrics during two hours of the fault. */
  series: Series[];
  /** True when the doctor, or the site's report on its source, says that something is wrong. */
  isFound: boolean;
}

const FRESH_MS = 301_000;
/** The time within which the site knows of a fault; a hanging source is known only after its timeout. */
const PATIENCE_MS = 30_000;
/** The minutes before the fault and during it, as the alerts see them. */
const BEFORE = 30;
const DURING = 120;

const GAUGES = /^site_(?:part_up|fresh_seconds|source_(?:usable|fault|rows|dates|missing_fields))$/;
const COUNTERS =
  /^(?:site_data_total|site_faults_total|(?:site_source_call|http_request)_duration_seconds_count)$/;

const seriesName = ({ name, labels }: Sample) =>
  `${name}{${Object.entries({ job: "site", instance: "a", ...labels })
    .map(([key, value]) => `${key}="${value}"`)
    .join()}}`;

/** Returns the series of a fault that lasts two hours, with as many visits every minute as were observed. */
function seriesOf(before: Metrics, after: Metrics, nowMs: number): Series[] {
  const earlier = new Map(before.samples.map((sample) => [seriesName(sample), sample.value]));
  return after.samples.flatMap((sample) => {
    const series = seriesName(sample);
    const first = earlier.get(series);
    const start = first === undefined ? `_x${BEFORE}` : `${first}x${BEFORE}`;
    if (GAUGES.test(sample.name)) return [{ series, values: `${start} ${sample.value}x${DURING}` }];
    if (COUNTERS.test(sample.name))
      return [{ series, values: `0x${BEFORE} 0+${sample.value - (first ?? 0)}x${DURING}` }];
    if (sample.name !== "site_source_last_good_timestamp_seconds") return [];
    // promtool's clock begins at 0. A list that is usable now stays usable, so its timestamp moves on.
    const ageSeconds = Math.round(nowMs / 1_000 - sample.value);
    if (ageSeconds === 0) return [{ series, values: `0+60x${BEFORE + DURING}` }];
    return [{ series, values: `${BEFORE * 60 - ageSeconds}x${BEFORE + DURING}` }];
  });
}

async function reportOf(site: TestSite) {
  const { data } = await (await fetch(`${site.url}/bff/sources`, { headers: OPERATOR })).json();
  return data.sources[0].fault as { name: string; detail: string } | null;
}

/** Faults that the site's report on its source never mentions, or not while the site has no data. */
const UNSEEN = ["texts under a new name", "empty list"];

/** Visits until the site knows of the fault. While a response hangs, the source is reported as slow, and then as timed out. */
async function visit(site: TestSite, fault: string): Promise<void> {
  const until = Date.now() + PATIENCE_MS;
  const isKnown = async () => {
    const name = (await reportOf(site))?.name;
    return name !== undefined && (name !== "slow" || fault.startsWith("1.2 s"));
  };
  do {
    for (const path of ["/bff/news", "/bff/events"]) await fetch(`${site.url}${path}`);
    await wait(UNSEEN.includes(fault) ? 500 : 100);
  } while (!UNSEEN.includes(fault) && !(await isKnown()) && Date.now() < until);
}

interface Scene {
  site: TestSite;
  api: Awaited<ReturnType<typeof startFaultyApi>>;
  clock: { ms: number };
}

/** Makes the source healthy, or gives it a fault. */
async function makeSource({ site, api, clock }: Scene, fault: string): Promise<void> {
  clock.ms += FRESH_MS;
  if (fault === "refused") await api.close();
  else api.fault = fault;
  if (fault !== "well") return visit(site, fault);
  for (const path of ["/bff/news", "/bff/events"]) await fetch(`${site.url}${path}`);
}

async function observe(scene: Scene, fault: string, when: Observed["when"]): Promise<Observed> {
  const { site, api, clock } = scene;
  const before = await readMetrics(`${site.url}/metrics`);
  await makeSource(scene, fault);
  const after = await readMetrics(`${site.url}/metrics`);
  const findings = await checkSource(readConfig({ CONTENT_API_URL: api.url }));
  const isFound = findings.some(({ state }) => state !== "ok") || (await reportOf(site)) !== null;
  return { fault, when, isFound, series: seriesOf(before, after, clock.ms) };
}

/** Observes a site that has no data yet, and then the same site with data from a healthy source. */
async function observeBoth(fault: string): Promise<Observed[]> {
  const rows = { news: fullRows("news"), events: fullRows("events") };
  const api = await startFaultyApi(rows);
  const clock = { ms: SAMPLE_CLOCK };
  const site = await startSite({
    contentApiUrl: api.url,
    now: () => clock.ms,
    isCallLimited: true,
  });
  const scene = { site, api, clock };
  try {
    const cold = await observe(scene, fault, "cold");
    if (fault === "refused") await api.reopen();
    await makeSource(scene, "well");
    return [cold, await observe(scene, fault, "warm")];
  } finally {
    await site.close();
    await api.close().catch(() => {});
  }
}

const AT_ONCE = 4;

const promtool = findPromtool();
const skip = promtool === null && "promtool is missing";

t.test(
  "doctor or site finds each fault, and an alert fires where there was data",
  { skip },
  async (t) => {
    const waiting: string[] = [...FAULTS];
    const observed: Observed[] = [];
    const worker = async () => {
      for (let fault = waiting.shift(); fault; fault = waiting.shift())
        observed.push(...(await observeBoth(fault)));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const nameOf = ({ fault, when }: Observed) => `${fault}, ${when}`;
    const atMinute = BEFORE + DURING;
    const cases = observed.map((one) => ({ name: nameOf(one), series: one.series, atMinute }));
    const fired = firingAlerts(promtool ?? "", cases);
    const isHeard = (one: Observed) =>
      one.when === "warm" ? (fired.get(nameOf(one)) ?? []).length > 0 : one.isFound;
    t.same(observed.filter((one) => !isHeard(one)).map(nameOf), []);
    t.equal(observed.length, 2 * FAULTS.length);
  },
);

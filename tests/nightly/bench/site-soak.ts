import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { NEVER_SHOWN, startFaultyApi } from "../../fakes/faulty-api.ts";
import { fullRows } from "../../fixtures/samples.ts";
import { startSiteProcess } from "../../setup/site/site-process.ts";
import { requestWhole } from "./site-load.ts";

/** The memory in megabytes and the open descriptors at one moment. */
interface Moment {
  atMs: number;
  residentMb: number;
  descriptors: number;
}

export interface SoakReport {
  responses: number;
  /** A line for each wrong response. */
  wrong: string[];
  /** The means of each quarter of the time. The first fifth is left out, because bounded caches fill up during it. */
  quarters: { residentMb: number; descriptors: number }[];
  /** The descriptors after a while without requests, before the load and after it. */
  restingDescriptors: { before: number; after: number };
  statuses: Record<string, number>;
}

/** The source's faults, over and over; the source is healthy in between. */
const MODES = ["status 500", "hang", "truncated JSON", "closed", "50 MB body", "flapping", "slow"];
const MODE_MS = 1_500;
const WARM_SHARE = 0.2;

const SEEN = [
  "/",
  "/news-events",
  "/news-events/news/tree-day",
  "/events/coaches-course",
  "/about-us",
  "/bff/news",
  "/bff/events?when=all",
  "/feed.xml",
  "/events.ics",
  "/donate",
];
/** Addresses that differ each time: whatever the site stores about them must not accumulate. */
const NEW = [
  (n: number) => `/no-such-page-${n}`,
  (n: number) => `/news-events?tag=none-${n}`,
  (n: number) => `/news-events/news/never-there-${n}?complete=1`,
  (n: number) => `/bff/news/never-there-${n}`,
  (n: number) => `/events/never-there-${n}`,
];
const pathOf = (n: number) =>
  n % 3 === 0 ? (NEW[(n / 3) % NEW.length]?.(n) ?? "/") : (SEEN[n % SEEN.length] ?? "/");

function momentOf(pid: number): Moment {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const residentMb = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  const descriptors = readdirSync(`/proc/${pid}/fd`).length;
  return { atMs: performance.now(), residentMb, descriptors };
}

const mean = (numbers: readonly number[]) =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);

/** Loads the site for the given time while its source fails and recovers. */
export async function soak(seconds: number, perSecond: number): Promise<SoakReport> {
  const dataDir = mkdtempSync(join(tmpdir(), "soak-"));
  const source = await startFaultyApi({ news: fullRows("news"), events: fullRows("events") });
  const site = await startSiteProcess({
    DATA_DIR: dataDir,
    CONTENT_API_URL: source.url,
    LOG_LEVEL: "info",
    // A busy machine may stop us for a while, so we check whether responses are right, not whether they are quick.
    FRESH_SECONDS: "0.5",
    HEAD_START_MS: "50",
    MAX_QUEUE_DELAY_MS: "0",
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 24 });
  const request = (path: string) => requestWhole(site.url, path, agent);
  const report: SoakReport = {
    responses: 0,
    wrong: [],
    quarters: [],
    statuses: {},
    restingDescriptors: { before: 0, after: 0 },
  };
  const check = async (path: string, isSeen: boolean) => {
    const { status, text, isWhole } = await request(path);
    report.responses += 1;
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    const isRight = isSeen ? status === 200 : [200, 404, 502, 503].includes(status);
    if (!isRight || !isWhole || NEVER_SHOWN.test(text)) report.wrong.push(`${path}: ${status}`);
  };
  const rest = async () => {
    agent.destroy();
    await wait(500);
    return momentOf(site.pid).descriptors;
  };

  for (const path of SEEN) await request(path);
  report.restingDescriptors.before = await rest();
  const startedAt = performance.now();
  const endAt = startedAt + seconds * 1_000;
  const moments: Moment[] = [];
  const watch = setInterval(() => moments.push(momentOf(site.pid)), 250);
  let turn = 0;
  const modes = setInterval(() => {
    turn += 1;
    source.fault = turn % 2 === 0 ? "well" : (MODES[((turn - 1) / 2) % MODES.length] ?? "well");
  }, MODE_MS);
  const inFlight = new Set<Promise<void>>();
  let sent = 0;
  while (performance.now() < endAt) {
    const due = ((performance.now() - startedAt) / 1_000) * perSecond;
    for (; sent < due && inFlight.size < 200; sent += 1) {
      const pending = check(pathOf(sent), sent % 3 !== 0);
      inFlight.add(pending);
      void pending.finally(() => inFlight.delete(pending));
    }
    await wait(5);
  }
  await Promise.all(inFlight);
  clearInterval(modes);
  clearInterval(watch);
  source.fault = "well";
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const from = startedAt + (WARM_SHARE + (quarter * (1 - WARM_SHARE)) / 4) * seconds * 1_000;
    const until = from + ((1 - WARM_SHARE) * seconds * 1_000) / 4;
    const inIt = moments.filter(({ atMs }) => atMs >= from && atMs < until);
    report.quarters.push({
      residentMb: mean(inIt.map(({ residentMb }) => residentMb)),
      descriptors: mean(inIt.map(({ descriptors }) => descriptors)),
    });
  }
  // A hanging call lasts four more seconds.
  await wait(5_000);
  report.restingDescriptors.after = await rest();
  await site.kill();
  await source.close();
  rmSync(dataDir, { recursive: true, force: true });
  return report;
}

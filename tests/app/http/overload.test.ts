import { mkdtempSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import t from "tap";
import { closedLoad, request } from "../../setup/site/load.ts";
import { startSiteProcess } from "../../setup/site/site-process.ts";
import { until } from "../../setup/until.ts";

/** The long form is `npm run bench:overload`. */
const READY = ["/", "/about-us", "/news-events", "/donate"];

t.test(
  "under overload some requests are shed with Retry-After, and cached pages are always served",
  async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), "overload-"));
    const site = await startSiteProcess({
      DATA_DIR: dataDir,
      LOG_LEVEL: "info",
      CONTENT_API_URL: "",
      MAX_QUEUE_DELAY_MS: "50",
    });
    t.teardown(async () => {
      await site.kill();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const agent = new Agent({ keepAlive: true });
    t.teardown(() => agent.destroy());
    // A page with late data is sent, but not cached.
    const isReady = async (path: string) =>
      /^cache;desc=hit/.test((await fetch(site.url + path)).headers.get("server-timing") ?? "");
    for (const path of READY) await until(() => isReady(path));

    const crowd = { url: site.url, seconds: 4, pathOf: (n: number) => `/blog/no-such-story-${n}` };
    const few = { url: site.url, seconds: 4, pathOf: (n: number) => READY[n % 4] ?? "/" };
    const [work, ready] = await Promise.all([closedLoad(crowd, 300), closedLoad(few, 1)]);
    const shed = work.filter(({ status }) => status === 503);
    const good = work.filter(({ status }) => status === 404);
    t.ok(shed.length > 0, `${shed.length} shed`);
    t.ok(good.length > 0, `${good.length} served`);
    t.equal(good.length + shed.length, work.length, "every request has a response");
    t.same([...new Set(shed.map(({ retryAfter }) => retryAfter))], ["5"]);
    t.ok(work.every(({ isWhole }) => isWhole));
    t.same([...new Set(ready.map(({ status }) => status))], [200], `${ready.length} cached pages`);

    const again = async () => (await request(site.url, "/no-such-page", agent)).status;
    let inARow = 0;
    while (inARow < 10) {
      inARow = (await again()) === 404 ? inARow + 1 : 0;
      await wait(20);
    }
    t.equal(inARow, 10, "normal again");
    t.ok(site.lines.some((line) => /"shed":\d+.*requests shed/.test(line)));
  },
);

import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows } from "../../fixtures/samples.ts";
import { startSiteProcess } from "../../setup/site/site-process.ts";

/** How the source is gone when the site comes back. */
const GONE = ["refused", "hang", "error", "nonsense"] as const;
/** How the site went. */
const ENDS = ["SIGTERM", "SIGKILL"] as const;

/** Pages requested before the end, and what must stand on them after it. */
const PRIMED: readonly [path: string, content: RegExp][] = [
  ["/news-events", /Third water point opens/],
  ["/", /Third water point opens/],
  ["/news-events/news/tree-day", /Tree day in Morogoro/],
  ["/events/coaches-course", /<h1[^>]*>[^<]*oach/],
  ["/bff/news", /mtambani-water-point-opens/],
  ["/bff/events?when=all", /youth-football-cup-2026/],
  ["/bff/news/tree-day", /Tree day in Morogoro/],
];
const SAVED = /Saved copy from \d\d:\d\d EAT|"stale":true/;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

for (const gone of GONE) {
  for (const end of ENDS) {
    t.test(
      `after ${end}, with the source gone (${gone}), every page seen before stands`,
      async (t) => {
        const dataDir = mkdtempSync(join(tmpdir(), "restart-"));
        t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
        const rows = { news: fullRows("news"), events: fullRows("events") };
        const source = await startFakeContentApi(rows);
        t.teardown(() => source.close());
        const env = { DATA_DIR: dataDir, FRESH_SECONDS: "0.01" };
        const before = await startSiteProcess({ ...env, CONTENT_API_URL: source.url });
        for (const [path, content] of PRIMED)
          t.match(await (await fetch(before.url + path)).text(), content, `${path} before`);
        await (end === "SIGKILL" ? before.kill() : before.end("SIGTERM"));

        if (gone !== "refused") source.mode = gone;
        const url = gone === "refused" ? `http://127.0.0.1:${await freePort()}` : source.url;
        const spawnedAt = performance.now();
        const after = await startSiteProcess({ ...env, CONTENT_API_URL: url });
        t.teardown(() => after.kill());
        const readyMs = performance.now() - spawnedAt;
        const startedAt = performance.now();
        const took: number[] = [];
        for (const [path, content] of PRIMED) {
          const response = await fetch(after.url + path);
          const text = await response.text();
          took.push(performance.now() - startedAt);
          t.equal(response.status, 200, path);
          t.match(text, content, path);
          t.match(text, SAVED, `${path} says that it is a saved copy`);
        }
        const [first = 0, last = 0] = [took[0], took.at(-1)];
        t.comment(
          `ready ${Math.round(readyMs)} ms after the start; first page in ${Math.round(first)} ms, all in ${Math.round(last)} ms`,
        );
      },
    );
  }
}

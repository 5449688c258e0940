import { existsSync, readFileSync } from "node:fs";
import t from "tap";
import { hostileEvents } from "../../fixtures/hostile/rows.ts";
import { openEach, startHostileSite, walkAlong } from "../../setup/hostile/hostile-scene.ts";
import { launchWatchedBrowser } from "../../setup/hostile/hostile-watch.ts";

const corpusFile = process.env.XSS_CORPUS ?? "../shared/security/xss-payloads.json";

// Without the policy: it can only take away from what runs.
t.test(
  "with the policy stripped, no published payload runs, leads away or calls out",
  { skip: existsSync(corpusFile) ? false : "no corpus here" },
  async (t) => {
    const corpus: { name: string; html: string }[] = JSON.parse(readFileSync(corpusFile, "utf8"));
    t.ok(corpus.length > 100);
    const browser = await launchWatchedBrowser();
    const place = await startHostileSite({ news: [], events: hostileEvents(corpus, corpus) });
    t.teardown(async () => {
      await browser.close();
      await place.close();
    });
    const watching = { browser, place, bypassCSP: true } as const;
    t.same(await openEach(watching), [], "as the server renders it");
    t.same(await walkAlong(watching), [], "as the browser renders it from JSON");
  },
);

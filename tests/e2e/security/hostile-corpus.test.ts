import { existsSync, readFileSync } from "node:fs";
import t from "tap";
import { hostileEvents } from "../../fixtures/hostile/rows.ts";
import {
  openEach,
  POLICIES,
  startHostileSite,
  walkAlong,
} from "../../setup/hostile/hostile-scene.ts";
import { launchWatchedBrowser } from "../../setup/hostile/hostile-watch.ts";

// A page for every two payloads, four times over.
const corpusFile = process.env.XSS_CORPUS ?? "../shared/security/xss-payloads.json";

for (const [how, options] of POLICIES) {
  t.test(
    `${how}, no published payload runs, leads away or calls out`,
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
      const watching = { browser, place, ...options };
      t.same(await openEach(watching), [], "as the server draws it");
      t.same(await walkAlong(watching), [], "as the browser draws it from JSON");
    },
  );
}

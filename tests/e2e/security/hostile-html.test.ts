import t from "tap";
import { payloads } from "../../fixtures/hostile/payloads.ts";
import { hostileRows } from "../../fixtures/hostile/rows.ts";
import {
  type HostileSite,
  openEach,
  startHostileSite,
  walkAlong,
} from "../../setup/hostile/hostile-scene.ts";
import { launchWatchedBrowser, type WatchedBrowser } from "../../setup/hostile/hostile-watch.ts";

// A page for every payload, twice; without the policy, which can only take away from what runs.
let browser: WatchedBrowser;
let place: HostileSite;
t.before(async () => {
  browser = await launchWatchedBrowser();
  place = await startHostileSite(hostileRows(payloads));
});
t.teardown(async () => {
  await browser.close();
  await place.close();
});

t.test("there are payloads enough, each its own", async (t) => {
  t.ok(new Set(payloads.map(({ html }) => html)).size >= 400);
});

t.test(
  "with the policy stripped, no text of the source runs, leads away or calls out",
  async (t) => {
    const watching = { browser, place, bypassCSP: true } as const;
    t.same(await openEach(watching), [], "as the server renders it");
    t.same(await walkAlong(watching), [], "as the browser renders it from JSON");
    t.same(browser.canaryCallers(), [], "nothing reached the canary");
  },
);

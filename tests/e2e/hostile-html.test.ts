import t from "tap";
import { payloads } from "../fixtures/hostile/payloads.ts";
import { hostileRows } from "../fixtures/hostile/rows.ts";
import {
  type HostileSite,
  openEach,
  POLICIES,
  startHostileSite,
  walkAlong,
  watchSite,
} from "../setup/hostile-scene.ts";
import { launchWatchedBrowser, type WatchedBrowser } from "../setup/hostile-watch.ts";

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
const callers = () => browser.callers.filter((bytes) => bytes.includes("canary.test"));

for (const [how, options] of POLICIES) {
  t.test(
    `${how}, no text of the source runs, leads away or calls out`,
    { timeout: 170_000 },
    async (t) => {
      const watched = await watchSite(t, { browser, place, ...options });
      let t0 = Date.now();
      t.same(await openEach(place, watched), [], "as the server draws it");
      t.comment(Date.now() - t0);
      t0 = Date.now();
      t.same(await walkAlong(place, watched), [], "as the browser draws it");
      t.comment(Date.now() - t0);
      t.same(callers(), [], "nothing reached the canary");
    },
  );
}

import t from "tap";
import { startScene } from "../../setup/site/scene.ts";
import { until } from "../../setup/until.ts";

/** `npm run bench:overload` measures what a site of this kind takes. */
t.test("while the loop is late, work is shed with Retry-After, cached pages are not", async (t) => {
  const { site } = await startScene(t, { env: { MAX_QUEUE_DELAY_MS: "500" } });
  const get = (path: string) => fetch(site.url + path);
  t.equal((await get("/about-us")).status, 200);
  const { memoryUsage } = site.app;
  site.app.memoryUsage = () => ({ ...memoryUsage(), eventLoopDelay: 1_000 });
  // The first two seconds after the start do not count.
  await until(async () => (await get("/blog/no-such-story")).status === 503);
  for (const path of [
    "/blog/no-such-story",
    "/bff/news",
    "/search?q=water",
    "/feed.xml",
    "/blog/atom.xml",
    "/events.ics",
    "/events/well-opening.ics",
    "/sw/events/well-opening.ics",
    "/sitemap.xml",
    "/donate/pledge",
  ]) {
    const shed = await get(path);
    t.same([shed.status, shed.headers.get("retry-after")], [503, "5"], path);
    t.match(await shed.text(), "very busy");
  }
  t.equal((await get("/about-us")).status, 200, "a cached page");
  t.ok(site.logs.some(({ msg, shed }) => msg === "requests shed" && Number(shed) > 0));
  site.app.memoryUsage = () => {
    throw new Error("of our own");
  };
  for (const [path, says] of [
    ["/blog/no-such-story", "Unexpected Application Error!"],
    ["/bff/news?limit=2", '"status":500'],
  ] as const) {
    const failed = await get(path);
    const text = await failed.text();
    t.same([failed.status, text.includes(says), text.includes("of our own")], [500, true, false]);
  }
  site.app.memoryUsage = memoryUsage;
  t.match(await (await get("/metrics")).text(), "site_faults_total 2\n");
  t.equal((await get("/blog/no-such-story")).status, 404, "normal again");
});

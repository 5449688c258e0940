import { mock } from "node:test";
import t, { type Test } from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { until } from "../../setup/until.ts";

/** Starts a site whose clock the test moves, and reads what the health check reports about the news. */
async function scene(t: Test, env: Record<string, string> = {}) {
  const clock = { ms: SAMPLE_CLOCK };
  const { source, site, get } = await startScene(t, { ...samples(), env, now: () => clock.ms });
  const news = async () => (await get("/health/ready")).body.parts.source.data.news;
  /** Moves the clock by `minutes` and waits until the site has fetched the list again. */
  const reread = async (minutes = 10) => {
    clock.ms += minutes * 60_000;
    const before = source.requests.length;
    await get("/bff/news");
    await until(() => source.requests.length > before);
  };
  const at = (minutes: number) => new Date(SAMPLE_CLOCK + minutes * 60_000).toISOString();
  return { clock, source, site, get, news, reread, at };
}

t.test("a fault is named until the next usable list, with the time of the last one", async (t) => {
  const { source, get, news, reread, at } = await scene(t);
  t.match(await news(), { fault: null, lastGoodAt: null });
  await get("/bff/news");
  t.match(await news(), { fault: null, lastGoodAt: at(0) });
  source.mode = "error";
  await reread();
  await until(async () => (await news()).fault !== null);
  t.match(await news(), { fault: "status", lastGoodAt: at(0) });
  source.mode = "well";
  await reread();
  await until(async () => (await news()).fault === null);
  t.match(await news(), { fault: null, lastGoodAt: at(20) });
});

t.test(
  "an emptied list is a fault until the source has denied each item for an hour",
  async (t) => {
    const { source, news, reread } = await scene(t);
    await reread();
    source.news = [];
    await reread();
    await until(async () => (await news()).fault === "empty");
    await reread(55);
    t.match(await news(), { fault: "empty" }, "not yet");
    // After each list the source is asked about twenty items.
    await until(async () => {
      await reread();
      return (await news()).fault === null;
    });
    await reread();
    t.match(await news(), { fault: null }, "it stays so");
  },
);

t.test("a list that lost its dates is shown, told once, and not the last good one", async (t) => {
  const { source, site, get, news, reread, at } = await scene(t);
  await get("/bff/news");
  source.news = source.news.map((row) => ({
    ...row,
    published_at: "TBA",
    publish_date: "TBA",
    createdAt: "TBA",
  }));
  await reread();
  await until(async () => (await news()).fault !== null);
  t.match(await news(), { fault: "no-dates", lastGoodAt: at(0) });
  await reread();
  await get("/bff/events");
  const lines = site.logs.filter(({ msg }) => msg === "content source list is not usable");
  t.match(lines, [{ data: "news", fault: "no-dates" }]);
  t.equal(lines.length, 1);
  t.equal((await get("/bff/news")).status, 200);
});

t.test("an item that cannot be used says nothing of the source, one that fails does", async (t) => {
  const { source, get, news } = await scene(t);
  await get("/bff/news");
  for (const odd of [{ title: "" }, { title: "Huge", content: "x".repeat(2_100_000) }]) {
    source.news = [{ id: 900, slug: `odd-${odd.title}`, ...odd }, ...source.news];
    t.equal((await get(`/bff/news/odd-${odd.title}`)).status, 502);
    t.match(await news(), { fault: null });
  }
  source.mode = "error";
  await get("/bff/news/clinic-day-kigoma");
  t.match(await news(), { fault: "status" });
  for (let n = 0; n < 6; n += 1) await get(`/bff/news/item-${n}`);
  t.match(await news(), { fault: "status" }, "a request that was not sent changes nothing");
});

t.test("without visitors an outage shows while data is fresh; all is fetched once", async (t) => {
  const { clock, source, site, get, news, at } = await scene(t);
  await get("/bff/news");
  await get("/bff/events");
  clock.ms += 30_000;
  source.mode = "error";
  await site.app.siteData.checkSource();
  t.match(await news(), { fault: "status", lastGoodAt: at(0) });
  t.match((await get("/bff/news")).body.meta, { stale: false });
  source.mode = "well";
  const before = source.requests.length;
  await site.app.siteData.checkSource();
  t.match(await news(), { fault: null });
  t.equal(source.requests.length - before, 2, "one call for each list");
});

t.test("an outage that no visitor meets is known 30 s later, however fresh data is", async (t) => {
  mock.timers.enable({ apis: ["setInterval"] });
  t.teardown(() => mock.timers.reset());
  const { clock, source, site, get, news, at } = await scene(t, { FRESH_SECONDS: "86400" });
  await get("/bff/news");
  site.app.siteData.startSourceChecks();
  source.mode = "error";
  clock.ms += 30_000;
  mock.timers.tick(30_000);
  await until(async () => (await news()).fault !== null);
  t.match(await news(), { fault: "status", lastGoodAt: at(0) });
  t.match((await get("/bff/news")).body.meta, { stale: false });
});

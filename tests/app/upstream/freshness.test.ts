import t, { type Test } from "tap";
import { postJson } from "../../setup/site/post-json.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { until } from "../../setup/until.ts";
import { CONTACT } from "../forms/forms-scene.ts";

const PRIMED = [
  "/",
  "/news-events",
  "/news-events/news/tree-day",
  "/events/coaches-course",
  "/bff/news",
  "/bff/events?when=all",
  "/bff/news/tree-day",
];

/** Starts a site whose clock the test moves, with a data folder of its own. */
async function scene(t: Test) {
  const clock = { ms: Date.parse("2026-06-15T09:00:00Z") };
  const env = { HEAD_START_MS: "1000", DATA_DIR: testFolder(t) };
  const place = await startScene(t, { ...samples(), env, now: () => clock.ms });
  const later = (seconds: number) => {
    clock.ms += seconds * 1_000;
  };
  return { ...place, later };
}

t.test("a clock that is set back by a day blocks nothing for a day", async (t) => {
  const { get, source, site, later } = await scene(t);
  const send = (message: string) => postJson(`${site.url}/bff/contact`, { ...CONTACT, message });
  for (let times = 0; times < 10; times += 1) await send(`message ${times}`);
  t.equal((await send("one more")).status, 429);
  for (const path of PRIMED) await get(path);
  source.news = source.news.map((row) => ({ ...row, title: `${row.title}, revised` }));
  later(-86_400);
  for (const path of ["/news-events", "/bff/news/tree-day"]) {
    await get(path);
    later(3);
    t.match((await get(path)).text, ", revised", path);
  }
  t.equal((await send("one more")).status, 200);

  source.mode = "refuse";
  for (let times = 0; times < 10; times += 1) await get(`/bff/news/unknown-${times}`);
  t.match((await get("/health/ready")).body.parts.source.why, "circuit breaker open");
  source.mode = "well";
  later(-86_400);
  t.equal((await get("/bff/news/unknown-again")).status, 404);
  t.equal(site.logs.findLast(({ breaker }) => breaker)?.breaker, "closed");
  source.mode = "busy";
  await get("/bff/news/unknown-busy");
  source.mode = "well";
  later(-86_400);
  t.equal((await get("/bff/news/unknown-well")).status, 404);
});

t.test("a stale copy is refreshed, without waiting for a slow source", async (t) => {
  const { get, source, later } = await scene(t);
  await get("/bff/news/tree-day");
  source.news = source.news.map((row) => ({ ...row, title: `${row.title}, revised` }));
  later(299);
  const { body, headers } = await get("/bff/news/tree-day");
  t.same([body.meta.stale, headers.age, source.requests.length], [false, "299", 1]);
  later(2);
  const release = source.hold();
  const old = await get("/bff/news/tree-day");
  t.equal(old.body.data.title, "Tree day in Morogoro");
  t.equal(old.body.meta.stale, true);
  release();
  await until(async () => !(await get("/bff/news/tree-day")).body.meta.stale);
  const revised = await get("/bff/news/tree-day");
  t.equal(revised.body.data.title, "Tree day in Morogoro, revised");
  t.equal(source.requests.length, 2);
});

t.test("while the source fails, earlier data stay and are marked as stale", async (t) => {
  const { get, source, later } = await scene(t);
  for (const path of PRIMED) await get(path);
  source.mode = "refuse";
  later(3_600);
  for (const path of PRIMED) {
    const response = await get(path);
    t.equal(response.status, 200, path);
    if (path.startsWith("/bff")) {
      t.equal(response.body.meta.stale, true);
      t.equal(response.headers.age, "3600");
    } else {
      t.match(response.text, "Saved copy from 12:00 EAT");
    }
  }
});

t.test("copies survive a restart; after seven days they are not shown any more", async (t) => {
  const { get, source, later, restart } = await scene(t);
  for (const path of PRIMED) await get(path);
  source.mode = "refuse";
  later(600);
  await restart();
  for (const path of PRIMED) t.equal((await get(path)).status, 200, path);
  t.match((await get("/news-events")).text, "Saved copy from");
  later(7 * 86_400);
  t.equal((await get("/bff/news")).status, 503);
});

t.test("an item that the source takes away is 404 once its copy has passed", async (t) => {
  const { get, source, later } = await scene(t);
  await get("/bff/news/tree-day");
  source.news = source.news.filter((row) => row.slug !== "tree-day");
  later(301);
  await until(async () => (await get("/bff/news/tree-day")).status === 404);
});

t.test("an unknown slug is remembered for half a minute", async (t) => {
  const { get, source, later } = await scene(t);
  for (const _ of [1, 2, 3]) t.equal((await get("/bff/news/none")).status, 404);
  t.same(source.requests, ["/api/news/none", "/api/news/"], "the slug is in no list either");
  later(31);
  source.news = [...source.news, { id: 900, slug: "none", title: "There now" }];
  await until(async () => (await get("/bff/news/none")).status === 200);
});

t.test("the source's own Retry-After is honoured", async (t) => {
  const { get, source, later } = await scene(t);
  source.mode = "busy";
  t.equal((await get("/bff/news")).status, 503);
  const second = await get("/bff/events");
  t.equal(second.status, 503);
  t.equal(second.headers["retry-after"], "20");
  t.equal(source.requests.length, 1);
  source.mode = "well";
  later(21);
  t.equal((await get("/bff/events")).status, 200);
});

t.test("a flood of unknown addresses evicts nothing from the cache", async (t) => {
  const { get, source, site } = await scene(t);
  for (const path of PRIMED) await get(path);
  const statuses = new Set<number>();
  for (let n = 0; n < 2_500; n += 10) {
    const urls = Array.from({ length: 10 }, (_, index) => `/bff/news/never-${n + index}`);
    const responses = await Promise.all(urls.map((url) => site.app.inject(url)));
    for (const { statusCode } of responses) statuses.add(statusCode);
  }
  t.same([...statuses], [404]);
  const before = source.requests.length;
  t.equal((await get("/bff/news/never-2499")).status, 404);
  t.equal(source.requests.length, before, "the latest are remembered");
  await get("/bff/news/never-0");
  t.equal(source.requests.length, before + 1, "the oldest are forgotten");
  for (const path of PRIMED) t.equal((await get(path)).status, 200, path);
  t.equal(source.requests.length, before + 1, "cached items are still there");
});

t.test("an outage is logged when it begins and when it ends, not for every visitor", async (t) => {
  const { get, source, later, site } = await scene(t);
  for (const path of PRIMED) await get(path);
  source.mode = "error";
  later(3_600);
  for (let visitor = 0; visitor < 30; visitor += 1) await get("/bff/news");
  const told = (text: string) => site.logs.filter(({ msg }) => msg === text).length;
  t.equal(told("content source failing, cached data served"), 1);
  const failures = told("content source failed");
  t.ok(failures <= 5, "five faults open the circuit; then no request is sent");
  source.mode = "well";
  later(5);
  await until(async () => !(await get("/bff/news")).body.meta.stale);
  t.equal(told("content source responds again"), 1);

  for (const nth of [1, 2]) {
    source.mode = "error";
    later(301);
    await get("/bff/news/tree-day");
    await until(() => told("content source failed") === failures + nth);
    source.mode = "well";
    await until(async () => !(await get("/bff/news")).body.meta.stale);
  }
  t.equal(told("content source failing, cached data served"), 2, "items fail, lists do not");
  t.equal(told("content source responds again"), 1);
});

t.test("a list that the source empties is accepted as empty", async (t) => {
  const { get, source, later } = await scene(t);
  await get("/bff/news");
  source.news = [];
  later(301);
  await until(async () => !(await get("/bff/news")).body.meta.stale);
  const { status, body } = await get("/bff/news");
  t.strictSame([status, body.data, body.meta.stale], [200, [], false]);
  t.match((await get("/news-events")).text, "No news available");
});

import { readFileSync } from "node:fs";
import t, { type Test } from "tap";
import type {
  SourceReport,
  SourcesReport,
} from "../../../shared/contract/sources-report.schema.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { until } from "../../setup/until.ts";

const TOKEN = "a-token-of-the-staff";

/** A site whose clock the test moves, over a source whose rows it changes. */
async function scene(t: Test) {
  const clock = { ms: SAMPLE_CLOCK };
  const { source, site, get } = await startScene(t, {
    ...samples(),
    env: { HEAD_START_MS: "1000", EVENTS_WRITE_TOKEN: TOKEN },
    now: () => clock.ms,
  });
  const report = async (): Promise<SourcesReport> => (await get("/bff/sources")).body.data;
  const news = async (): Promise<SourceReport> => {
    const found = (await report()).sources.find(({ name }) => name === "news");
    if (!found) throw new Error("no report of news");
    return found;
  };
  const fieldOf = async (wanted: string) =>
    (await news()).list.fields.find(({ field }) => field === wanted);
  const outcomes = async () => {
    const { list, faults } = await news();
    return list.answers + faults.count;
  };
  /** A visitor comes when the cache entries are stale; resolves when they were fetched again, or could not be. */
  const later = async () => {
    const before = await outcomes();
    clock.ms += 301_000;
    await get("/bff/news");
    await until(async () => (await outcomes()) > before);
  };
  return { source, site, clock, get, report, news, fieldOf, later };
}

t.test("before the first request the report is empty, and says so", async (t) => {
  const { get, report } = await scene(t);
  const response = await get("/bff/sources");
  t.equal(response.status, 200);
  t.equal(response.headers["cache-control"], "no-store");
  const { breaker, sources } = await report();
  t.same(breaker, { state: "closed", since: null });
  t.match(sources, [
    { name: "news", list: { answers: 0, lastGoodAt: null }, copies: { kept: 0 } },
    { name: "events", list: { answers: 0, lastGoodAt: null }, copies: { kept: 0 } },
  ]);
});

t.test("a source that changes its names between two responses is seen at once", async (t) => {
  const { source, site, news, fieldOf, later, get } = await scene(t);
  await get("/bff/news");
  const before = await fieldOf("author");
  t.ok(before?.aliases.some(({ alias }) => alias === "author"));
  t.same(
    (await news()).changes.filter(({ dropped }) => dropped === 0),
    [],
  );

  source.news = source.news.map(({ author, author_name: named, ...row }) => ({
    ...row,
    byline: author ?? named,
  }));
  source.news = source.news.map((row, index) => (index === 2 ? { ...row, slug: "" } : row));
  await later();

  t.equal(await fieldOf("author"), undefined, "nobody has an author any more");
  const { list, changes, copies } = await news();
  t.equal(list.unread, 3, "and here they may be: two names of before, and a new one");
  t.match(changes[0], { answers: "list", unread: 1 });
  t.ok(changes[0]?.disappeared.includes("author.author"));
  t.ok(list.dropped.some(({ reason, count }) => reason === "no usable slug" && count === 1));
  t.equal(list.lastGoodAt, new Date(SAMPLE_CLOCK + 301_000).toISOString());
  t.match(copies, { kept: 1, doubted: 0, newestAt: list.lastGoodAt });
  const lines = site.logs.filter(({ msg }) => msg === "content source changed");
  t.match(lines.at(-1), { drift: { source: "news", unread: ["byline"] } });

  await later();
  t.equal((await news()).changes.length, changes.length, "a change is reported once");
  const page = (await get("/staff/sources")).text;
  for (const words of ["no usable slug (1)", "author.author", "1 name that is not read"])
    t.match(page, words);
});

t.test(
  "an outage is reported: errors by class, the breaker, the cache entries in use",
  async (t) => {
    const { source, get, later, news, report } = await scene(t);
    await get("/bff/news");
    source.mode = "nonsense";
    await later();
    t.match((await news()).faults, { count: 1, lastKind: "shape" });
    source.mode = "refuse";
    for (let times = 0; times < 6; times += 1) await later();
    const { faults: errors, copies, list } = await news();
    t.match(errors, { lastKind: "network" });
    t.equal(copies.newestAt, list.lastGoodAt, "the last good response is what is cached");
    const { breaker } = await report();
    t.not(breaker.state, "closed");
    t.type(breaker.since, "string");
    t.match((await get("/staff/sources")).text, /No requests are sent|being tried/);
  },
);

t.test("single items add up by the names they came under", async (t) => {
  const { get, news } = await scene(t);
  await get("/bff/news/tree-day");
  await get("/bff/news/id/101");
  const { item } = await news();
  t.equal(item.answers, 2);
  t.equal(item.rows, 2);
  t.ok(item.fields.every(({ filled }) => filled <= 2));
});

t.test("what does not come out of texts is counted by tag", async (t) => {
  const { source, get, report } = await scene(t);
  const [first = {}, ...others] = source.news;
  const content =
    '<p>a</p><script>x</script><form><input><input></form><img src="data:image/png;base64,x"><asha>b</asha>';
  source.news = [{ ...first, content }, ...others.map((row) => ({ ...row, content: "<p>a</p>" }))];
  const events = source.events.map((row) => ({ ...row, venue_details: "", description: "" }));
  source.events = [{ ...events[0], venue_details: "<canvas></canvas>" }, ...events.slice(1)];
  for (const list of ["news", "events"]) await get(`/bff/${list}`);
  const counted = (await report()).sources.map(({ list }) => list.tags);
  t.same(
    counted.map((tags) => Object.fromEntries(tags.map(({ tag, count }) => [tag, count]))),
    [{ input: 2, script: 1, img: 1, other: 1 }, { canvas: 1 }],
  );
  const page = (await get("/staff/sources")).text;
  t.match(page, /input \(2\)/);
  t.notMatch(page, "asha");
});

t.test("the report holds names and numbers, nothing of anybody else's", async (t) => {
  const { source, get, later } = await scene(t);
  source.news = source.news.map((row) => ({
    ...row,
    "asha@example.org": 1,
    "two words": 2,
    byline: "x",
  }));
  source.news.push({ id: "secret-id", slug: "", title: "secret-title" });
  await get("/bff/news");
  await get("/bff/events");
  source.mode = "error";
  await later();
  const texts = [(await get("/bff/sources")).text, (await get("/staff/sources")).text];
  for (const text of texts) {
    t.notMatch(text, new RegExp(new URL(source.url).host));
    t.notMatch(
      text,
      /secret-|asha@|two words|internal_note|byline|Tree day|127\.0\.0\.1:(?!\d+\/social)\d+\/api/,
    );
    t.notMatch(text, TOKEN);
  }
});

t.test(
  "the page is for staff: found by nobody, stored nowhere, in no visitor's files",
  async (t) => {
    const { get, clock } = await scene(t);
    const page = await get("/staff/sources");
    t.equal(page.status, 200);
    t.equal(page.headers["cache-control"], "no-store");
    t.match(page.text, /name="robots" content="noindex/);
    clock.ms += 60_000;
    t.not((await get("/staff/sources")).text, page.text, "rendered anew each time");
    t.notMatch((await get("/sitemap.xml")).text, /staff/);
    const manifest = JSON.parse(readFileSync("dist/client/.vite/manifest.en.json", "utf8"));
    const { file } = manifest["client/pages/staff/staff-sources.page.tsx"];
    t.match(page.text, file);
    t.notMatch((await get("/")).text, file);
  },
);

import { readFileSync } from "node:fs";
import t, { type Test } from "tap";
import type {
  SourceReport,
  SourcesReport,
} from "../../../shared/contract/sources-report.schema.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { OPERATOR } from "../../setup/site/operator.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { staffSession } from "../../setup/site/staff-session.ts";
import { until } from "../../setup/until.ts";
import { deskScene } from "./desk-scene.ts";

const TOKEN = "a-token-of-the-staff";

/** Starts a site whose clock the test moves, over a source whose rows the test changes. */
async function scene(t: Test) {
  const clock = { ms: SAMPLE_CLOCK };
  const { source, site, get } = await startScene(t, {
    ...samples(),
    env: { HEAD_START_MS: "1000", EVENTS_WRITE_TOKEN: TOKEN },
    now: () => clock.ms,
  });
  const report = async (): Promise<SourcesReport> =>
    (await get("/bff/sources").set(OPERATOR)).body.data;
  const news = async (): Promise<SourceReport> => {
    const found = (await report()).sources.find(({ name }) => name === "news");
    if (!found) throw new Error("no report of news");
    return found;
  };
  /** Moves the clock until the lists are stale, and fetches these lists again. */
  const later = async () => {
    clock.ms += 301_000;
    await site.app.siteData.checkSource();
  };
  /** Reads the page as a signed-in member of staff. */
  const readPage = async () => {
    const cookie = await staffSession(site);
    return get("/staff/sources").set({ cookie });
  };
  return { source, site, clock, get, report, news, later, readPage };
}

t.test("before the first request the report is empty, and says so", async (t) => {
  const { get, report } = await scene(t);
  const response = await get("/bff/sources").set(OPERATOR);
  t.equal(response.status, 200);
  t.equal(response.headers["cache-control"], "no-store");
  const unknown = { fault: null, lastGoodAt: null, list: null };
  t.same(await report(), {
    breaker: "closed",
    sources: [
      { name: "news", ...unknown },
      { name: "events", ...unknown },
    ],
  });
});

t.test("a source that changes its names between two responses is seen at once", async (t) => {
  const { source, site, clock, news, later, get, readPage } = await scene(t);
  await get("/bff/news");
  t.match(await news(), { fault: null, list: { dropped: {}, missing: [], vanished: [] } });

  source.news = source.news.map(({ author, author_name: named, ...row }) => ({
    ...row,
    byline: author ?? named,
  }));
  source.news = source.news.map((row, index) => (index === 2 ? { ...row, slug: "" } : row));
  const changes = () =>
    site.logs.filter(
      ({ msg, drift }) => msg === "content source changed" && /"news"/.test(JSON.stringify(drift)),
    );
  const before = changes().length;
  const readAgain = async () => {
    await later();
    const now = new Date(clock.ms).toISOString();
    await until(async () => (await news()).lastGoodAt === now);
  };
  await readAgain();

  const { list } = await news();
  t.same(list?.vanished, ["author"], "no row has an author any more");
  t.equal(list?.dropped["no usable slug"], 1);
  t.equal(changes().length, before + 1);
  t.match(changes().at(-1), {
    drift: {
      disappeared: ["author", "author_name"],
      unread: ["byline"],
      dropped: [{ reason: "no usable slug" }],
    },
  });

  await readAgain();
  t.equal(changes().length, before + 1, "a change is reported once");
  const page = (await readPage()).text;
  for (const words of ["no usable slug (1)", "Gone since an earlier list: author"])
    t.match(page, words);
});

t.test("a first list without a field of the contract is seen, with its likely name", async (t) => {
  const { source, site, news, get } = await scene(t);
  source.news = source.news.map(({ image_url, image, featured_image, ...row }) => ({
    ...row,
    picture: image_url ?? image ?? featured_image,
  }));
  await get("/bff/news");
  t.same((await news()).list?.missing, ["image"]);
  const [line] = site.logs.filter(({ msg }) => msg === "content source differs from its contract");
  t.match(line, { drift: { source: "news", missing: ["image"] } });
  t.match(JSON.stringify(line), '"picture"');
});

t.test("an outage is reported: what is wrong and since when, and the breaker", async (t) => {
  const { source, get, later, news, report, readPage } = await scene(t);
  await get("/bff/news");
  source.mode = "nonsense";
  await later();
  const since = new Date(SAMPLE_CLOCK + 301_000).toISOString();
  t.match(await news(), { fault: { name: "not-json", since } });
  source.mode = "refuse";
  for (let times = 0; times < 6; times += 1) await later();
  t.match(await news(), { fault: { name: /refused|cut-off/ }, list: { used: Number } });
  t.not((await report()).breaker, "closed");
  t.match((await readPage()).text, /No requests are sent|being tried/);
});

t.test("tags that the cleaning removes are counted", async (t) => {
  const { source, get, report, readPage } = await scene(t);
  const [first = {}, ...others] = source.news;
  const content =
    '<p>a</p><script>x</script><form><input><input></form><img src="data:image/png;base64,x"><juma>b</juma>';
  source.news = [{ ...first, content }, ...others.map((row) => ({ ...row, content: "<p>a</p>" }))];
  const events = source.events.map((row) => ({ ...row, venue_details: "", description: "" }));
  source.events = [{ ...events[0], venue_details: "<canvas></canvas>" }, ...events.slice(1)];
  for (const list of ["news", "events"]) await get(`/bff/${list}`);
  t.same(
    (await report()).sources.map(({ list }) => list?.tags),
    [{ input: 2, script: 1, img: 1, other: 1 }, { canvas: 1 }],
  );
  const page = (await readPage()).text;
  t.match(page, /input \(2\)/);
  t.notMatch(page, "juma");
});

t.test("the report holds names and numbers, nothing of anybody else's", async (t) => {
  const { source, get, later, readPage } = await scene(t);
  source.news = source.news.map((row) => ({
    ...row,
    "juma@example.org": 1,
    "two words": 2,
    byline: "x",
  }));
  source.news.push({ id: "secret-id", slug: "", title: "secret-title" });
  await get("/bff/news");
  await get("/bff/events");
  source.mode = "error";
  await later();
  const texts = [(await get("/bff/sources").set(OPERATOR)).text, (await readPage()).text];
  for (const text of texts) {
    t.notMatch(text, new RegExp(new URL(source.url).host));
    t.notMatch(
      text,
      /secret-|juma@|two words|internal_note|byline|Tree day|127\.0\.0\.1:(?!\d+\/social)\d+\/api/,
    );
    t.notMatch(text, TOKEN);
  }
});

t.test("the report's page is not listed, not cached and in no visitor's files", async (t) => {
  const { get, clock, readPage } = await scene(t);
  t.equal((await get("/staff/sources")).status, 404, "the desk is off");
  const page = await readPage();
  t.equal(page.status, 200);
  t.equal(page.headers["cache-control"], "no-store");
  t.match(page.text, /name="robots" content="noindex/);
  for (const path of ["/staff/sources", "/sw/staff/sources"]) {
    const signedOut = await get(path).redirects(0);
    t.equal(signedOut.status, 303, path);
    t.notMatch(signedOut.text, "Content source");
  }
  t.equal((await get("/bff/sources")).status, 404, "the report as data is for the operator");
  clock.ms += 60_000;
  t.not((await readPage()).text, page.text, "rendered anew each time");
  t.notMatch((await get("/sitemap.xml")).text, /staff/);
  t.notMatch(readFileSync("dist/client/.vite/manifest.en.json", "utf8"), "staff/sources");
});

t.test("the page has the desk's menu and the way out", async (t) => {
  const { signIn } = await deskScene(t);
  const asha = await signIn();
  for (const [prefix, out] of [
    ["", "Sign out"],
    ["/sw", "Toka"],
  ]) {
    const html = await asha.text(`${prefix}/staff/sources`);
    t.match(html, `action="${prefix}/staff/sign-out"`);
    t.match(html, out ?? "");
    t.match(html, new RegExp(`aria-current="page" href="${prefix}/staff/sources"`));
    for (const part of ["messages", "gifts", "news", "events"])
      t.match(html, `href="${prefix}/staff/${part}"`);
  }
});

import supertest from "supertest";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { startSite } from "../../setup/site/site.ts";
import { until } from "../../setup/until.ts";

const news = fullRows("news");
const events = fullRows("events");

async function scene(t: Test, rows: Parameters<typeof startFakeContentApi>[0] = { news, events }) {
  const source = await startFakeContentApi(rows);
  const site = await startSite({ contentApiUrl: source.url, now: () => SAMPLE_CLOCK });
  t.teardown(async () => {
    await site.close();
    await source.close();
  });
  return { source, site, get: (path: string) => supertest(site.url).get(path) };
}
const sharedScene = shareScene(scene);

t.test("every item has the same keys, whatever variant came in", async (t) => {
  const { get } = await sharedScene();
  for (const path of ["/bff/news?limit=100", "/bff/events?when=all&limit=100"]) {
    const { body, status, headers } = await get(path);
    t.equal(status, 200);
    t.match(headers["content-type"], /^application\/json/);
    t.ok(body.data.length >= 16);
    const keys = Object.keys(body.data[0]).join();
    for (const item of body.data) t.equal(Object.keys(item).join(), keys, item.id);
    t.equal(body.meta.total, body.data.length);
    t.equal(body.meta.stale, false);
    t.equal(body.links.next, null);
  }
});

t.test("an item is the same by slug and by id", async (t) => {
  const { get } = await sharedScene();
  for (const [bySlug, byId] of [
    ["/bff/news/riders-graduate-road-safety", "/bff/news/id/102"],
    ["/bff/events/wash-forum-bagamoyo", "/bff/events/id/502"],
  ] as const) {
    const [one, other] = [await get(bySlug), await get(byId)];
    t.equal(one.status, 200);
    t.same(one.body.data, other.body.data);
  }
});

t.test("events are upcoming by default, by the server's clock", async (t) => {
  const { get } = await sharedScene();
  const ids = async (path: string) =>
    (await get(path)).body.data.map((item: { id: string }) => item.id);
  const upcoming = ["507", "501", "505", "503", "502", "510", "516", "517", "504", "508", "509"];
  t.same(await ids("/bff/events"), [...upcoming, "515", "511"]);
  t.same(await ids("/bff/events?when=past"), ["506"]);
  t.equal((await ids("/bff/events?when=all")).length, fullRows("events").length);
});

t.test("a list goes on where its cursor says, also after rows were put before it", async (t) => {
  const { get, source } = await scene(t);
  const first = await get("/bff/news?limit=10");
  source.news = [{ id: 1, slug: "new", title: "New", published_at: "2026-06-15" }, ...news];
  const second = await get(first.body.links.next);
  const seen = [...first.body.data, ...second.body.data].map((item: { id: string }) => item.id);
  t.equal(new Set(seen).size, 20);
  const third = await get(second.body.links.next);
  t.equal(third.body.data.length, 5);
  t.equal(third.body.links.next, null);
});

t.test("news can be narrowed to a category and a tag", async (t) => {
  const { get } = await sharedScene();
  const wash = await get("/bff/news?category=wash&limit=100");
  t.ok(wash.body.data.length > 3);
  for (const item of wash.body.data) t.ok(item.categories.includes("WASH"));
  const solar = await get("/bff/news?tag=solar");
  t.same(solar.body.data.map((item: { id: string }) => item.id).sort(), ["101", "111"]);
});

t.test("every item says where it is: its page and its URL under /bff, absolute", async (t) => {
  const { get, site } = await sharedScene();
  const feeds = [
    (await get("/bff/feed/news")).body.data,
    (await get("/bff/feed/events")).body.data,
  ];
  const lists = ["/bff/news?limit=3", "/bff/events?when=all&limit=3"].map(get);
  const items = [
    ...(await Promise.all(lists)).flatMap(({ body }) => body.data),
    (await get("/bff/events/id/502")).body.data,
    ...[feeds[0].featured, ...feeds[0].items, ...feeds[1].upcoming, ...feeds[1].past],
  ];
  for (const { id, slug, url, self } of items) {
    t.match(url, /^http:\/\/127\.0\.0\.1:\d+\//);
    const [page, address] = [new URL(url).pathname, new URL(self).pathname];
    t.equal(new URL(self).origin, new URL(url).origin);
    t.match((await get(address)).body.data, { id, slug, url, self });
    t.equal((await fetch(site.url + page)).status, 200, page);
  }
  const some = await get("/bff/news?limit=1&fields=url,self");
  t.same(Object.keys(some.body.data[0]), ["url", "self"]);
});

t.test("news and events come in another order when asked, undated ones last", async (t) => {
  const { get } = await sharedScene();
  const dates = async (path: string, name: string) =>
    (await get(path)).body.data.map((item: Record<string, string | null>) => item[name]);
  for (const [path, name] of [
    ["/bff/news?limit=100", "publishedAt"],
    ["/bff/events?when=all&limit=100", "startsAt"],
  ] as const) {
    const up = await dates(`${path}&sort=${name}`, name);
    const down = await dates(`${path}&sort=-${name}`, name);
    const dated = (list: (string | null)[]) =>
      list.filter((at) => at !== null).map((at) => Date.parse(at));
    t.same(
      dated(up),
      dated(up).sort((a, b) => a - b),
      path,
    );
    t.same(dated(down), dated(up).reverse());
    const undated = up.length - dated(up).length;
    t.ok(undated > 0);
    for (const list of [up, down]) t.ok(list.slice(-undated).every((at: unknown) => at === null));
  }
  const ids = async (path: string) =>
    (await get(path)).body.data.map(({ id }: { id: string }) => id);
  t.same(await ids("/bff/news?sort=source"), await ids("/bff/news"), "the source's is the default");
  t.same(await ids("/bff/events?sort=startsAt"), await ids("/bff/events"));
  t.same((await ids("/bff/events?sort=-startsAt")).sort(), (await ids("/bff/events")).sort());
  const all = await ids("/bff/events?when=all&limit=100");
  const upcoming = await ids("/bff/events");
  t.same(
    await ids("/bff/events?sort=source"),
    all.filter((id: string) => upcoming.includes(id)),
  );
});

t.test("a cursor goes on in its own list alone", async (t) => {
  const { get } = await sharedScene();
  const cursorOf = async (path: string) =>
    new URL((await get(path)).body.links.next, "http://a").searchParams.get("cursor");
  const news = await cursorOf("/bff/news?limit=2");
  const events = await cursorOf("/bff/events?limit=2");
  t.equal((await get(`/bff/news?limit=5&fields=slug&cursor=${news}`)).status, 200);
  for (const path of [
    `/bff/events?cursor=${news}`,
    `/bff/news?cursor=${events}`,
    `/bff/news?category=wash&cursor=${news}`,
    `/bff/news?tag=solar&cursor=${news}`,
    `/bff/news?sort=-publishedAt&cursor=${news}`,
    `/bff/events?when=all&cursor=${events}`,
    `/bff/events?sort=-startsAt&cursor=${events}`,
    `/bff/news?cursor=${Buffer.from('["101",2]').toString("base64url")}`,
  ]) {
    const { status, body } = await get(path);
    t.equal(status, 400, path);
    t.equal(body.parameter, "cursor");
  }
});

t.test("a bad parameter is 400 and named", async (t) => {
  const { get } = await sharedScene();
  for (const [path, parameter] of [
    ["/bff/news?limit=0", "limit"],
    ["/bff/news?limit=many", "limit"],
    ["/bff/news?limit=101", "limit"],
    ["/bff/news?cursor=nonsense", "cursor"],
    ["/bff/news?category=", "category"],
    ["/bff/events?when=soon", "when"],
    ["/bff/feed/news?page=-1", "page"],
    ["/bff/news?limit=0x10", "limit"],
    ["/bff/news?limit=1e1", "limit"],
    ["/bff/news?limit=%205", "limit"],
    ["/bff/news?limit=05", "limit"],
    ["/bff/news?limit=5.0", "limit"],
    ["/bff/news?limit=", "limit"],
    ["/bff/news?limit=5&limit=6", "limit"],
    ["/bff/feed/events?past=1e2", "past"],
    ["/bff/news?fields=", "fields"],
    ["/bff/news?sort=title", "sort"],
    ["/bff/events?sort=publishedAt", "sort"],
    ["/bff/news/..%2Fsecret", "slug"],
    ["/bff/events/id/%00", "id"],
  ] as const) {
    const { status, body, headers } = await get(path);
    t.equal(status, 400, path);
    t.match(headers["content-type"], /^application\/problem\+json/);
    t.equal(body.parameter, parameter, path);
    t.match(body.message, new RegExp(`^${parameter}: `));
    t.equal(body.requestId, headers["x-request-id"]);
    t.equal(headers["cache-control"], "no-store");
  }
});

t.test("what the source does not have is 404, in a problem with the request id", async (t) => {
  const { get } = await sharedScene();
  for (const path of ["/bff/news/none", "/bff/events/none", "/bff/news/id/9", "/bff/what"]) {
    const { status, body, headers } = await get(path);
    t.equal(status, 404, path);
    t.equal(body.status, 404);
    t.type(body.message, "string");
    t.equal(body.requestId, headers["x-request-id"]);
  }
});

t.test("a source that is down is 503 with Retry-After, nonsense is 502", async (t) => {
  for (const [mode, status] of [
    ["error", 503],
    ["refuse", 503],
    ["nonsense", 502],
  ] as const) {
    const { get, source } = await scene(t);
    source.mode = mode;
    for (const path of ["/bff/news", "/bff/events", "/bff/news/tree-day", "/bff/feed/events"]) {
      const response = await get(path);
      t.equal(response.status, status, `${mode} ${path}`);
      t.match(response.headers["retry-after"], /^\d+$/);
      t.notMatch(response.text, "secret-of-the-source");
    }
  }
});

t.test("a source that hangs is given up within its four seconds", async (t) => {
  const source = await startFakeContentApi({});
  const site = await startSite({ contentApiUrl: source.url, isCallLimited: true });
  t.teardown(async () => {
    await site.close();
    await source.close();
  });
  source.mode = "hang";
  t.equal((await supertest(site.url).get("/bff/news")).status, 503);
});

t.test("a broken row is dropped and logged with its reason, the others stay", async (t) => {
  const { get, site } = await scene(t, {
    news: [
      { id: 1, slug: "good", title: "Good" },
      { id: 2, title: "No slug" },
    ],
    events: [],
  });
  const { body } = await get("/bff/news");
  t.same(
    body.data.map((item: { slug: string }) => item.slug),
    ["good"],
  );
  await get("/bff/news");
  const lines = site.logs.filter((line) => line.msg === "content source changed");
  t.equal(lines.length, 1, "said once, not at each request");
  t.match(lines[0], { drift: { dropped: [{ id: "2" }] } });
});

t.test("concurrent requests for one item make one call", async (t) => {
  const { source, get } = await scene(t);
  const release = source.hold();
  const sent = Promise.all(Array.from({ length: 12 }, () => get("/bff/news")));
  await until(() => source.requests.length > 0);
  release();
  await sent;
  t.equal(source.requests.length, 1);
});

t.test("every response carries the headers that keep visitors safe", async (t) => {
  const { get } = await sharedScene();
  for (const path of ["/", "/bff/news", "/bff/none", "/nope", "/favicon.svg", "/health/live"]) {
    const { headers } = await get(path);
    t.equal(headers["x-content-type-options"], "nosniff", path);
    t.equal(headers["x-frame-options"], "DENY");
    t.equal(headers["cross-origin-opener-policy"], "same-origin");
    t.match(headers["content-security-policy"], "default-src 'none'");
    t.notMatch(headers["content-security-policy"], "unsafe-inline");
    t.match(headers["x-request-id"], /^[\w-]{8,}/);
    t.notOk(headers["set-cookie"]);
    t.notOk(headers.server);
  }
});

t.test(
  "the request id goes on to the source, and comes from a trusted peer when it gives one",
  async (t) => {
    const { get } = await sharedScene();
    const { headers } = await get("/bff/news").set("x-request-id", "given-by-the-proxy");
    t.equal(headers["x-request-id"], "given-by-the-proxy");
    const bad = await get("/bff/news").set("x-request-id", "no spaces please");
    t.not(bad.headers["x-request-id"], "no spaces please");
  },
);

import t, { type Test } from "tap";
import { samples, startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";

const scene = (t: Test) => startScene(t, samples());
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

t.test("past events are left out by default; each is upcoming, under way or past", async (t) => {
  const { get } = await sharedScene();
  const ids = async (path: string): Promise<string[]> =>
    (await get(path)).body.data.map((item: { id: string }) => item.id);
  const dated = ["507", "501", "505", "503", "502", "510", "516", "517", "504", "508", "509"];
  const upcoming = [...dated, "515", "511", "512", "513", "514"];
  t.same(await ids("/bff/events?when=upcoming"), upcoming, "those without a date are last");
  t.same(await ids("/bff/events?when=now"), ["518"]);
  t.same(await ids("/bff/events?when=past"), ["506"]);
  t.same(await ids("/bff/events"), ["518", ...upcoming]);
  const all = await ids("/bff/events?when=all");
  t.same(all.sort(), ["506", "518", ...upcoming].sort(), "each exactly once");
});

t.test("lists are narrowed by language, words and the time of a change", async (t) => {
  const row = (id: number, more: object) => ({ id, slug: `n-${id}`, title: `Item ${id}`, ...more });
  const news = [
    row(1, { title: "Maji safi", language: "sw", updated_at: "2026-06-01T10:00:00Z" }),
    row(2, { language: "en-GB", excerpt: "The café's wells", updated_at: "2026-06-02" }),
    row(3, { language: "en", tags: ["Wells"], content: "<p>Ng’ombe</p>", updatedAt: "2025-01-01" }),
  ];
  const events = news.map(({ excerpt, ...event }: Record<string, unknown>) => ({
    ...event,
    start_date: "2999-01-01",
    location: excerpt,
  }));
  const { get } = await startScene(t, { news, events });
  for (const list of ["news", "events"])
    for (const [query, ids] of [
      ["language=sw", "1"],
      ["language=EN", "2 3"],
      ["language=fr", ""],
      ["q=CAFES", "2"],
      ["q=wel%20cafe", "2"],
      ["q=item%20ell", ""],
      ["updatedSince=2026-06-01T13:00", "1 2"],
      ["updatedSince=2026-06-01T13:00:01%2B03:00", "2"],
      ["updatedSince=2026-06-01T13:00:01+03:00", "2"],
      ["updatedSince=2026-06-02&language=en", "2"],
    ] as const) {
      const { body } = await get(`/bff/${list}?fields=id&${query}`);
      t.equal(body.data.map(({ id }: { id: string }) => id).join(" "), ids, `${list} ${query}`);
    }
  t.equal((await get("/bff/news?q=ngombe")).body.meta.total, 1);
  t.equal((await get("/bff/news?q=wells")).body.meta.total, 2);
  for (const [query, why] of [
    ["language=english", "must be a language tag such as en or sw"],
    ["language=", "must be a language tag"],
    ["q=%20", "must contain a letter or a digit"],
    ["updatedSince=yesterday", "must be a date such as"],
    ["updatedSince=2026-02-30", "must be a date such as"],
    ["fields=body", 'unknown field "body". Choose from id,'],
    ["limit=5&limit=6", "limit: must be given only once"],
    ["category=", "category: must not be empty"],
    [`category=${"x".repeat(151)}`, "category: must be 150 characters at most"],
    ["sort=title", "sort: must be one of source, -publishedAt, publishedAt"],
  ] as const) {
    const { status, body } = await get(`/bff/news?${query}`);
    t.same([status, body.parameter], [400, query.split("=")[0]], query);
    t.match(body.detail, why);
  }
  const first = (await get("/bff/news?limit=1&q=item")).body;
  const { nextCursor } = first.meta;
  t.match(first.links.next, nextCursor);
  const second = (await get(`/bff/news?limit=1&q=item&cursor=${nextCursor}`)).body;
  t.same([second.data[0].id, second.meta.nextCursor], ["3", null]);
  t.equal((await get(`/bff/news?q=wells&cursor=${nextCursor}`)).status, 400);
});

t.test("rows leave out the fields that sources send only with a single item", async (t) => {
  const { get } = await sharedScene();
  const keys = async (path: string) => Object.keys([(await get(path)).body.data].flat()[0]);
  for (const [list, item, alone] of [
    ["/bff/news", "/bff/news/tree-day", ["body", "relatedNews", "relatedEvents"]],
    ["/bff/events", "/bff/events/id/502", ["relatedEvents"]],
  ] as const) {
    const row = await keys(list);
    t.same(
      (await keys(item)).filter((key) => !row.includes(key)),
      alone,
    );
  }
});

t.test("news can be narrowed to a category and a tag", async (t) => {
  const { get } = await sharedScene();
  const wash = await get("/bff/news?category=wash&limit=100");
  t.ok(wash.body.data.length > 3);
  for (const item of wash.body.data) t.ok(item.categories.includes("WASH"));
  const solar = await get("/bff/news?tag=solar");
  t.same(solar.body.data.map((item: { id: string }) => item.id).sort(), ["101", "111"]);
});

t.test("every item has absolute URLs: its page, and itself under /bff", async (t) => {
  const { get, site } = await sharedScene();
  const feeds = [
    (await get("/bff/view/news")).body.data,
    (await get("/bff/view/events")).body.data,
  ];
  const lists = ["/bff/news?limit=3", "/bff/events?when=all&limit=3"].map(get);
  const items = [
    ...(await Promise.all(lists)).flatMap(({ body }) => body.data),
    (await get("/bff/events/id/502")).body.data,
    feeds[0].featured,
    ...feeds[0].items,
    ...feeds[1].upcoming,
    ...feeds[1].past,
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

t.test("news and events can be sorted, undated ones last", async (t) => {
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

t.test("a cursor works only in its own list", async (t) => {
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
    `/bff/news?sort=-publishedAt&cursor=${news}`,
    `/bff/events?sort=-startsAt&cursor=${events}`,
    `/bff/news?cursor=${Buffer.from('["101",2]').toString("base64url")}`,
  ]) {
    const { status, body } = await get(path);
    t.equal(status, 400, path);
    t.equal(body.parameter, "cursor");
  }
});

t.test("an invalid parameter is 400, and the problem names it", async (t) => {
  const { get } = await sharedScene();
  for (const [path, parameter] of [
    ["/bff/news?limit=0", "limit"],
    ["/bff/news?limit=101", "limit"],
    ["/bff/news?cursor=nonsense", "cursor"],
    ["/bff/events?when=soon", "when"],
    ["/bff/view/news?page=-1", "page"],
    ["/bff/news?limit=0x10", "limit"],
    ["/bff/news?limit=%205", "limit"],
    ["/bff/view/events?past=1e2", "past"],
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

t.test("all invalid parameters are named at once, each with a code", async (t) => {
  const { get } = await sharedScene();
  const wrong = "limit=0&sort=best&colour=red&taste=sweet&language=x1&language=y&category=";
  const { body } = await get(`/bff/news?${wrong}`);
  t.match(body, {
    code: "invalid-parameters",
    type: /^https?:\/\/.*\/problems\/bad-request$/,
  });
  const codes = body.errors.map(({ field, code }: Record<string, string>) => [field, code]);
  t.same(Object.fromEntries(codes), {
    limit: "invalid",
    sort: "not-listed",
    colour: "unknown",
    taste: "unknown",
    language: "repeated",
    category: "missing",
  });
  t.equal(body.parameter, body.errors[0].field);
  for (const { message } of body.errors) t.match(body.message, message);
  const none = await get("/bff/openapi.json?a=1&b=2");
  t.match(none.body.errors, [
    { field: "a", code: "unknown" },
    { field: "b", code: "unknown" },
  ]);
  const many = Array.from({ length: 5_000 }, (_, index) => `p${index}=1`).join("&");
  const { body: short } = await get(`/bff/news?${many.slice(0, 7_000)}`);
  t.ok(short.errors.length <= 20);
});

t.test(
  "an item that the source does not have is 404, as a problem with the request id",
  async (t) => {
    const { get } = await sharedScene();
    for (const path of ["/bff/news/none", "/bff/events/none", "/bff/news/id/9", "/bff/what"]) {
      const { status, body, headers } = await get(path);
      t.equal(status, 404, path);
      t.equal(body.status, 404);
      t.type(body.message, "string");
      t.equal(body.requestId, headers["x-request-id"]);
    }
  },
);

import sharp from "sharp";
import t from "tap";
import { NOW, withApi } from "./with-api.ts";

t.test("the list has all news, newest first, without texts", async (t) => {
  const { api } = withApi(t);
  const response = await api.inject("/api/news/");
  t.equal(response.statusCode, 200);
  t.match(response.headers["content-type"], /^application\/json/);
  const { items } = response.json();
  t.ok(items.length >= 24);
  for (const item of items) {
    t.notOk("content" in item || "related_news" in item || "related_events" in item, item.slug);
  }
  const dates = items.map((item: Record<string, string>) =>
    Date.parse(item.published_at ?? item.publish_date ?? item.createdAt ?? "").valueOf(),
  );
  t.same(
    dates,
    dates.toSorted((a: number, b: number) => b - a),
  );
  t.ok(dates.every((date: number) => date < NOW.getTime()));
});

t.test("one item is featured, and it is not the first", async (t) => {
  const { api } = withApi(t);
  const { items } = (await api.inject("/api/news")).json();
  const featured = items.filter((item: { featured: boolean }) => item.featured);
  t.equal(featured.length, 1);
  t.not(featured[0].slug, items[0].slug);
});

t.test("an item is the same by id and by slug, with or without a last slash", async (t) => {
  const { api } = withApi(t);
  const { items } = (await api.inject("/api/news/")).json();
  for (const { id, slug } of items) {
    const bySlug = await api.inject(`/api/news/${slug}`);
    t.equal(bySlug.statusCode, 200, slug);
    t.equal((await api.inject(`/api/news/id/${id}/`)).body, bySlug.body);
    const item = bySlug.json();
    t.match(item.content, /^<p>/);
    t.ok(item.related_news.every((link: { slug: string }) => link.slug !== slug));
  }
});

t.test("ten items or more are several hundred words long", async (t) => {
  const { api } = withApi(t);
  const { items } = (await api.inject("/api/news/")).json();
  const lengths = await Promise.all(
    items.map(async ({ id }: { id: number }) => {
      const { content } = (await api.inject(`/api/news/id/${id}`)).json();
      return content.replace(/<[^>]+>/g, " ").split(/\s+/).length;
    }),
  );
  t.ok(lengths.filter((words) => words >= 300).length >= 10);
});

t.test("related lists lead to items that exist", async (t) => {
  const { api } = withApi(t);
  const { items } = (await api.inject("/api/news/")).json();
  const item = (await api.inject(`/api/news/${items[0].slug}`)).json();
  t.ok(item.related_news.length > 0 && item.related_events.length > 0);
  t.equal((await api.inject(`/api/news/${item.related_news[0].slug}`)).statusCode, 200);
  t.equal((await api.inject(`/api/events/${item.related_events[0].slug}`)).statusCode, 200);
});

t.test("errors for unknown and malformed paths are JSON", async (t) => {
  const { api } = withApi(t);
  const cases: [string, number][] = [
    ["/api/news/no-such-item", 404],
    ["/api/news/id/9999", 404],
    ["/api/news/id/one", 404],
    ["/api/news/id/0x10", 404],
    ["/api/nothing", 404],
    ["/", 404],
    ["/media/none.svg", 404],
    ["/media/..%2fREADME.md", 404],
    ["/api/news/%", 400],
    [`/api/news/${"a".repeat(400)}`, 414],
  ];
  for (const [url, status] of cases) {
    const response = await api.inject(url);
    t.equal(response.statusCode, status, url);
    t.same(Object.keys(response.json()), ["message"], url);
  }
});

t.test(
  "every item names a picture of its own: a JPEG of 1600 pixels, or one broken on purpose",
  async (t) => {
    const { api } = withApi(t);
    const bodies = [await api.inject("/api/news/"), await api.inject("/api/events/")];
    const named = new Set<string>();
    for (const response of bodies) {
      for (const item of response.json().items) {
        const [url = ""] = /\/media\/[\w/-]+\.jpg/.exec(JSON.stringify(item)) ?? [];
        t.ok(url, item.title);
        t.notOk(named.has(url), `${item.title} shares ${url}`);
        named.add(url);
      }
    }
    const broken = [...named].filter((url) => url.startsWith("/media/broken/"));
    t.same(
      broken.sort(),
      ["cut-off", "huge", "missing", "page"].map((name) => `/media/broken/${name}.jpg`),
    );
    for (const url of [...named].filter((name) => !broken.includes(name))) {
      const { statusCode, headers, rawPayload } = await api.inject(url);
      t.same([statusCode, headers["content-type"]], [200, "image/jpeg"], url);
      t.equal((await sharp(rawPayload).metadata()).width, 1600);
      const again = await api.inject({ url, headers: { "if-none-match": String(headers.etag) } });
      t.equal(again.statusCode, 304);
    }
    t.equal(
      (await api.inject("/media/village-tap.svg")).statusCode,
      200,
      "seeded by an older release",
    );
  },
);

t.test("pictures broken on purpose", async (t) => {
  const { api } = withApi(t);
  const get = (name: string) => api.inject(`/media/broken/${name}.jpg`);
  t.equal((await get("missing")).statusCode, 404);
  t.match((await get("page")).body, "<!doctype html>");
  t.ok((await get("huge")).rawPayload.length > 12 * 1024 * 1024);
  await t.rejects(sharp((await get("cut-off")).rawPayload).metadata());
});

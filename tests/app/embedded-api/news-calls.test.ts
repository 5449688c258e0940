import sharp from "sharp";
import t from "tap";
import { NOW, sharedApi } from "./with-api.ts";

t.test("the list has all news, newest first, without texts", async (t) => {
  const api = await sharedApi();
  const response = await api.inject("/api/news/");
  t.equal(response.statusCode, 200);
  t.match(response.headers["content-type"], /^application\/json/);
  const { items } = response.json();
  const names = new Set<string>(items.flatMap((item: object) => Object.keys(item)));
  t.same(
    [...names].filter((name) => /^(content|related_.*)$/.test(name)),
    [],
  );
  // docs/spec.md, section 3.
  const known =
    "id slug title excerpt introduction featured image_url image featured_image categories category " +
    "published_at publish_date createdAt view_count author author_name summary source tags";
  t.same(
    known.split(" ").filter((name) => !names.has(name)),
    [],
    "every name of the spec is in the sample",
  );
  const dates = items.map((item: Record<string, string>) =>
    Date.parse(item.published_at ?? item.publish_date ?? item.createdAt ?? "").valueOf(),
  );
  t.same(
    dates,
    dates.toSorted((a: number, b: number) => b - a),
  );
  t.ok(dates.every((date: number) => date < NOW.getTime()));
  const featured = items.filter((item: { featured: boolean }) => item.featured);
  t.equal(featured.length, 1);
  t.not(featured[0].slug, items[0].slug, "it is not the first");
  t.equal((await api.inject("/api/news")).body, response.body, "and stays as it is");
});

t.test("an item is the same by id and by slug, with or without a last slash", async (t) => {
  const api = await sharedApi();
  const { items } = (await api.inject("/api/news/")).json();
  const wrong = [];
  for (const { id, slug } of items) {
    const bySlug = await api.inject(`/api/news/${slug}`);
    const isSame = (await api.inject(`/api/news/id/${id}/`)).body === bySlug.body;
    const { content, related_news: related } = bySlug.json();
    const isOther = related.every((link: { slug: string }) => link.slug !== slug);
    if (bySlug.statusCode !== 200 || !isSame || !/^<p>/.test(content) || !isOther) wrong.push(slug);
  }
  t.same(wrong, []);
});

t.test("related lists lead to items that exist", async (t) => {
  const api = await sharedApi();
  const { items } = (await api.inject("/api/news/")).json();
  const item = (await api.inject(`/api/news/${items[0].slug}`)).json();
  t.ok(item.related_news.length > 0 && item.related_events.length > 0);
  t.equal((await api.inject(`/api/news/${item.related_news[0].slug}`)).statusCode, 200);
  t.equal((await api.inject(`/api/events/${item.related_events[0].slug}`)).statusCode, 200);
});

t.test("errors for unknown and malformed paths are JSON", async (t) => {
  const api = await sharedApi();
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
  const answers = [];
  for (const [url] of cases) {
    const response = await api.inject(url);
    answers.push([url, response.statusCode, Object.keys(response.json())]);
  }
  t.same(
    answers,
    cases.map(([url, status]) => [url, status, ["message"]]),
  );
});

t.test("every item has its picture: a JPEG of 1600 pixels", async (t) => {
  const api = await sharedApi();
  const bodies = [await api.inject("/api/news/"), await api.inject("/api/events/")];
  const named = bodies
    .flatMap((response) => response.json().items)
    .map((item) => /\/media\/[\w/-]+\.jpg/.exec(JSON.stringify(item))?.[0] ?? "");
  t.equal(new Set(named.filter(Boolean)).size, named.length);
  const wrong = [];
  for (const url of named) {
    const { statusCode, headers, rawPayload } = await api.inject(url);
    const { width, format } = await sharp(rawPayload).metadata();
    const again = await api.inject({ url, headers: { "if-none-match": String(headers.etag) } });
    const found = [statusCode, headers["content-type"], width, format, again.statusCode];
    if (found.join() !== "200,image/jpeg,1600,jpeg,304") wrong.push([url, ...found]);
  }
  t.same(wrong, []);
  for (const { slug } of bodies[0]?.json().items ?? []) {
    const { content } = (await api.inject(`/api/news/${slug}`)).json();
    for (const [url] of String(content).matchAll(/\/media\/[\w/-]+\.\w+/g))
      t.equal((await api.inject(url)).statusCode, 200, url);
  }
});

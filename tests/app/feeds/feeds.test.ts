import { XMLParser, XMLValidator } from "fast-xml-parser";
import t, { type Test } from "tap";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startExampleScene } from "../../setup/site/example-scene.ts";
import { startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { until } from "../../setup/until.ts";

const ORIGIN = "https://www.example.org";
const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => ["item", "entry", "category", "link", "atom:link"].includes(name),
});

async function scene(
  t: Test,
  news: Record<string, unknown>[] = fullRows("news"),
  env: Record<string, string> = {},
) {
  const clock = { ms: SAMPLE_CLOCK };
  const { source, site } = await startScene(t, {
    news,
    events: fullRows("events"),
    now: () => clock.ms,
    env: { PUBLIC_ORIGIN: ORIGIN, ...env },
  });
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(site.url + path, { headers });
    const { status } = response;
    return { status, headers: Object.fromEntries(response.headers), body: await response.text() };
  };
  return { source, clock, get };
}
const sharedScene = shareScene(scene);

const FEEDS = [
  ["/feed.xml", /^application\/rss\+xml/],
  ["/atom.xml", /^application\/atom\+xml/],
  ["/feed.json", /^application\/feed\+json/],
  ["/blog/feed.xml", /^application\/rss\+xml/],
  ["/blog/atom.xml", /^application\/atom\+xml/],
  ["/blog/feed.json", /^application\/feed\+json/],
] as const;

t.test("each feed has its type and stable bytes; a second request is 304", async (t) => {
  const { get } = await sharedScene();
  for (const [path, type] of FEEDS) {
    const first = await get(path);
    t.equal(first.status, 200, path);
    t.match(first.headers["content-type"], type);
    t.match(first.headers["cache-control"], /public, max-age=300/);
    t.equal(first.headers["access-control-allow-origin"], "*");
    if (path.endsWith(".xml")) t.equal(XMLValidator.validate(first.body), true, path);
    const second = await get(path, { "if-none-match": first.headers.etag ?? "" });
    t.equal(second.status, 304);
    t.equal((await get(path)).body, first.body);
  }
});

t.test("pages and feeds have embeds as links, lazy pictures and numbers of the body", async (t) => {
  const much = "A".repeat(700_000);
  const content = `<p>Before</p><img src="data:image/png;base64,${much}">
    <iframe src="https://www.youtube.com/embed/aB3xyz" title="The tap opens"></iframe>
    <video><source src="https://player.example/open-day.mp4"></video>
    <img src="data:image/gif;base64,x" data-src="https://pictures.example/late.jpg" alt="Late">
    <noscript><img src="https://pictures.example/late.jpg" alt="Late"></noscript>
    <ol type="a" start="0" reversed><li value="3">Item</li></ol><p>After</p>`;
  const { get } = await scene(t, [{ id: 1, slug: "one", title: "One", content }]);
  const parts = [
    '<a href="https://www.youtube.com/watch?v=aB3xyz" rel="noopener noreferrer">The tap opens (YouTube)</a>',
    '<a href="https://player.example/open-day.mp4" rel="noopener noreferrer">open-day.mp4 (player.example)</a>',
    '<ol start="0" type="a" reversed="reversed"><li value="3">Item</li></ol><p>After</p>',
  ];
  for (const [path, read] of [
    ["/news-events/news/one?complete=1", (body: string) => body],
    ["/bff/news/one", (body: string) => JSON.parse(body).data.body],
    ["/feed.json", (body: string) => JSON.parse(body).items[0].content_html],
    ["/feed.xml", (body: string) => parser.parse(body).rss.channel.item[0]["content:encoded"]],
    ["/atom.xml", (body: string) => parser.parse(body).feed.entry[0].content["#text"]],
  ] as const) {
    const html = read((await get(path)).body);
    for (const part of parts) t.ok(html.includes(part), `${path} ${part}`);
    t.equal(html.match(/alt="Late"/g)?.length, 1, `${path}: the picture once`);
    t.notMatch(html, /<iframe|<video|base64/);
  }
});

const POLLED = [
  ...FEEDS.map(([path]) => path),
  "/sw/feed.xml",
  "/events.ics",
  "/events/coaches-course.ics",
];

t.test("a poll with only If-Modified-Since is 304 until the text changes", async (t) => {
  const { source, clock, get } = await scene(t, fullRows("news"), { FRESH_SECONDS: "0" });
  for (const path of POLLED) {
    const first = await get(path);
    const modified = first.headers["last-modified"] ?? "";
    const [day = "", month, year, time] = modified.slice(5).split(" ");
    clock.ms += 5_000;
    for (const [since, status] of [
      [modified, 304],
      [new Date(clock.ms).toUTCString(), 304],
      [`Monday, ${day}-${month}-${year?.slice(2)} ${time} GMT`, 304],
      [`Mon ${month} ${day.padStart(2)} ${time} ${year}`, 304],
      ["Mon, 01 Jun 2020 00:00:00 GMT", 200],
      ["yesterday", 200],
      ["2099-01-01", 200],
    ] as const) {
      const again = await get(path, { "if-modified-since": since });
      t.same(
        [again.status, again.headers["last-modified"]],
        [status, modified],
        `${path} ${since}`,
      );
    }
    const known = { "if-modified-since": modified, "if-none-match": '"other"' };
    t.equal((await get(path, known)).status, 200, "the entity tag takes precedence over the time");
  }
  let copy = (await get("/feed.xml")).headers["last-modified"] ?? "";
  for (const title of ["A tap for Kibaoni", "Two taps for Kibaoni"]) {
    source.news = source.news.map((row) => ({ ...row, title }));
    // The site sends a stale copy while it fetches from the source.
    await until(async () => (await get("/feed.xml", { "if-modified-since": copy })).status === 200);
    const next = await get("/feed.xml");
    t.match(next.body, title, "a changed title, twice in one second");
    copy = next.headers["last-modified"] ?? "";
  }
});

interface AtomEntry {
  title: string;
  link: { "@_href": string }[];
}

t.test("an id is a tag URI, one in each format, under any host, after a new slug", async (t) => {
  const { get, source } = await scene(t, fullRows("news"), { FRESH_SECONDS: "0" });
  const idsOf = async (from: typeof get, folder = "") => {
    const { item } = parser.parse((await from(`${folder}/feed.xml`)).body).rss.channel;
    const { entry } = parser.parse((await from(`${folder}/atom.xml`)).body).feed;
    const { items } = JSON.parse((await from(`${folder}/feed.json`)).body);
    const ids: string[] = items.map(({ id }: { id: string }) => id);
    t.same(
      item.map((one: { guid: object }) => one.guid),
      ids.map((id) => ({
        "#text": id,
        "@_isPermaLink": "false",
      })),
    );
    t.same(
      entry.map(({ id }: { id: string }) => id),
      ids,
    );
    t.equal(new Set(ids).size, ids.length);
    for (const id of ids) t.match(id, /^tag:[a-z.]+,\d{4}:(?:news|blog)\/[\w%.-]+(?:\/sw)?$/);
    return ids;
  };
  const ids = await idsOf(get);
  t.same(await idsOf(get, "/sw"), ids, "an item is one in both languages");
  await idsOf(get, "/blog");
  const elsewhere = await scene(t, fullRows("news"), { PUBLIC_ORIGIN: "https://other.example" });
  t.same(await idsOf(elsewhere.get), ids);
  source.news = source.news.map((row) => ({ ...row, slug: `new-${row.slug}` }));
  await until(async () => (await get("/feed.json")).body.includes("/news/new-"));
  t.same(await idsOf(get), ids);
});

t.test("a feed can hold one category; an impossible category is 400", async (t) => {
  const { get } = await sharedScene();
  const all = JSON.parse((await get("/feed.json")).body);
  const some = JSON.parse((await get("/feed.json?category=wash")).body);
  const ofCategory = all.items.filter(({ tags = [] }: { tags?: string[] }) =>
    tags.includes("WASH"),
  );
  t.ok(some.items.length > 0 && some.items.length < all.items.length);
  t.same(some.items, ofCategory);
  t.equal(some.feed_url, `${ORIGIN}/feed.json?category=wash`);
  t.match(some.title, /: wash$/);
  t.equal(some.home_page_url, `${ORIGIN}/news-events?type=news&category=wash`);
  const rss = (await get("/sw/feed.xml?category=wash")).body;
  t.equal(parser.parse(rss).rss.channel.item.length, some.items.length);
  for (const path of ["/atom.xml?category=", "/sw/feed.json?category=a&category=b"]) {
    const { status, headers, body } = await get(path);
    t.equal(status, 400, path);
    t.match(headers["content-type"], "application/problem+json");
    t.equal(JSON.parse(body).parameter, "category");
    t.match(JSON.parse(body).detail, "category: ");
  }
});

t.test("parameters that services add to a feed or calendar change nothing", async (t) => {
  const { get, clock } = await scene(t);
  const read = async (path: string) => {
    const { status, headers, body } = await get(path);
    return { status, etag: headers.etag, modified: headers["last-modified"], body };
  };
  for (const path of [...POLLED, "/sw/events.ics", "/sw/events/coaches-course.ics"]) {
    const plain = await read(path);
    t.equal(plain.status, 200, path);
    clock.ms += 5_000;
    for (const query of [
      "utm_source=mail&utm_medium=feed",
      "fbclid=IwAR0",
      "nocache=1234",
      "_=1752830000",
      "month=5",
      "format=rss&key",
      "&&",
      "=",
      "%ff=%&a=%E0%A4%A",
    ])
      t.same(await read(`${path}?${query}`), plain, `${path}?${query}`);
  }
  for (const [path, parameter] of [
    ["/feed.json", "category=wash"],
    ["/events.ics", "when=now"],
  ]) {
    const { body } = await read(`${path}?${parameter}`);
    const added = await read(`${path}?utm_source=x&${parameter}&fbclid=y`);
    t.same([added.status, added.body], [200, body]);
  }
});

t.test("the feed in Kiswahili names the language of each item", async (t) => {
  const row = (id: number, language?: string) => ({ id, slug: `n-${id}`, title: "Maji", language });
  const { get } = await scene(t, [row(1, "sw"), row(2, "en"), row(3)]);
  for (const [folder = "", ...languages] of [
    ["/sw", "sw", undefined, "en", "en"],
    ["", "en", "sw", undefined, undefined],
  ]) {
    const { channel } = parser.parse((await get(`${folder}/feed.xml`)).body).rss;
    const inRss = [channel, ...channel.item].map((one) => one.language ?? one["dc:language"]);
    const { feed } = parser.parse((await get(`${folder}/atom.xml`)).body);
    const inAtom = [feed, ...feed.entry].map((one) => one["@_xml:lang"]);
    t.same([inRss, inAtom], [languages, languages], folder);
  }
});

t.test("a feed has full texts, even if the source's list has none", async (t) => {
  const { site, close } = await startExampleScene();
  t.teardown(close);
  const get = async (path: string) => (await fetch(site.url + path)).text();
  const { item } = parser.parse(await get("/feed.xml")).rss.channel;
  t.ok(item.length >= 20);
  for (const { link, "content:encoded": html } of item) {
    const slug = new URL(link[0]).pathname.split("/").at(-1);
    const { body } = JSON.parse(await get(`/bff/news/${slug}`)).data;
    const words = (text: string) => text.replaceAll(/<[^>]*>/g, "");
    t.equal(words(html), words(body), link[0]);
    t.notMatch(html, /(?:href|src)="(?!https?:|mailto:|tel:)/);
  }
});

t.test("RSS, Atom and JSON Feed hold the same entries, newest first", async (t) => {
  const { get } = await sharedScene();
  for (const folder of ["", "/blog"]) {
    const { rss } = parser.parse((await get(`${folder}/feed.xml`)).body);
    const { feed } = parser.parse((await get(`${folder}/atom.xml`)).body);
    const json = JSON.parse((await get(`${folder}/feed.json`)).body);
    const entries = {
      rss: rss.channel.item.map((item: Record<string, unknown>) => [item.link, item.title].flat()),
      atom: feed.entry.map(({ link, title }: AtomEntry) => [link[0]?.["@_href"], title]),
      json: json.items.map((item: { url: string; title: string }) => [item.url, item.title]),
    };
    t.ok(entries.json.length >= 4);
    t.same(entries.rss, entries.json);
    t.same(entries.atom, entries.json);
    t.equal(feed.author.name, "Jua Jipya Foundation");
    const dates = json.items.map((item: { date_published?: string }) =>
      item.date_published ? -Date.parse(item.date_published) : 0,
    );
    t.same(
      dates,
      [...dates].sort((a, b) => a - b),
    );
    t.equal(json.version, "https://jsonfeed.org/version/1.1");
    t.equal(json.feed_url, `${ORIGIN}${folder}/feed.json`);
    t.equal(rss.channel.language, "en");
  }
});

t.test("each feed names the others, and pages name them", async (t) => {
  const { get } = await sharedScene();
  const rss = (await get("/feed.xml")).body;
  const atom = (await get("/atom.xml")).body;
  for (const file of ["feed.xml", "atom.xml", "feed.json"]) {
    t.match(rss, `href="${ORIGIN}/${file}"`);
    t.match(atom, `href="${ORIGIN}/${file}"`);
  }
  for (const [path, folder] of [
    ["/", "/"],
    ["/", "/blog/"],
    ["/news-events", "/"],
    ["/news-events/news/mtambani-water-point-opens", "/"],
  ] as const) {
    const html = (await get(path)).body;
    for (const file of ["feed.xml", "atom.xml", "feed.json"])
      t.match(
        html,
        new RegExp(`<link rel="alternate"[^>]+href="${folder}${file}"`),
        `${path} ${file}`,
      );
  }
});

t.test("in Atom the last alternate is the page, and a picture says its type", async (t) => {
  const { get } = await sharedScene();
  for (const [folder, page] of [
    ["", "/news-events?type=news"],
    ["/blog", "/blog"],
  ] as const) {
    const { body } = await get(`${folder}/atom.xml`);
    const head = body.slice(0, body.indexOf("<entry>"));
    const last = [...head.matchAll(/<link rel="alternate"[^>]*>/g)].at(-1)?.[0];
    t.match(last, `href="${ORIGIN}${page}"`);
    const enclosures = [...body.matchAll(/<link rel="enclosure"[^>]*>/g)].map(([link]) => link);
    t.ok(enclosures.length > 0, `${folder} has pictures`);
    for (const link of enclosures) t.match(link, / type="image\/[a-z+*]+"/);
  }
});

t.test("hostile text stays text, and URLs inside a text name this site", async (t) => {
  const { get } = await scene(t, [
    {
      id: 1,
      slug: "a&b<c",
      title: 'Tea & "biscuits" ]]> <script>alert(1)</script>\u0007\uFFFE',
      excerpt: "5 < 6 & 7 > 2",
      content: '<p>See <a href="/donate">this</a> ]]> &amp; that</p>',
      published_at: "2026-01-02T03:04:05Z",
      author: "O'Neil & Co",
    },
  ]);
  const rss = (await get("/feed.xml")).body;
  const atom = (await get("/atom.xml")).body;
  t.equal(XMLValidator.validate(rss), true);
  t.equal(XMLValidator.validate(atom), true);
  const item = parser.parse(rss).rss.channel.item[0];
  const json = JSON.parse((await get("/feed.json")).body).items[0];
  t.equal(item.title, json.title);
  t.equal(item.description, "5 &lt; 6 &amp; 7 > 2", "still text if read as HTML");
  t.equal(item["dc:creator"], "O'Neil & Co");
  t.equal(item.link[0], `${ORIGIN}/news-events/news/a%26b%3Cc`);
  t.equal(item.pubDate, "Fri, 02 Jan 2026 03:04:05 +0000");
  t.match(json.content_html, `href="${ORIGIN}/donate"`);
  t.equal(item["content:encoded"], json.content_html);
});

t.test("a whole day keeps its date, and undated items are in the feed, too", async (t) => {
  const { get } = await scene(t, [
    { id: 1, slug: "undated", title: "Undated" },
    { id: 2, slug: "day", title: "Day", published_at: "2026-03-01" },
  ]);
  const items = parser.parse((await get("/feed.xml")).body).rss.channel.item;
  t.equal(items[0].pubDate, "Sun, 01 Mar 2026 00:00:00 +0300");
  t.equal(items[1].title, "Undated");
  t.equal(items[1].pubDate, undefined);
  const { feed } = parser.parse((await get("/atom.xml")).body);
  t.equal(feed.updated, "2026-03-01T00:00:00+03:00");
  for (const entry of feed.entry) t.match(entry.updated, /^\d{4}-/, "Atom requires one");
});

t.test("a source that is down is 503 with Retry-After; the blog's feeds still work", async (t) => {
  const { get, source } = await scene(t);
  source.mode = "error";
  for (const path of POLLED) {
    const response = await get(path);
    const isBlog = path.startsWith("/blog");
    t.equal(response.status, isBlog ? 200 : 503, path);
    if (!isBlog) t.match(response.headers["retry-after"], /^\d+$/);
    if (!isBlog) t.match(response.headers["content-type"], "application/problem+json");
    t.notMatch(response.body, "secret-of-the-source");
  }
});

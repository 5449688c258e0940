import t from "tap";
import type { StoredNewsItem } from "../../../../shared/model/news-item.schema.ts";
import { readSample, readSampleList, sampleIds } from "../../../fixtures/samples.ts";
import { normaliseNewsList, normaliseNewsResponse } from "../../../setup/normalise.ts";
import { checkHtml } from "./html/html-oracle.ts";

const baseUrl = "https://api.example.org/v1";
const media = "https://media.example.org/uploads";
const picture = (path: string, alt = "") => ({
  url: `${media}/${path}`,
  alt,
  width: null,
  height: null,
});

function read(id: string): StoredNewsItem {
  const { item } = normaliseNewsResponse(readSample("news", id), { baseUrl });
  if (item === null) throw new Error(`sample ${id} has no item`);
  return item;
}

const absent = {
  excerpt: null,
  summary: null,
  isFeatured: false,
  image: null,
  categories: [],
  tags: [],
  author: null,
  source: null,
  views: null,
  relatedNews: [],
  relatedEvents: [],
};

const wanted: Record<string, Partial<StoredNewsItem>> = {
  101: {
    excerpt: "Two hundred and forty households no longer queue before dawn.",
    image: picture("2025/mtambani-tap.jpg"),
    publishedAt: "2025-03-12T08:30:00Z",
    publishedPrecision: "time",
    categories: ["WASH", "Community"],
    views: 412,
    relatedNews: [
      {
        id: "104",
        slug: "handwashing-stations-in-twelve-schools",
        title: "Handwashing stations in twelve schools",
      },
    ],
    relatedEvents: [{ id: "502", slug: "wash-forum-bagamoyo", title: "WASH Forum Bagamoyo" }],
  },
  102: {
    excerpt: "The third group of motorcycle-taxi riders left with a licence and a savings plan.",
    author: "Juma Mbwana",
    image: picture("2025/riders.jpg", "Riders in reflective vests"),
    publishedAt: "2025-05-20T00:00:00+03:00",
    publishedPrecision: "day",
    categories: ["Youth Development"],
    relatedNews: [],
    relatedEvents: [],
  },
  103: {
    excerpt:
      "Fourteen groups in Chalinze shared out TZS 61 million at the end of their first cycle.",
    image: picture("2024/savings-box.jpg"),
    publishedAt: "2024-12-02T14:05:11.482Z",
  },
  104: {
    excerpt: "Pupils built the stands, the water comes off the roof.",
    summary: "Twelve primary schools in Kisarawe collect roof water for handwashing.",
    author: "Rehema Shabani",
    publishedAt: "2025-10-15T03:00:00Z",
    views: 0,
    tags: [],
  },
  105: { isFeatured: true, views: 2840 },
  106: { isFeatured: true, views: 657, source: null },
  107: {
    views: 1204,
    tags: ["mangrove", "climate", "Bagamoyo"],
    image: picture("2025/mangrove.jpg"),
  },
  108: {
    categories: ["Gender"],
    tags: ["menstrual health", "schools"],
    publishedAt: "2025-05-27T21:00:00Z",
    publishedPrecision: "time",
  },
  109: { ...absent, publishedAt: "2026-03-19T05:00:00Z" },
  110: { ...absent, id: "110", publishedAt: "2026-05-04T10:00:00Z" },
  111: { publishedAt: "2024-09-09T18:20:00Z" },
  112: { image: picture("2024/rufiji-boat.jpg"), publishedAt: "2024-04-22T13:45:00Z" },
  113: { publishedAt: "2025-03-14T10:30:00Z", publishedPrecision: "time" },
  114: { publishedAt: null, publishedPrecision: "invalid" },
  115: { publishedAt: null, publishedPrecision: "unknown", views: null },
  116: { title: "Maji ni uhai 💧 — “Water & life” <Bunju>", author: "Désirée Ngowi" },
  117: {
    title: String(readSample("news", "117").title),
    excerpt: String(readSample("news", "117").excerpt),
  },
  118: { slug: "tree-day", publishedAt: "2025-04-01T09:00:00Z" },
  119: {
    slug: "tree-day",
    publishedAt: "2026-04-01T09:00:00Z",
  },
  120: { categories: ["Youth", "Gender"] },
  121: { author: "Secretary to the Board", tags: [] },
  122: {
    image: {
      url: "https://api.example.org/media/uploads/2025/clinic.jpg",
      alt: "",
      width: null,
      height: null,
    },
  },
  123: {
    title: "Notes from the computer lab: <b> is not bold",
    excerpt: "Pupils learned that <script> is a word you can say aloud.",
    author: '"Teacher" O\'Neil & Co',
    source: '<a href="https://example.org">Lab</a>',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample holds this very text
    tags: ["{{html}}", "${code}", "</script>"],
    categories: ["Education", "<i>Youth</i>"],
    image: null,
  },
  124: {
    relatedNews: [
      {
        id: "103",
        slug: "women-savings-groups-first-year",
        title: "Savings groups close their first year",
      },
    ],
    relatedEvents: [],
  },
  125: {
    author: "Education team",
    summary: "Who can apply, what it pays & what it does not.",
    publishedAt: "2026-10-01T05:00:00Z",
  },
};

t.test("every sample reads as its table says", async (t) => {
  t.same(sampleIds("news").sort(), Object.keys(wanted).sort());
  for (const [id, fields] of Object.entries(wanted)) {
    const item = read(id);
    const given = Object.fromEntries(Object.entries(item).filter(([name]) => name in fields));
    t.same(given, fields, id);
    t.equal(item.id, id);
    t.same(checkHtml(item.body ?? ""), [], `${id}: body`);
  }
});

t.test("the bodies of the samples keep what they should", async (t) => {
  const body = (id: string): string => read(id).body ?? "";
  t.match(body("103"), "<table><caption>What members used their share for</caption><thead>");
  t.match(
    body("104"),
    /<figure><img src="[^"]+" alt="Drawing[^"]+" width="640" height="420"[^>]*><figcaption>/,
  );
  const hostile = body("111");
  for (const text of [
    "Before the lamps",
    "Now the older pupils",
    "A paragraph with a style.",
    "Lamps last two years",
    "my other notes",
    "https://example.org/notes",
  ]) {
    t.ok(hostile.includes(text), text);
  }
  t.notMatch(hostile, /script|onerror|style=|iframe|tracker|document/);
  t.match(body("112"), "<li>Tarpaulin: about 400 sheets<ul><li>120 promised by the district</li>");
  t.match(body("116"), '<span lang="ar" dir="rtl">الماء حياة</span>');
  t.match(body("116"), "Pupils &amp; parents &lt; 300, cups of tea &gt; 500 ☕.");
  t.match(
    body("119"),
    "2,000.</p><p>Goats took most of the others. This year there is a fence &amp; a watchman.</p>",
  );
  t.match(body("123"), '<pre><code>&lt;p onclick="x()"&gt;Hello&lt;/p&gt;</code></pre>');
});

t.test("a list keeps the source's order, items without a readable date last", async (t) => {
  const { items, report } = await normaliseNewsList(readSampleList("news"), { baseUrl });
  const ids = sampleIds("news");
  t.same(
    items.map(({ id }) => id),
    [...ids.filter((id) => id !== "114" && id !== "115"), "114", "115"],
  );
  t.equal(items.filter(({ slug }) => slug === "tree-day").length, 2);
  t.match(report, { source: "news", kind: "list", total: 25, dropped: [] });
  t.ok(report.fields.includes("excerpt"));
  t.equal(items.find(({ id }) => id === "102")?.body, null);
});

t.test("a list may be bare or wrapped, and empty", async (t) => {
  const rows = [{ id: 1, slug: "a", title: "A" }];
  for (const json of [{ items: rows }, rows, { data: rows }, { items: null, data: rows }]) {
    t.equal((await normaliseNewsList(json, { baseUrl })).items.length, 1);
  }
  const none = [{}, { status: { toString: 1 }, success: [], code: null }];
  for (const said of none)
    t.same((await normaliseNewsList({ items: [], ...said }, { baseUrl })).items, []);
});

t.test("a response without a list is an error of shape that quotes nothing", async (t) => {
  for (const json of [
    null,
    {},
    { items: null },
    { items: { 0: {} } },
    "secret",
    5,
    { data: "secret" },
    { error: "secret" },
    ...[
      { ok: false },
      { success: "false" },
      { status: "failed" },
      { status: 500 },
      { code: "500" },
    ].map((said) => ({ ...said, data: [], message: "secret" })),
  ]) {
    await t.rejects(normaliseNewsList(json, { baseUrl }), {
      name: "UpstreamError",
      kind: "shape",
      message: /^content-api: shape \(news/,
    });
  }
});

t.test("bad rows are dropped, reported with id and reason, and never fatal", async (t) => {
  const rows = [
    null,
    5,
    "text",
    [],
    { id: 1 },
    { id: 2, slug: "a/b", title: "x" },
    { slug: "a", title: "x" },
    { id: 3, slug: "c", title: "\u200B" },
    { id: 4, slug: "good", title: "Good" },
    JSON.parse('{"__proto__": {"id": 5, "slug": "p", "title": "P"}, "constructor": {"name": "x"}}'),
  ];
  const { items, report } = await normaliseNewsList(rows, { baseUrl });
  t.same(
    items.map(({ id }) => id),
    ["4"],
  );
  t.equal(report.total, rows.length);
  t.same(report.dropped, [
    ...Array.from({ length: 4 }, () => ({ id: null, reason: "not an object" })),
    { id: "1", reason: "no usable slug, no usable title" },
    { id: "2", reason: "no usable slug" },
    { id: null, reason: "no usable id" },
    { id: "3", reason: "no usable title" },
    { id: null, reason: "no usable id, no usable slug, no usable title" },
  ]);
});

t.test("an item may be wrapped; an empty response is an error, not a missing item", async (t) => {
  const row = { id: 7, slug: "a", title: "A", data: { id: 8, slug: "b", title: "B" } };
  for (const json of [row, { item: row }, { data: row }])
    t.equal(normaliseNewsResponse(json, { baseUrl }).item?.id, "7");
  for (const json of [
    null,
    { item: null },
    { data: null },
    {},
    [],
    "x",
    { id: 1, slug: "a" },
    { item: [] },
    [row],
  ]) {
    t.throws(() => normaliseNewsResponse(json, { baseUrl }), {
      name: "UpstreamError",
      kind: "shape",
    });
  }
});

t.test("values of the wrong kind are passed over for the next alias", async (t) => {
  const row = {
    id: 1,
    slug: "a",
    title: "A",
    excerpt: 5,
    introduction: ["x"],
    summary: " Yes ",
    author: { name: 7 },
    author_name: "B",
    image_url: "javascript:x",
    image: 5,
    featured_image: { public_url: "//e.org/a.jpg" },
    published_at: {},
    publish_date: "2025-05-20",
    categories: [null, { name: "" }],
    category: { name: "C" },
    content: "<p> </p>",
    featured: "true",
  };
  const { item } = normaliseNewsResponse(row, { baseUrl });
  t.match(item, {
    excerpt: "Yes",
    author: "B",
    image: { url: "https://e.org/a.jpg" },
    categories: ["C"],
  });
  t.match(item, { publishedPrecision: "day", body: null, isFeatured: true });
});

t.test("of two rows with one id the second is reported as dropped", async (t) => {
  const row = { id: 7, slug: "seven", title: "Seven" };
  const rows = [row, { ...row, slug: "seven-too", title: "Seven too" }, { ...row, id: "7" }];
  const { items, report } = await normaliseNewsList(
    { items: rows },
    { baseUrl: "https://x.example" },
  );
  t.strictSame(
    items.map(({ slug }) => slug),
    ["seven"],
  );
  t.strictSame(report.dropped, [
    { id: "7", reason: "the id of an earlier row" },
    { id: "7", reason: "the id of an earlier row" },
  ]);
});

import t, { type Test } from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { OPERATOR } from "../../setup/site/operator.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { until } from "../../setup/until.ts";
import { every } from "../../setup/whole.ts";

async function scene(t: Test) {
  let nowMs = SAMPLE_CLOCK;
  const { source, site, get } = await startScene(t, {
    ...samples(),
    now: () => nowMs,
    isSearched: true,
  });
  /** Returns the paths of the results on the page, which is never cached. */
  const found = async (q: string) => {
    const { text } = await get(`/search?q=${encodeURIComponent(q)}`);
    return [...text.matchAll(/<h2(?: lang="\w+")?><a href="([^"]{2,})"/g)].map(([, path]) => path);
  };
  /** Waits for the index, which is updated in slices. */
  const indexed = (isThere: () => Promise<boolean>) =>
    until(async () => {
      // Read the lists again: the result of a slow revalidation shows only at the next read.
      await get("/bff/news?limit=1");
      await get("/bff/events?limit=1&when=all");
      return isThere();
    });
  const refresh = async () => {
    nowMs += 60 * 60_000;
    await get("/bff/news?limit=1");
    await get("/bff/events?limit=1&when=all");
  };
  await refresh();
  await indexed(async () => (await found("Third water point opens in Mtambani")).length > 0);
  await indexed(async () =>
    (await found("Youth Football Cup 2026")).some((path) => path?.startsWith("/events/")),
  );
  return { source, site, get, found, indexed, refresh };
}
const sharedScene = shareScene(scene);

/** Queries that are syntax to some parser, or hold no text. */
const HOSTILE = [
  '"',
  '"""',
  "'",
  "^",
  "(",
  ")",
  "-",
  "+",
  "{title}:x",
  "title:water",
  "AND",
  "NOT water",
  "NEAR(water well, 2)",
  "water*",
  '"water',
  "a OR",
  "'; DROP TABLE documents; --",
  "<mark>",
  "<script>alert(1)</script>",
  "&lt;b&gt;",
  "%",
  "_",
  "\\",
  "\u0000",
  "wa\u0000ter",
  "\u0002water\u0003",
  "\uFEFF",
  "🚰",
  "水",
  "\u202Ewater",
  "\u0301",
  " ",
  "a".repeat(10_000),
  "(".repeat(150),
  "x".repeat(200),
  "x".repeat(201),
  "water ".repeat(500),
];

t.test("a search right after the start waits until the pages are indexed", async (t) => {
  const { get, site } = await startScene(t, samples());
  const early = ["/search?q=volunteer", "/bff/search?q=volunteer"].map(async (url) => {
    const { status } = await get(url);
    return status;
  });
  await site.app.siteSearch.start();
  t.same(await Promise.all(early), [200, 200]);
});

t.test("the page shows what is found, without scripts, and asks not to be indexed", async (t) => {
  const { get } = await sharedScene();
  const { text, status, headers } = await get("/search?q=mtambani%20water");
  t.equal(status, 200);
  t.match(text, /<p role="status"[^>]*>\d+ results? for “mtambani water”<\/p>/);
  t.match(text, /<a href="\/news-events\/news\/mtambani-water-point-opens">/);
  t.match(text, /<mark>/);
  t.match(text, /<meta name="robots" content="noindex/);
  t.match(text, /<input type="search"[^>]*value="mtambani water"/);
  t.equal(headers["cache-control"], "no-store", "it is for one visitor");
  t.match(text, /<link rel="search" type="application\/opensearchdescription\+xml"/);
  t.match(text, /<a href="\/search\?q=mtambani\+water&amp;kind=news"[^>]*>News/);
});

t.test("an empty query shows the field and ways on; one without results says so", async (t) => {
  const { get } = await sharedScene();
  for (const path of ["/search", "/search?q=", "/search?q=%20"]) {
    const { text, status } = await get(path);
    t.equal(status, 200);
    t.match(text, /<nav[^>]* aria-labelledby="ways"><h2/);
    t.notMatch(text, /at most 200 characters|Nothing found/);
  }
  const nothing = await get("/search?q=zzyzx");
  t.match(nothing.text, /Nothing found for “zzyzx”/);
  t.match(nothing.text, /<nav[^>]* aria-labelledby="ways"><h2/);
  const misspelt = await get("/search?q=mangrvoe");
  t.match(
    misspelt.text,
    /Did you mean[^<]*(?:<!-- -->)*[^<]*<a href="\/search\?q=mangrove">mangrove<\/a>/,
  );
});

t.test("hostile queries answer 200 or 400, as page and as JSON, and stand in no log", async (t) => {
  const { get, site } = await sharedScene();
  for (const q of every(2, HOSTILE)) {
    for (const path of ["/search", "/bff/search"]) {
      const { status, text, type } = await get(`${path}?q=${encodeURIComponent(q)}`);
      const name = `${path} ${JSON.stringify(q).slice(0, 40)}`;
      t.equal(status, q.length > 200 ? 400 : 200, name);
      if (status === 400 && path === "/search") t.match(text, /at most 200 characters/);
      if (status === 400 && path !== "/search") t.equal(type, "application/problem+json");
      t.notMatch(text, "<script>alert", name);
    }
  }
  for (const raw of ["%ED%A0%80", "%FF", "%", "%u0041", "a&q=b", "a&kind=x&page=-1&page=9999999"]) {
    const page = await get(`/search?q=${raw}`);
    t.ok([200, 400].includes(page.status), `/search ${raw}: ${page.status}`);
    const json = await get(`/bff/search?q=${raw}`);
    t.ok([200, 400].includes(json.status), `/bff/search ${raw}: ${json.status}`);
  }
  await get("/search?q=asecretword");
  await get("/bff/search?q=asecretword");
  const { text: metrics } = await get("/metrics").set(OPERATOR);
  t.notMatch(JSON.stringify(site.logs) + metrics, /asecretword|alert\(1\)|DROP TABLE/);
});

t.test("results follow the lists of the source: a changed, a new and a deleted item", async (t) => {
  const { source, found, indexed, refresh } = await scene(t);
  const kept = "/news-events/news/mtambani-water-point-opens";
  t.ok((await found("Third water point opens in Mtambani")).includes(kept));
  source.news = [
    { id: 1, slug: "harbour", title: "Zanzibari harbour reopened", published_at: "2026-06-15" },
  ];
  await refresh();
  await indexed(async () =>
    (await found("zanzibari harbour")).includes("/news-events/news/harbour"),
  );
  t.notOk((await found("Third water point opens in Mtambani")).includes(kept));
  source.news = [
    { id: 1, slug: "harbour", title: "Zanzibari lighthouse", published_at: "2026-06-15" },
  ];
  await refresh();
  await indexed(async () => (await found("zanzibari lighthouse")).length === 1);
  t.same(await found("zanzibari"), ["/news-events/news/harbour"]);
});

t.test("the JSON is as documented, with ETag and 304, and so is OpenSearch's file", async (t) => {
  const { get } = await sharedScene();
  const path = "/bff/search?q=water&kind=news&limit=2";
  const { body, headers } = await get(path);
  t.equal(body.data.length, 2);
  t.ok(body.data.every((item: { kind: string }) => item.kind === "news"));
  t.match(body.data[0].url, /^http:\/\/.*\/news-events\/news\//);
  t.match(body.meta.counts, [{ kind: String, count: Number }]);
  t.equal(body.links.self, path);
  const { body: second } = await get(body.links.next);
  t.notMatch(second.data, body.data);
  t.equal(second.links.prev, `${path}&page=1`);
  const again = await get(path).set("if-none-match", String(headers.etag));
  t.equal(again.status, 304);
  t.equal((await get("/bff/search?q=water&colour=red")).status, 400);
  t.equal((await get("/bff/search?kind=zebra")).status, 400);
  for (const [prefix, description] of [
    ["", "Search "],
    ["/sw", "Tafuta "],
  ] as const) {
    const { text, type } = await get(`${prefix}/opensearch.xml`);
    t.equal(type, "application/opensearchdescription+xml");
    t.match(text, `:3000${prefix}/search?q={searchTerms}"`);
    t.match(text, `<Description>${description}`);
    t.match((await get(`${prefix}/faq`)).text, `href="${prefix}/opensearch.xml"`);
  }
});

t.test("pages, projects, stories, answers and downloads of the content are found", async (t) => {
  const { get } = await sharedScene();
  const { body } = await get("/bff/search?q=water&limit=50");
  const kinds = body.meta.counts.map(({ kind }: { kind: string }) => kind);
  for (const kind of ["page", "project", "story", "news"]) t.ok(kinds.includes(kind), kind);
  const paths = async (q: string) =>
    (await get(`/bff/search?q=${q}`)).body.data.map(({ path }: { path: string }) => path);
  t.match(await paths("donations used"), [/^\/faq#/]);
  t.ok((await paths("brand guidelines")).includes("/files/brand-guidelines.pdf"));
  t.ok((await paths("privacy")).includes("/privacy"));
});

t.test("a page without related items of its own has related reading", async (t) => {
  const { get } = await sharedScene();
  const { text: map } = await get("/sitemap.xml");
  const projects = [...map.matchAll(/<loc>[a-z]+:\/\/[^/]+(\/projects\/\w+\/[^<]+)<\/loc>/g)];
  const texts = await Promise.all(projects.map(async ([, path = ""]) => (await get(path)).text));
  const related = texts.filter((text) => text.includes('aria-label="Related reading"'));
  t.ok(related.length > projects.length / 2, `${related.length} of ${projects.length}`);
  for (const text of related) {
    const [links = ""] = /aria-label="Related reading".*?<\/nav>/s.exec(text) ?? [];
    t.ok(links.split("<li").length <= 4);
  }
});

t.test("a result names the language of its item", async (t) => {
  const { get } = await sharedScene();
  const { body } = await get("/bff/search?q=water&kind=news&lang=sw");
  t.ok(body.data.length > 0);
  for (const { path, language } of body.data) {
    const item = await get(path.replace("/sw", "").replace("/news-events/news/", "/bff/news/"));
    t.equal(language, item.body.data.language, path);
  }
  t.match((await get("/sw/search?q=water&kind=news")).text, /<h2 lang="en"><a href="\/sw\//);
  const donate = (await get("/sw/search?q=donate%20now")).text;
  t.match(donate, /<h2 lang="en"><a href="\/sw"/, "a word of the other language leads to this one");
});

t.test(
  "Kiswahili words are found through their prefixes, in searches in Kiswahili alone",
  async (t) => {
    const title = "Watoto walisaidiwa kusoma vitabu";
    const news = [{ id: 901, slug: "watoto", title, lang: "sw", published_at: "2026-06-01" }];
    const { get } = await startScene(t, { news, events: [], isSearched: true });
    const finds = async (path: string) => {
      await get("/bff/news?limit=1");
      return (await get(path)).text.includes('href="/sw/news-events/news/watoto"');
    };
    await until(() => finds("/sw/search?q=watoto"));
    for (const q of ["mtoto", "kitabu", "wanasoma", "soma", "kusaidiwa", "mtoto kitabu"])
      t.ok(await finds(`/sw/search?q=${encodeURIComponent(q)}`), q);
    const { text } = await get("/sw/search?q=mtoto");
    t.match(text, "<mark>Watoto</mark>");
    for (const q of ["mtoto", "kitabu"]) {
      const english = await (await get(`/bff/search?q=${q}&lang=en`)).text;
      t.notMatch(
        english,
        '"isPartial":false,"items":[{"kind":"news","path":"/news-events/news/watoto"',
        q,
      );
    }
  },
);

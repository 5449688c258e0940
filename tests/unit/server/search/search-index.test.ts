import t, { type Test } from "tap";
import { createSearchIndex } from "../../../../server/search/search-index.ts";
import type { SearchDocument, SearchQuery } from "../../../../shared/contract/search.ts";

const NEWS = { name: "news", edition: null };

const document = (fields: Partial<SearchDocument> & { path: string }): SearchDocument => ({
  kind: "news",
  title: fields.path,
  summary: "",
  html: "",
  date: null,
  language: null,
  ...fields,
});

function scene(t: Test, documents: readonly SearchDocument[] = []) {
  const index = createSearchIndex();
  t.teardown(() => index.close());
  const replace = (
    all: Iterable<SearchDocument>,
    group: { name: string; edition: string | null } = NEWS,
  ) => {
    const steps = index.replaceSteps(group, all);
    while (!steps.next().done);
  };
  replace(documents);
  const search = (q: string, rest: Partial<SearchQuery> = {}) =>
    index.search({ q, kind: null, limit: 10, page: 1, lang: "en", ...rest });
  const paths = (q: string, rest: Partial<SearchQuery> = {}) =>
    search(q, rest).items.map(({ path }) => path);
  return { index, replace, search, paths };
}

const joined = (pieces: readonly { text: string; isMatch: boolean }[]) =>
  pieces.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join("");

t.test(
  "a word in the title weighs more than in the summary, and that more than in the text",
  async (t) => {
    const { paths } = scene(t, [
      document({ path: "/text", title: "One", html: "<p>A borehole for all</p>" }),
      document({ path: "/title", title: "A borehole" }),
      document({ path: "/summary", title: "Two", summary: "Here is a borehole" }),
    ]);
    t.same(paths("borehole"), ["/title", "/summary", "/text"]);
  },
);

t.test("case and diacritics do not matter, in the text and in the query", async (t) => {
  const { paths } = scene(t, [document({ path: "/a", title: "Café Zöe à Ng'ombe" })]);
  for (const q of ["cafe", "CAFÉ", "zoe", "Zo\u0308e", "ng'ombe"]) t.same(paths(q), ["/a"], q);
});

t.test("the beginning of a word finds it, in English and in Kiswahili", async (t) => {
  const { paths } = scene(t, [
    document({ path: "/en", title: "Volunteers wanted", html: "<p>in the villages</p>" }),
    document({ path: "/sw", title: "Wanaojitolea", html: "<p>Maji safi kwa kila kijiji</p>" }),
  ]);
  t.same(paths("volun"), ["/en"]);
  t.same(paths("village"), ["/en"]);
  t.same(paths("wanaojit"), ["/sw"]);
  t.same(paths("maji ya kijiji"), ["/sw"], "small words do not count");
});

t.test("all words must be there; when nothing has them all, some are enough", async (t) => {
  const { search } = scene(t, [
    document({ path: "/both", title: "Clean water" }),
    document({ path: "/one", title: "Water" }),
  ]);
  t.same(
    search("clean water").items.map(({ path }) => path),
    ["/both"],
  );
  t.equal(search("clean water").isPartial, false);
  const partial = search("water zebra");
  t.equal(partial.items.length, 2);
  t.equal(partial.isPartial, true);
});

t.test("results are filtered by kind, and counted by kind whatever the filter", async (t) => {
  const { search } = scene(t, [
    document({ path: "/n1", title: "Water one" }),
    document({ path: "/n2", title: "Water two" }),
    document({ path: "/p", title: "Water", kind: "project" }),
  ]);
  const counts = [
    { kind: "project", count: 1 },
    { kind: "news", count: 2 },
  ];
  t.match(search("water"), { total: 3, counts });
  t.match(search("water", { kind: "news" }), { total: 2, counts });
  t.match(search("water", { kind: "event" }), { total: 0, items: [], counts });
});

t.test("pages of results do not overlap", async (t) => {
  const all = Array.from({ length: 25 }, (_, n) => document({ path: `/${n}`, title: "Water" }));
  const { paths, search } = scene(t, all);
  const seen = [1, 2, 3].flatMap((page) => paths("water", { page }));
  t.equal(new Set(seen).size, 25);
  t.equal(search("water").pages, 3);
  t.same(paths("water", { page: 4 }), []);
});

t.test("a snippet shows where the words stand, and markup is text", async (t) => {
  const filler = "Some words before. ".repeat(30);
  const { search } = scene(t, [
    document({
      path: "/a",
      title: "Tom & Jerry <b>well</b>",
      html: `<p>${filler}</p><p>The pump &lt;script&gt; is\u0002 here &amp; runs</p><p>${filler}</p>`,
    }),
  ]);
  const [hit] = search("pump well").items;
  t.equal(joined(hit?.title ?? []), "Tom & Jerry <b>[well]</b>");
  t.match(joined(hit?.snippet ?? []), /…?.*The \[pump\] <script> is\s+here & runs/);
  t.ok(joined(hit?.snippet ?? []).length < 400);
});

t.test("a misspelt word has a suggestion that finds something", async (t) => {
  const { search } = scene(t, [
    document({ path: "/a", title: "Mangrove nursery" }),
    document({ path: "/b", title: "Elimu kwa vijana" }),
    document({ path: "/c", title: "Clinic water" }),
  ]);
  for (const [typed, meant] of [
    ["mangrvoe", "mangrove"],
    ["nursey", "nursery"],
    ["elmu", "elimu"],
    ["clean watr", "clean water"],
    ["vijna", "vijana"],
  ] as const) {
    const { suggestion } = search(typed);
    t.equal(suggestion, meant);
  }
  t.equal(search("xylophone").suggestion, null);
  t.equal(search("mangrove").suggestion, null);
});

t.test("a refreshed list changes, adds and removes", async (t) => {
  const { replace, paths, search } = scene(t, [
    document({ path: "/old", title: "Roof" }),
    document({ path: "/same", title: "Bridge" }),
  ]);
  replace([
    document({ path: "/same", title: "Tunnel" }),
    document({ path: "/new", title: "Harbour" }),
  ]);
  t.same(paths("roof"), []);
  t.same(paths("bridge"), []);
  t.same(paths("tunnel"), ["/same"]);
  t.same(paths("harbour"), ["/new"]);
  t.equal(search("rooof").suggestion, null, "a word that is gone is not suggested");
  replace([], { name: "events", edition: null });
  t.same(paths("tunnel"), ["/same"], "another group is left alone");
});

t.test(
  "of pages in two languages those of the reader are found; items of the source always",
  async (t) => {
    const { replace, paths } = scene(t, [document({ path: "/n", title: "Maji water" })]);
    const page = (path: string, language: string) =>
      document({ path, language, kind: "page", title: "Maji water" });
    replace([page("/about", "en")], { name: "content en", edition: "en" });
    replace([page("/sw/about", "sw")], { name: "content sw", edition: "sw" });
    t.same(paths("maji", { lang: "en" }).sort(), ["/about", "/n"]);
    t.same(paths("maji", { lang: "sw" }).sort(), ["/n", "/sw/about"]);
  },
);

t.test("nothing that is typed is syntax, and nothing throws", async (t) => {
  const { search, paths } = scene(t, [document({ path: "/a", title: "Water near the well" })]);
  const hostile = [
    ...[
      '"',
      '""',
      "'",
      "*",
      "^",
      "(",
      ")",
      "-",
      "+",
      ":",
      "AND",
      "OR",
      "NOT",
      "NEAR(water well)",
      "{title}: x",
    ],
    ...[
      "title:water",
      "water*",
      '"water',
      "water AND",
      "NEAR",
      "water\u0000well",
      "\u0000",
      "\uD800",
      "\uDC00water",
    ],
    ...[
      "'; DROP TABLE documents; --",
      "\u0002water\u0003",
      "%",
      "_",
      "\\",
      "🚰",
      "ﷺ",
      "א",
      "水",
      "a".repeat(10_000),
    ],
    ...["water ".repeat(1_000), '" OR "'.repeat(500), "((((((((", "\u202Ewater", "\n\t ", "\u0301"],
  ];
  for (const q of hostile) t.doesNotThrow(() => search(q), JSON.stringify(q).slice(0, 40));
  t.equal(
    search("title:water").isPartial,
    true,
    "a column is no filter, but a word that is missing",
  );
  t.same(paths("water\u0000well"), ["/a"]);
  t.same(paths("water ".repeat(1_000)), ["/a"]);
  t.same(paths(""), []);
});

t.test("related reading shares the rare words of title and summary", async (t) => {
  const { index } = scene(t, [
    document({ path: "/a", title: "Mangrove nursery in Lindi", summary: "Seedlings by the shore" }),
    document({ path: "/b", title: "Counting mangrove seedlings", kind: "story" }),
    document({ path: "/c", title: "Football cup", summary: "A season of games" }),
    document({ path: "/d", title: "Mangrove page", kind: "page" }),
  ]);
  const related = (path: string) =>
    index.related(path, { lang: "en", limit: 3 }).map((hit) => hit.path);
  t.same(related("/a"), ["/b"]);
  t.same(related("/c"), []);
  t.same(related("/not-there"), []);
});

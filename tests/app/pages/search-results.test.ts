import t, { type Test } from "tap";
import { samples, startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { until } from "../../setup/until.ts";

interface Piece {
  text: string;
  isMatch: boolean;
}

const joined = (pieces: readonly Piece[]) =>
  pieces.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join("");

const FILLER = "Some words before. ".repeat(30);
const NEWS = [
  { slug: "text", title: "One", content: "<p>A zorble for all</p>" },
  { slug: "title", title: "A zorble" },
  { slug: "summary", title: "Two", excerpt: "Here is a zorble" },
  { slug: "accents", title: "Café Zöequix à Ng'ombequix" },
  { slug: "letter", title: "Ngʼombezib" },
  { slug: "quote", title: "Dawa", content: "<p>Mang’ombe zang’omblik</p>" },
  { slug: "name", title: "O’Zorrig Łódzquiz" },
  { slug: "script", title: "Йодqueb" },
  { slug: "hyphen", title: "Zovid-19 for 10,877 people" },
  { slug: "english", title: "Zemplars wanted", content: "<p>in the quoplages</p>" },
  { slug: "kiswahili", title: "Wanaojizemba", content: "<p>Quaji safi kwa kila quijiji</p>" },
  { slug: "both", title: "Blicking quassels" },
  { slug: "one", title: "Quassels" },
  {
    slug: "snippet",
    title: "Tom & Jerry <b>plimp</b>",
    content: `<p>${FILLER}</p><p>The frotz &lt;script&gt; is here &amp; runs</p><p>${FILLER}</p>`,
  },
  {
    slug: "filed",
    title: "Zwanders",
    excerpt: "What was read aloud",
    categories: ["Plomfib"],
    tags: ["zquill", "water"],
    content: "<p>A day in the life of a quill</p>",
  },
  ...Array.from({ length: 25 }, (_, n) => ({ slug: `many-${n}`, title: "Grumbly" })),
];
const EVENTS = [{ id: 900, slug: "day", title: "Quassels", start_date: "2026-09-24" }];

/** Starts a site over rows whose words appear nowhere else. */
async function scene(t: Test) {
  const news = NEWS.map((row, index) => ({ id: index + 1, published_at: "2026-06-01", ...row }));
  const { get } = await startScene(t, { ...samples(), news, events: EVENTS, isSearched: true });
  const search = async (q: string, more = "") => {
    const { data: items, meta } = (await get(`/bff/search?q=${encodeURIComponent(q)}${more}`)).body;
    return { items, ...meta };
  };
  const slugs = async (q: string, more = "") =>
    (await search(q, more)).items.map(({ path }: { path: string }) => path.split("/").at(-1));
  for (const list of ["news", "events"]) await get(`/bff/${list}?limit=1`);
  // Ask the page, which is never cached; the JSON is.
  const shows = async (q: string, text: string) =>
    (await get(`/search?q=${q}`)).text.includes(text);
  await until(async () => (await shows("grumbly", "25 results")) && shows("quassels", "3 results"));
  return { search, slugs };
}
const sharedScene = shareScene(scene);

t.test("results are found, ranked and shown as expected", async (t) => {
  const { search, slugs } = await sharedScene();
  t.same(await slugs("zorble"), ["title", "summary", "text"], "the title weighs most");
  for (const q of ["cafe zoequix", "CAFÉ ZOEQUIX", "Zo\u0308equix", "ng'ombequix"])
    t.same(await slugs(q), ["accents"], q);
  for (const apostrophe of ["'", "’", "ʼ", "`", "‘", "´", ""]) {
    for (const [q, slug] of [
      ["Ng*ombequix", "accents"],
      ["ng*ombez", "letter"],
      ["zang*omblik", "quote"],
      ["o*zorrig", "name"],
    ] as const)
      t.same(await slugs(q.replace("*", apostrophe)), [slug], q + apostrophe);
  }
  for (const [q, slug] of [
    ["zorrig", "name"],
    ["lodzquiz", "name"],
    ["ŁÓDŹQUIZ", "name"],
    ["йодqueb", "script"],
    ["иодqueb", "script"],
    ["zovid19", "hyphen"],
    ["zovid 19", "hyphen"],
    ["10877", "hyphen"],
  ] as const)
    t.same(await slugs(q), [slug], q);
  const [accents] = (await search("ngombequix cafe")).items;
  t.equal(joined(accents.title), "[Café] Zöequix à [Ng'ombequix]");

  for (const [beginning, slug] of [
    ["zempl", "english"],
    ["quoplage", "english"],
    ["wanaojizem", "kiswahili"],
    ["quaji ya quijiji", "kiswahili"],
  ] as const)
    t.same(await slugs(beginning), [slug], beginning);

  const all = await search("blicking quassels");
  t.match([all.isPartial, all.items.length], [false, 1]);
  const some = await search("quassels zebraquux");
  t.match([some.isPartial, some.items.length], [true, 3], "a match of one word is enough");
  const counts = [
    { kind: "news", count: 2 },
    { kind: "event", count: 1 },
  ];
  for (const [more, total] of [
    ["", 3],
    ["&kind=news", 2],
    ["&kind=project", 0],
  ] as const) {
    const found = await search("quassels", more);
    t.equal(found.total, total, more);
    t.same(
      found.counts.filter(({ count }: { count: number }) => count > 0).sort(),
      counts.sort(),
      "whatever the filter",
    );
  }

  const [hit] = (await search("frotz plimp")).items;
  t.equal(joined(hit.title), "Tom & Jerry <b>[plimp]</b>", "markup is text");
  t.match(joined(hit.snippet), "The [frotz] <script> is here & runs");
  for (const q of ["zquill", "plomfib", "zwanders zquill"]) {
    const [filed] = (await search(q)).items;
    t.match(filed?.path, /filed$/, `${q} is found`);
    t.equal(joined(filed.snippet), "What was read aloud", "tags are not part of the text");
  }
  t.ok(joined(hit.snippet).length < 400);
});

t.test("pages of results do not overlap; a misspelt word has a suggestion", async (t) => {
  const { search, slugs } = await sharedScene();
  const seen = await Promise.all([1, 2, 3].map((page) => slugs("grumbly", `&page=${page}`)));
  t.equal(new Set(seen.flat()).size, 25);
  t.same(await slugs("grumbly", "&page=4"), []);
  const suggestions = {
    zorbel: "zorble",
    quaselss: "quassels",
    "blicking quasels": "blicking quassels",
    xylophoneqq: null,
    zorble: null,
  };
  const found = await Promise.all(Object.keys(suggestions).map((q) => search(q)));
  t.same(
    found.map(({ suggestion }) => suggestion),
    Object.values(suggestions),
  );
});

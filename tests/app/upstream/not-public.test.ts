import t, { type Test } from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { OPERATOR } from "../../setup/site/operator.ts";
import { startScene } from "../../setup/site/scene.ts";
import { until } from "../../setup/until.ts";

type Row = Record<string, unknown>;

const MINUTE = 60_000;
const at = (minutes: number) => new Date(SAMPLE_CLOCK + minutes * MINUTE).toISOString();

/** Starts a site over one public row and the given rows, all of one kind. */
async function scene(t: Test, kind: "news" | "events", given: Row[], env = {}) {
  const clock = { ms: SAMPLE_CLOCK };
  const dates = {
    news: { published_at: at(-60) },
    events: { start_date: at(60), location: "Bunju" },
  };
  const rows = [{ title: "Public Kigelia" }, ...given].map((row, index) => ({
    id: index + 1,
    slug: `row-${index + 1}`,
    title: `Mbuyu ${index + 1}`,
    ...dates[kind],
    ...row,
  }));
  const place = await startScene(t, {
    [kind]: rows,
    env: { HEAD_START_MS: "5000", ...env },
    now: () => clock.ms,
    isSearched: true,
  });
  /** Returns the paths of the search results, once the list of these rows is indexed. */
  const found = async (q: string): Promise<string[]> => {
    const search = async (words: string) =>
      (await place.get(`/bff/search?q=${words}&limit=50`)).body;
    await until(async () => (await search("Kigelia")).data?.length > 0);
    return (await search(q)).data.map(({ path }: Row) => path);
  };
  const shown = async (): Promise<string[]> => {
    const { data } = (await place.get(`/bff/${kind}?limit=100`)).body;
    return data.map(({ slug }: Row) => slug);
  };
  const source = async () => {
    const { sources } = (await place.get("/bff/sources").set(OPERATOR)).body.data;
    return sources.find(({ name }: Row) => name === kind);
  };
  return { ...place, clock, shown, found, report: source };
}

const HIDDEN: Row[] = [
  { status: "draft" },
  { status: "DRAFT " },
  { status: { value: "archived" } },
  { status: { name: "Trash" } },
  { status: ["Pending review"] },
  { status: false },
  { status: [{ value: "0" }] },
  { state: { slug: "private" } },
  { post_status: "auto-draft" },
  { _status: "draft" },
  { publishStatus: "Unpublished" },
  { moderation_state: "archived" },
  { visibility: "private" },
  { is_draft: true },
  { isDraft: 1 },
  { draft: "true" },
  { published: false },
  { is_published: "0" },
  { isPublished: 0 },
  { live: "false" },
  { deleted: true },
  { isDeleted: "1" },
  { deleted_at: "2026-01-01T00:00:00Z" },
  { deletedAt: 1_767_225_600_000 },
  { archived: "yes" },
  { password_protected: true },
  { password: "siri" },
  { content: { rendered: "", protected: true } },
  { published_at: "2026-06-16" },
  { published_at: at(1) },
  { published_at: null, publish_date: at(3 * 24 * 60) },
  { published_at: at(-60), embargo_until: at(60) },
  { published_at: null, createdAt: at(-60), status: "scheduled" },
  // Drafts of Strapi.
  { documentId: "a1b2", publishedAt: null, createdAt: at(-60), updatedAt: at(-50) },
  { locale: null, publishedAt: null, createdAt: at(-60), updatedAt: at(-50) },
  // A draft may have no title yet, so the missing title is no fault.
  { title: "", slug: null, status: "draft" },
];

const PUBLIC: Row[] = [
  { status: "published", draft: false, is_draft: "false", deleted: 0, deleted_at: null },
  { status: "publish", visibility: "public", password: "", archived: "0" },
  { status: "something new", state: "Arusha", published: "true", live: 1 },
  { status: true, archived: false, is_deleted: "no", deletedAt: "0000-00-00 00:00:00" },
  { content: { rendered: "<p>Maji</p>", protected: false } },
  { published_at: "2026-06-15" },
  { status: "scheduled" },
  { published_at: null, createdAt: at(4) },
  { documentId: "a1b2", publishedAt: at(-40), createdAt: at(-60), updatedAt: at(-50) },
  { documentId: "a1b2", createdAt: at(-60), updatedAt: at(-50) },
  { publishedAt: null, createdAt: at(-60), updatedAt: at(-50) },
  { documentId: "a1b2", publishedAt: null, createdAt: at(-60) },
  { documentId: "a1b2", publishedAt: null, created_at: at(-60), updated_at: at(-50) },
];

t.test("news that are not public appear nowhere, and are no fault of the source", async (t) => {
  const news = [
    ...HIDDEN,
    ...PUBLIC,
    {
      related_news: HIDDEN.map((row, index) => ({
        id: 900 + index,
        slug: `gone-${index}`,
        title: "Mbuyu gone",
        ...row,
      })),
    },
  ];
  const { get, shown, found, report } = await scene(t, "news", news);
  const wanted = [...PUBLIC, {}].map((_row, index) => `row-${HIDDEN.length + 2 + index}`);
  t.same(await shown(), ["row-1", ...wanted]);
  const paths = [
    "/bff/news",
    "/news-events?type=news",
    "/",
    "/feed.xml",
    "/atom.xml",
    "/feed.json",
    "/sitemap.xml",
    `/news-events/news/${wanted.at(-1)}`,
  ];
  for (const path of paths) {
    const { text } = await get(path);
    for (const [index, row] of HIDDEN.entries()) {
      const names = new RegExp(`row-${index + 2}\\b|Mbuyu ${index + 2}\\b|Mbuyu gone`);
      t.notMatch(text, names, `${path}: ${JSON.stringify(row)}`);
    }
  }
  for (const [index, row] of HIDDEN.entries()) {
    if (row.slug === null) continue;
    for (const path of ["/news-events/news/", "/bff/news/"])
      t.equal((await get(`${path}row-${index + 2}`)).status, 404, JSON.stringify(row));
    t.equal((await get(`/bff/news/id/${index + 2}`)).status, 404);
  }
  const links = wanted.map((slug) => `/news-events/news/${slug}`);
  t.same((await found("Mbuyu")).sort(), links.sort());
  t.match(await report(), {
    fault: null,
    list: { used: PUBLIC.length + 2, dropped: { "not public": HIDDEN.length } },
  });
});

t.test("events too; one that is cancelled or scheduled is shown, whatever its dates", async (t) => {
  const hidden: Row[] = [
    { status: "Draft" },
    { visibility: "hidden" },
    { is_published: "no" },
    { deleted: "2026-01-01" },
    { published_at: at(30) },
  ];
  const words = ["cancelled", "Postponed", "sold out", "confirmed", "scheduled", "tentative"];
  const statuses = words.map((status) => ({ status }));
  const others = [{ createdAt: at(90) }, { publish_date: at(-90) }, { start_date: "2027-01-01" }];
  const { get, shown, report } = await scene(t, "events", [...hidden, ...statuses, ...others]);
  const slugs = [...statuses, ...others].map((_row, index) => `row-${hidden.length + 2 + index}`);
  t.same(await shown(), ["row-1", ...slugs]);
  for (const path of ["/events.ics", "/news-events?type=events", "/sitemap.xml", "/"]) {
    const { text } = await get(path);
    for (const index of hidden.keys()) t.notMatch(text, new RegExp(`row-${index + 2}\\b`), path);
  }
  for (const index of hidden.keys()) {
    t.equal((await get(`/events/row-${index + 2}`)).status, 404);
    t.equal((await get(`/events/row-${index + 2}.ics`)).status, 404);
  }
  t.match((await get(`/events/${slugs[0]}`)).text, ">Cancelled<");
  t.match(await report(), { fault: null, list: { dropped: { "not public": hidden.length } } });
});

t.test("planned news appear by themselves when their time has come, everywhere", async (t) => {
  const planned = { published_at: at(2), content: "<p>Planned words.</p>" };
  const { get, clock, shown, found, site } = await scene(t, "news", [planned], {
    FRESH_SECONDS: "3600",
  });
  const item = "/news-events/news/row-2";
  const statuses = async () => [(await get(item)).status, (await get("/bff/news/row-2")).status];
  t.same(await shown(), ["row-1"]);
  t.same(await statuses(), [404, 404]);
  t.notMatch((await get("/news-events?type=news")).text, "row-2");
  t.notMatch((await get("/feed.xml")).text, "row-2");
  clock.ms += 2 * MINUTE - 1;
  t.same(await shown(), ["row-1"]);
  t.same(await statuses(), [404, 404]);
  clock.ms += 1;
  t.match((await get("/news-events?type=news")).text, "row-2");
  t.match((await get("/feed.xml")).text, "row-2");
  t.same(await statuses(), [200, 200]);
  t.same(await shown(), ["row-1", "row-2"]);
  await site.app.siteData.checkSource();
  await until(async () => (await found("Planned")).includes(item));
});

t.test("links to news that are not public any more are left out", async (t) => {
  const related_news = [{ id: 3, slug: "row-3", title: "Mbuyu 3" }];
  const { get, shown, source, clock } = await scene(t, "news", [{ related_news }, {}]);
  t.match((await get("/news-events/news/row-2")).text, "Mbuyu 3");
  source.news = source.news.map((row) => (row.id === 3 ? { ...row, status: "draft" } : row));
  clock.ms += 10 * MINUTE;
  await until(async () => !(await shown()).includes("row-3"));
  clock.ms += 10 * MINUTE;
  await until(async () => (await get("/bff/news/row-2")).body.data.relatedNews.length === 0);
});

t.test(
  "a list of drafts alone is empty and usable; what cannot be read is still a fault",
  async (t) => {
    const clock = { ms: SAMPLE_CLOCK };
    const drafts = [1, 2, 3].map((id) => ({ id, slug: `d-${id}`, title: "D", status: "draft" }));
    const { get, source } = await startScene(t, { news: drafts, now: () => clock.ms });
    t.same((await get("/bff/news")).body.data, []);
    const health = async () => (await get("/health/ready")).body.parts.source.data.news.fault;
    t.equal(await health(), null);
    source.news = [...drafts, { id: 4, slug: "x", title: "" }];
    clock.ms += 10 * MINUTE;
    await get("/bff/news");
    await until(async () => (await health()) === "no-rows");
  },
);

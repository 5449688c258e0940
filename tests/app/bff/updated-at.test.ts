import t from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startScene } from "../../setup/site/scene.ts";
import { testFolder } from "../../setup/test-folder.ts";

const HOUR_MS = 3_600_000;
const at = (hours: number) => new Date(SAMPLE_CLOCK + hours * HOUR_MS).toISOString();

const news = [
  { id: 1, slug: "told", title: "Told", published_at: "2026-01-02", modified: "2026-02-03T04:05Z" },
  { id: 2, slug: "silent", title: "Silent", createdAt: "2026-01-02", content: "<p>Text</p>" },
  { id: 3, slug: "calm", title: "Calm", createdAt: "2026-01-03" },
];
const events = [{ id: 7, slug: "forum", title: "Forum", start_date: "2026-07-18" }];

t.test("updatedAt is the source's time, or when the site first saw the content", async (t) => {
  const clock = { ms: SAMPLE_CLOCK };
  const env = { DATA_DIR: testFolder(t), FRESH_SECONDS: "0", STALE_IF_ERROR_SECONDS: "60" };
  const { source, get, restart } = await startScene(t, { news, events, env, now: () => clock.ms });
  const timesOf = async () => {
    const times: Record<string, string> = {};
    for (const path of ["/bff/news", "/bff/events?when=all"])
      for (const item of (await get(path)).body.data) {
        times[item.slug] = item.updatedAt;
        const alone = await get(new URL(item.self).pathname);
        t.equal(alone.body.data.updatedAt, item.updatedAt, `${item.slug}: the same alone`);
      }
    return times;
  };
  const told = "2026-02-03T04:05:00Z";
  t.same(await timesOf(), { told, silent: at(0), calm: at(0), forum: at(0) });
  const { text } = await get("/news-events/news/told");
  t.match(text, `"datePublished":"2026-01-02T00:00:00+03:00","dateModified":"${told}"`);
  t.match((await get("/sitemap.xml")).text, "news/told</loc><lastmod>2026-02-03</lastmod>");

  clock.ms += HOUR_MS;
  source.news = news.map((row) => ({ ...row, view_count: 9, content: `${row.content ?? ""} ` }));
  t.same((await timesOf()).silent, at(0), "no content has changed");

  clock.ms += HOUR_MS;
  source.news = news.map((row) => (row.id === 2 ? { ...row, slug: "silent-2" } : row));
  source.events = events.map((row) => ({ ...row, location: "Bunju" }));
  const changed = { told, "silent-2": at(2), calm: at(0), forum: at(2) };
  t.same(await timesOf(), changed);

  clock.ms += 1000 * HOUR_MS;
  await restart();
  t.same(await timesOf(), changed, "also after a restart when no copy is left");
});

import supertest from "supertest";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startSite } from "../../setup/site/site.ts";

type Row = Record<string, unknown>;

/** A site over these rows, each with an id, a slug and a title of its own where it names none. */
async function scene(t: Test, given: { news?: Row[]; events?: Row[] }) {
  const named = (rows: Row[] = []) =>
    rows.map((row, at) => ({
      id: at + 1,
      slug: `item-${at + 1}`,
      title: `Item ${at + 1}`,
      ...row,
    }));
  const source = await startFakeContentApi({
    news: named(given.news),
    events: named(given.events),
  });
  const env = { HEAD_START_MS: "5000" };
  const site = await startSite({ contentApiUrl: source.url, env, now: () => SAMPLE_CLOCK });
  t.teardown(async () => {
    await site.close();
    await source.close();
  });
  const get = (path: string) => supertest(site.url).get(path);
  const page = async (path: string) => {
    const { text } = await get(path);
    const [, data = "{}"] =
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? [];
    const graph: { "@type": string; [name: string]: unknown }[] = JSON.parse(data)["@graph"];
    return {
      main: text
        .slice(text.indexOf("<main"), text.indexOf("</main>"))
        .replaceAll(/<script.*?<\/script>/gs, ""),
      event: graph.find((part) => part["@type"] === "Event"),
    };
  };
  return { get, page };
}

t.test("ids above 2^53 stay exact, in lists, items and links between them", async (t) => {
  const ids = [9007199254740993n, 9007199254740992n, -9223372036854775808n];
  const news = ids.map((id, at) => ({
    id,
    view_count: 412,
    related_news: [{ id: ids[at - 1] ?? 1n, slug: "other", title: "Other" }],
  }));
  const { get } = await scene(t, { news });
  const { data } = (await get("/bff/news")).body;
  t.same(
    data.map(({ id }: Row) => id),
    ids.map(String),
  );
  for (const [at, id] of ids.entries()) {
    const item = (await get(`/bff/news/id/${id}`)).body.data;
    t.match(item, { id: String(id), views: 412, slug: `item-${at + 1}` });
    t.equal(item.relatedNews[0].id, String(ids[at - 1] ?? 1n));
  }
});

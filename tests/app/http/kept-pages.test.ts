import t from "tap";
import { samples, startScene } from "../../setup/site/scene.ts";
import { until } from "../../setup/until.ts";

const FEED = "/news-events";

async function scene(t: Parameters<typeof startScene>[0]) {
  const clock = { ms: Date.parse("2026-06-15T09:00:30Z") };
  const given = { ...samples(), now: () => clock.ms, extra: { arePagesImproved: true } };
  const { site, source } = await startScene(t, given);
  const get = async () => {
    const response = await fetch(site.url + FEED, { headers: { "accept-encoding": "br" } });
    const state = response.headers.get("server-timing")?.split(/[=,]/)[1];
    return { state, etag: response.headers.get("etag"), html: await response.text() };
  };
  /** Fetches the page until the response comes from the cache. */
  const kept = async () => {
    let page = await get();
    await until(async () => {
      page = await get();
      return page.state === "hit";
    });
    return page;
  };
  return { clock, source, get, kept };
}

t.test("a page whose data did not change keeps its bytes and its tag", async (t) => {
  const { clock, source, get, kept } = await scene(t);
  const first = await kept();
  clock.ms += 65_000;
  t.match(
    await get(),
    { state: "stale", html: first.html },
    "the page before, while it is rendered",
  );
  t.same(await kept(), first, "in another minute");
  clock.ms += 400_000;
  await until(async () => {
    // A page rendered before its data arrived is a saved copy, cached for two seconds.
    clock.ms += 3_000;
    return (await get()).etag === first.etag;
  });
  source.news.unshift({ ...samples().news[0], id: 999, slug: "one-more", title: "One more" });
  await until(async () => {
    clock.ms += 100_000;
    return (await get()).html.includes("One more");
  });
  t.not((await kept()).etag, first.etag);
});

t.test("while the source is slow, the previous page is sent at once", async (t) => {
  const { clock, source, get, kept } = await scene(t);
  const first = await kept();
  clock.ms += 90_000;
  const release = source.hold();
  const page = await get();
  t.match(page, { state: "stale", html: first.html });
  release();
  await kept();
});

t.test("parameters that other sites add to a URL create no new page or file", async (t) => {
  const { site, source } = await startScene(t, samples());
  const read = async (path: string) => {
    const response = await fetch(site.url + path);
    const { status, headers } = response;
    const text = await response.text();
    return { status, text, etag: headers.get("etag"), state: headers.get("server-timing") };
  };
  const paths = ["/", FEED, "/news-events?type=news", "/events/wash-forum-bagamoyo", "/sw/blog"];
  for (const path of [...paths, "/sitemap.xml", "/robots.txt"]) {
    let plain = await read(path);
    if (paths.includes(path))
      await until(async () => {
        plain = await read(path);
        return plain.state?.includes("hit") === true;
      });
    const { length } = source.requests;
    const mark = path.includes("?") ? "&" : "?";
    const asked = await read(`${path}${mark}utm_source=x&fbclid=y&nocache=1`);
    t.same([asked.status, asked.etag, asked.text], [plain.status, plain.etag, plain.text], path);
    t.equal(source.requests.length, length);
    if (paths.includes(path)) t.match(asked.state, "hit", path);
  }
});

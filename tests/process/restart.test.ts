import { get } from "node:http";
import t from "tap";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { fullRows } from "../fixtures/samples.ts";
import { type SiteProcess, startSiteProcess } from "../setup/site/site-process.ts";
import { testFolder } from "../setup/test-folder.ts";
import { until } from "../setup/until.ts";

/** The pages requested before the site ends, with the content they must still have after the restart. */
const PRIMED: readonly [path: string, content: RegExp][] = [
  ["/news-events", /Third water point opens/],
  ["/", /Third water point opens/],
  ["/news-events/news/tree-day", /Tree day in Morogoro/],
  ["/events/coaches-course", /<h1[^>]*>[^<]*oach/],
  ["/bff/news", /mtambani-water-point-opens/],
  ["/bff/events?when=all", /youth-football-cup-2026/],
  ["/bff/news/tree-day", /Tree day in Morogoro/],
];
const SAVED = /Saved copy from \d\d:\d\d EAT|"stale":true/;

t.test("every page seen survives a restart, however the site and source failed", async (t) => {
  const source = await startFakeContentApi({
    news: fullRows("news"),
    events: fullRows("events"),
  });
  const env = { DATA_DIR: testFolder(t), FRESH_SECONDS: "0.01", CONTENT_API_URL: source.url };
  let site: SiteProcess = await startSiteProcess(env);
  t.teardown(async () => {
    await site.kill();
    await source.close();
  });
  const wrongOf = async (isSaved: boolean) => {
    const wrong: string[] = [];
    for (const [path, content] of PRIMED) {
      const response = await fetch(site.url + path);
      const text = await response.text();
      if (response.status !== 200 || !content.test(text) || (isSaved && !SAVED.test(text)))
        wrong.push(`${path}: ${response.status}`);
    }
    return wrong;
  };
  t.same(await wrongOf(false), [], "the source is well");

  for (const [end, gone] of [
    ["SIGKILL", "refuse"],
    ["SIGTERM", "hang"],
  ] as const) {
    await (end === "SIGKILL" ? site.kill() : site.end(end));
    source.mode = gone;
    site = await startSiteProcess(env);
    t.same(await wrongOf(true), [], `after ${end} all are saved copies, while calls ${gone}`);
    for (const mode of ["error", "nonsense"] as const) {
      source.mode = mode;
      t.same(await wrongOf(true), [], `${mode} makes none of them disappear`);
    }
  }

  await t.test("a second signal ends at once, whatever is under way", async (t) => {
    source.mode = "hang";
    const pending = get(`${site.url}/bff/news/nobody-has-seen-this`);
    pending.on("error", () => undefined);
    await until(() => source.requests.includes("/api/news/nobody-has-seen-this"));
    let code: number | null | undefined;
    void site.ended.then((ended) => {
      code = ended;
    });
    // When two signals arrive at once, the kernel may deliver only one.
    await until(() => {
      site.signal("SIGTERM");
      return code !== undefined;
    });
    t.equal(code, 1);
  });
});

t.test("search finds the site's pages while the source hangs from the start", async (t) => {
  const source = await startFakeContentApi({ news: [], events: [] });
  source.mode = "hang";
  const site = await startSiteProcess({ DATA_DIR: testFolder(t), CONTENT_API_URL: source.url });
  t.teardown(async () => {
    await site.kill();
    await source.close();
  });
  const startedMs = performance.now();
  await until(async () => (await fetch(`${site.url}/bff/search?q=volunteer`)).status === 200);
  t.ok(performance.now() - startedMs < 6_000, "before the source has failed three pages");
});

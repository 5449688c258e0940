import t, { type Test } from "tap";
import { createBuiltSide } from "../../../server/ssr/built-renderer.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startSite } from "../../setup/site/site.ts";

const NOTICE =
  /<section class="sample-notice"[^>]*>This is a demonstration with invented content\./;

/** The site with its source configured or embedded, over content with placeholders or without. */
async function scene(t: Test, given: { isEmbedded: boolean; hasPlaceholders: boolean }) {
  const source = await startFakeContentApi({ news: fullRows("news"), events: fullRows("events") });
  const side = await createBuiltSide("dist");
  const site = await startSite({
    contentApiUrl: source.url,
    env: { HEAD_START_MS: "1000", ...(given.isEmbedded ? { CONTENT_API_URL: "embedded" } : {}) },
    side: { ...side, renderer: { ...side.renderer, hasPlaceholders: given.hasPlaceholders } },
    now: () => SAMPLE_CLOCK,
  });
  t.teardown(async () => {
    await site.close();
    await source.close();
  });
  return async (path: string) => (await fetch(site.url + path)).text();
}

const PAGES = ["/", "/about-us", "/news-events", "/events/open-day", "/no/such/page", "/%ff"];

for (const isEmbedded of [true, false]) {
  for (const hasPlaceholders of [true, false]) {
    const isShown = isEmbedded || hasPlaceholders;
    const name = `${isEmbedded ? "the embedded" : "a configured"} source, ${hasPlaceholders ? "placeholders" : "no placeholder"}: the notice is ${isShown ? "on every page" : "gone"}`;
    t.test(name, async (t) => {
      const read = await scene(t, { isEmbedded, hasPlaceholders });
      for (const path of PAGES) {
        const html = await read(path);
        t.match(html, '<div id="root">', path);
        t.equal(NOTICE.test(html), isShown, path);
        t.equal(html.includes("<body data-sample"), isShown, path);
      }
    });
  }
}

t.test("the notice stands before the application, which does not hydrate it", async (t) => {
  const read = await scene(t, { isEmbedded: true, hasPlaceholders: true });
  const html = await read("/about-us");
  t.ok(html.indexOf("sample-notice") < html.indexOf('<div id="root">'));
  t.equal(html.match(/demonstration with invented content/g)?.length, 1);
});

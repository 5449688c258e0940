import t, { type Test } from "tap";
import { samples, startScene } from "../../setup/site/scene.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { copyContent, removePlaceholders } from "../../unit/server/content/content-copy.ts";

/** The notice, which must stand before the root element because the application does not hydrate it. */
const NOTICE =
  /<section class="sample-notice"[^>]*>This is a demonstration with invented content\..*<div id="root">/s;

/** Starts a site with a configured or an embedded source, over content with or without placeholders. */
async function scene(t: Test, given: { isEmbedded: boolean; hasPlaceholders: boolean }) {
  const contentDir = copyContent(testFolder(t));
  if (!given.hasPlaceholders) removePlaceholders(contentDir);
  const { site } = await startScene(t, {
    ...samples(),
    env: {
      HEAD_START_MS: "1000",
      CONTENT_DIR: contentDir,
      ...(given.isEmbedded ? { CONTENT_API_URL: "embedded" } : {}),
    },
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

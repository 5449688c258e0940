import t from "tap";
import { contentErrors } from "../../../server/content/check-content.ts";
import { ContentFiles } from "../../../server/content/content-files.ts";
import { routesInSources } from "../../../server/content/routes-in-sources.ts";
import { samples, startScene } from "../../setup/site/scene.ts";

// The one test of the texts of `content/`, which editors change freely. All other tests stand on tests/fixtures/content.

t.test("the content of the site is valid", async (t) => {
  t.same(await contentErrors(new ContentFiles("content"), routesInSources()), []);
});

t.test("every page of the content renders, and its links lead somewhere", async (t) => {
  const { site } = await startScene(t, { ...samples(), env: { CONTENT_DIR: "content" } });
  const read = async (path: string) => {
    const response = await fetch(site.url + path, { redirect: "manual" });
    return { status: response.status, html: await response.text() };
  };
  const map = await read("/sitemap.xml");
  const paths = [...map.html.matchAll(/<loc>https?:\/\/[^/]*([^<]*)<\/loc>/g)].map(
    ([, path = ""]) => path || "/",
  );
  t.ok(paths.length > 100, `${paths.length} pages`);
  const targets = new Map<string, string>();
  for (const path of paths) {
    const { status, html } = await read(path);
    t.equal(status, 200, path);
    const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? "";
    for (const [, href = ""] of main.matchAll(/ href="(\/[^"#]*)/g))
      targets.set(href.replaceAll("&amp;", "&"), path);
  }
  const dead: string[] = [];
  for (const [target, from] of targets) {
    const { status } = paths.includes(target) ? { status: 200 } : await read(target);
    if (status >= 400) dead.push(`${from} -> ${target}: ${status}`);
  }
  t.same(dead, []);
});

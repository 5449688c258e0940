import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { createDevSide } from "../../server/ssr/dev-renderer.ts";
import { openWindow } from "../e2e/pages/page-scene.ts";
import { startFakeContentApi } from "../fakes/content-api.ts";
import { importsOf, sourceFiles } from "../repository/source-files.ts";
import { sharedSites } from "../setup/site/shared-sites.ts";
import { startSite } from "../setup/site/site.ts";

const ROOT = "content/images";

t.test("the built site has no contact sheet, and carries none of it", async (t) => {
  const { samples } = await sharedSites();
  t.equal((await fetch(`${samples.url}/styleguide`)).status, 404);
  const built = ["dist/client/assets", "dist/server"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file)),
  );
  const wrong = built
    .filter((file) => /\.(?:js|css)$/.test(file))
    .filter((file) => /styleguide\.page|Style guide/.test(readFileSync(file, "utf8")));
  t.same(wrong, []);
});

t.test(
  "in development one page shows every picture and pattern, and a page without scripts has its styles",
  async (t) => {
    const source = await startFakeContentApi({});
    const site = await startSite({ contentApiUrl: source.url, side: createDevSide() });
    t.teardown(async () => {
      await site.close();
      await source.close();
    });
    const { page, url } = await openWindow(t, site.url, { javaScriptEnabled: false });
    await page.goto(url("/styleguide"));
    t.equal(await page.locator('meta[name="robots"]').getAttribute("content"), "noindex, follow");
    await page.getByRole("heading", { level: 1, name: "Style guide" }).waitFor();
    const shown = await page
      .getByRole("main")
      .locator("img, image")
      .evaluateAll((all) => all.map((one) => one.getAttribute("src") ?? one.getAttribute("href")));
    const pictures = readdirSync(ROOT, { recursive: true, encoding: "utf8" })
      .map((path) => `/images/${path.replaceAll("\\", "/")}`)
      .filter((path) => path.endsWith(".svg"));
    t.same(
      pictures.filter((path) => !shown.includes(path)),
      [],
    );
    await page.goto(url("/donate/pledge"));
    const href = await page
      .locator('[href*="/pages/donate/"][href$=".css"]')
      .first()
      .getAttribute("href");
    const stylesheet = await fetch(url(href ?? ""), { headers: { accept: "text/css" } });
    t.match(stylesheet.headers.get("content-type"), "text/css");
    t.match(await stylesheet.text(), "{");
  },
);

/** Frames without a look of their own. */
const UNSEEN = new Set([
  "client/components/article/in-english.tsx",
  "client/components/feedback/without-scripts.tsx",
  "client/components/streaming/streamed.tsx",
]);

t.test("the style guide shows every component, by itself or within another", async (t) => {
  const shown = new Set<string>();
  const open = (file: string) => {
    if (shown.has(file) || !file.startsWith("client/")) return;
    shown.add(file);
    if (/\.tsx?$/.test(file)) importsOf(file).forEach(open);
  };
  open("client/pages/styleguide/styleguide.page.tsx");
  const components = sourceFiles("client/components").filter((file) => file.endsWith(".tsx"));
  t.same(
    components.filter((file) => !UNSEEN.has(file) && !shown.has(file)),
    [],
  );
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import supertest from "supertest";
import t, { type Test } from "tap";
import { createDevSide } from "../../../server/ssr/dev-renderer.ts";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { importsOf, sourceFiles } from "../../repository/source-files.ts";
import { launchBrowser } from "../../setup/services/browser.ts";
import { startSite } from "../../setup/site/site.ts";

const IMAGES = "content/images";

async function scene(t: Test, isDevelopment: boolean) {
  const source = await startFakeContentApi({ news: [], events: [] });
  const side = isDevelopment ? { side: createDevSide() } : {};
  const site = await startSite({ contentApiUrl: source.url, ...side });
  t.teardown(async () => {
    await site.close();
    await source.close();
  });
  return site;
}

t.test("the built site has no contact sheet, and carries none of it", async (t) => {
  const site = await scene(t, false);
  const { status, text } = await supertest(site.url).get("/styleguide");
  t.equal(status, 404);
  t.match(text, "Page Not Found");
  for (const folder of ["dist/client/assets", "dist/server"]) {
    for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.(?:js|css)$/.test(file)) continue;
      t.notMatch(readFileSync(join(folder, file), "utf8"), /styleguide\.page|Style guide/, file);
    }
  }
});

t.test(
  "in development one page shows every picture, pattern and token, in light and dark",
  async (t) => {
    const site = await scene(t, true);
    const browser = await launchBrowser();
    t.teardown(() => browser.close());
    const files = readdirSync(IMAGES, { recursive: true, encoding: "utf8" })
      .map((path) => path.replaceAll("\\", "/"))
      .filter((path) => path.endsWith(".svg"));
    for (const colorScheme of ["light", "dark"] as const) {
      const page = await browser.newPage({ colorScheme, viewport: { width: 1280, height: 900 } });
      const response = await page.goto(`${site.url}/styleguide`, { waitUntil: "load" });
      t.equal(response?.status(), 200);
      t.equal(await page.locator('meta[name="robots"]').getAttribute("content"), "noindex, follow");
      await page.getByRole("heading", { level: 1, name: "Style guide" }).waitFor();
      const main = page.getByRole("main");
      const shown = await main
        .locator("img, image")
        .evaluateAll((all) =>
          all.map((one) => one.getAttribute("src") ?? one.getAttribute("href")),
        );
      for (const file of files) t.ok(shown.includes(`/images/${file}`), file);
      const text = (await main.textContent()) ?? "";
      for (const token of ["--primary", "--gold", "--text-4xl", "--s8", "--ease"])
        t.ok(text.includes(token), token);
      await page.close();
    }
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
  for (const file of sourceFiles("client/components"))
    if (file.endsWith(".tsx") && !UNSEEN.has(file)) t.ok(shown.has(file), file);
});

t.test("in development a page without scripts has its styles", async (t) => {
  const site = await scene(t, true);
  const { text } = await supertest(site.url).get("/donate/pledge");
  const [, href = ""] = /href="([^"]+\/pages\/donate\/[^"]+\.css)"/.exec(text) ?? [];
  const stylesheet = await supertest(site.url).get(href).set("accept", "text/css");
  t.match(stylesheet.headers["content-type"], "text/css");
  t.match(stylesheet.text, "{");
});

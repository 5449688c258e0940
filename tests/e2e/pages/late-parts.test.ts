import t, { type Test } from "tap";
import { startFront } from "../../setup/site/front.ts";
import { forgetShifts, recordShifts, shiftsOf } from "../../setup/site/layout-shifts.ts";
import { sharedSites } from "../../setup/site/shared-sites.ts";
import { content, openWindow, pageScene, type SceneOptions } from "./page-scene.ts";

const LOADING = "Loading news and events...";

/** A site that has never had data, over a source that takes longer than the head start. */
async function lateScene(t: Test, options: SceneOptions = {}) {
  const viewport = { width: 375, height: 700 };
  const scene = await pageScene(t, { content, viewport, ...options });
  scene.source.delayMs = 1_000;
  return scene;
}

for (const width of [375, 1280])
  t.test(`${width} px: late lists take the place of their skeletons`, async (t) => {
    const { page, output, open } = await lateScene(t, { viewport: { width, height: 700 } });
    await recordShifts(page);
    const lists = Promise.withResolvers<void>();
    await page.route("**/bff/view/**", async (route) => {
      await lists.promise;
      await route.continue();
    });
    await open("/");
    const news = page.locator("section", { hasText: "Latest news" }).last();
    await news.getByText(LOADING).filter({ visible: true }).waitFor();
    await news.scrollIntoViewIfNeeded();
    lists.resolve();
    await news.locator("article a").first().waitFor();
    await page.locator('article a[href^="/events/"]').first().waitFor();
    t.equal(await page.getByText(LOADING).count(), 0);
    t.equal(await page.locator("[data-late]").count(), 0);
    t.same(await shiftsOf(page), []);
    t.same(output, []);
  });

t.test("without scripts the late lists are left out, and the rest stands", async (t) => {
  const { page, open } = await lateScene(t, { javaScriptEnabled: false });
  await open("/");
  t.equal(await page.getByRole("heading", { name: "Latest news" }).isVisible(), false);
  t.equal(await page.getByText(LOADING).first().isVisible(), false);
  t.equal(await page.getByRole("heading", { name: "Our Partners" }).isVisible(), true);
});

t.test("a browser that is too old to hydrate shows no skeleton for ever", async (t) => {
  const { page, url } = await lateScene(t);
  await page.addInitScript("delete Array.prototype.at");
  await page.goto(url("/"));
  await page.waitForFunction(() => document.querySelector("[data-late]") === null);
  t.equal(await page.getByRole("link", { name: "All news" }).isVisible(), true);
});

/** The places in pages at which the network pauses. */
const PAUSES = [
  ["/testimonials", "Partner Organizations</a></li></ul></nav>"],
  ["/projects/current", "Empowering Youth Through Football</h2>"],
  ["/no/such/page", "Page Not Found</h1>"],
] as const;

for (const width of [375, 1280])
  t.test(`${width} px: what comes after a pause moves nothing before it`, async (t) => {
    const { samples } = await sharedSites();
    const front = await startFront(t);
    front.leadTo(samples.url);
    const { page, url } = await openWindow(t, front.url, { viewport: { width, height: 700 } });
    await recordShifts(page);
    const wrong: unknown[] = [];
    for (const [path, after] of PAUSES) {
      const release = front.holdPages(after);
      await page.goto(url(path), { waitUntil: "commit" });
      await page.locator("h1").waitFor();
      await forgetShifts(page);
      release();
      await page.waitForLoadState("load");
      await page.locator("footer").last().waitFor();
      wrong.push(...(await shiftsOf(page)).map((shift) => `${path}: ${shift}`));
    }
    t.same(wrong, []);
  });

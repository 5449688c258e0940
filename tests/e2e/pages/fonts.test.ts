import type { Page } from "playwright-core";
import t from "tap";
import { hydrated } from "../../setup/site/hydrated.ts";
import { recordShifts, shiftsOf } from "../../setup/site/layout-shifts.ts";
import { sampleScene } from "./page-scene.ts";

/** Returns the fonts that the browser draws the heading with. */
async function drawnFonts(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const { nodeId } = await session.send("DOM.querySelector", {
    nodeId: root.nodeId,
    selector: "h1",
  });
  const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName).join();
}

const settled = (page: Page) => page.evaluate(() => document.fonts.ready.then(() => true));

t.test("the first page does not wait for the web font, the next document has it", async (t) => {
  const { page, open } = await sampleScene(t);
  await recordShifts(page);
  // A font that comes before the first paint, as on a quick machine, would be used at once.
  await page.route("**/*.woff2", async (route) => {
    await page.waitForFunction(
      () => performance.getEntriesByName("first-contentful-paint").length > 0,
    );
    await route.continue();
  });
  await open("/about-us");
  t.equal(await page.locator("link[rel=preload][as=font]").count(), 0);
  await settled(page);
  t.notMatch(await drawnFonts(page), "Montserrat");
  t.same(await shiftsOf(page), []);
  await page.unroute("**/*.woff2");
  await open("/faq");
  await settled(page);
  t.match(await drawnFonts(page), "Montserrat");
  t.same(await shiftsOf(page), []);
});

t.test("the next page has the web font after a navigation in the browser too", async (t) => {
  const { page, open } = await sampleScene(t);
  await open("/about-us");
  await hydrated(page);
  await settled(page);
  await page.locator("header").getByRole("link", { name: "Our Work" }).click();
  await page.getByRole("heading", { name: "Our Work", level: 1 }).waitFor();
  t.match(await drawnFonts(page), "Montserrat");
});

import t from "tap";
import { onePerTemplate } from "../../setup/site/every-page.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { forgetShifts, recordShifts, shiftsOf } from "../../setup/site/layout-shifts.ts";
import { browser, place } from "./every-page-scene.ts";

for (const width of [375, 1280]) {
  t.test(`pictures that come late move nothing, on no page at ${width} px`, async (t) => {
    const context = await browser.newContext({ viewport: { width, height: 800 } });
    const page = await context.newPage();
    let pictures = Promise.withResolvers<void>();
    await page.route(/\/images-[^/]+\//, async (route) => {
      await pictures.promise;
      await route.continue();
    });
    await recordShifts(page);
    for (const address of onePerTemplate(place.addresses)) {
      pictures = Promise.withResolvers<void>();
      await page.goto(place.site.url + address, { waitUntil: "domcontentloaded" });
      // Everything else is laid out before the first picture comes.
      await forgetShifts(page);
      pictures.resolve();
      await page.waitForLoadState("load");
      // Hydrated: a carousel hides its other slides only then, and hidden pictures never come.
      // The search page is not hydrated, and has none.
      if (!address.startsWith("/search")) await hydrated(page);
      // Down to the end in steps, so that every lazy picture is requested.
      const broken = await page.evaluate(async () => {
        const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
        for (let top = 0; top < document.body.scrollHeight; top += window.innerHeight) {
          window.scrollTo({ top, behavior: "instant" });
          await rest(60);
        }
        const pictures = [...document.images].filter((image) => image.checkVisibility());
        await Promise.all(pictures.map((image) => image.decode().catch(() => null)));
        await rest(60);
        return pictures.filter((image) => image.naturalWidth === 0).map((image) => image.src);
      });
      t.same(await shiftsOf(page), [], `${address} moves nothing`);
      t.same(broken, [], `${address} shows every picture`);
    }
    await context.close();
  });
}

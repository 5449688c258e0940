import type { Page } from "playwright-core";
import t from "tap";
import { clipped } from "../../setup/site/clipped.ts";
import { inEnglish, onePerTemplate } from "../../setup/site/every-page.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { forgetShifts, recordShifts, shiftsOf } from "../../setup/site/layout-shifts.ts";
import { sharedSites } from "../../setup/site/shared-sites.ts";
import { every, isWhole } from "../../setup/whole.ts";
import { axeFaults } from "./axe.ts";
import { sampleScene } from "./page-scene.ts";

const IN_KISWAHILI = ["", "/about-us", "/news-events", "/get-involved", "/contact-us", "/donate"];
const kiswahili = [...IN_KISWAHILI, "/blog"].map((path) => `/sw${path}`);

const isForeign = (request: string) => !/^(?:\/|data:)/.test(request);
/** Goes down to the end of the page, waits for every picture that is seen, and gives the broken ones. */
const brokenPictures = (page: Page) =>
  page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += window.innerHeight) {
      window.scrollTo({ top, behavior: "instant" });
      await new Promise(requestAnimationFrame);
    }
    const pictures = [...document.images].filter((image) => image.checkVisibility());
    await Promise.all(pictures.map((image) => image.decode().catch(() => null)));
    return pictures.filter((image) => image.naturalWidth === 0).map((image) => image.src);
  });

/** The checks by page: every template on a phone, a third on a wide screen, axe once for each. `npm run test:all` runs all of them. */
for (const [width, colorScheme, isOfPhones] of [
  [375, "dark", true],
  [1280, "light", false],
] as const)
  t.test(
    `at ${width} px, ${colorScheme}, every page is silent, whole and still, asks no other host, and axe finds nothing`,
    async (t) => {
      const { samples } = await sharedSites();
      const viewport = { width, height: 800 };
      const scene = await sampleScene(t, { viewport, colorScheme, bypassCSP: true });
      const { page, output, requests, url } = scene;
      let pictures = Promise.withResolvers<void>();
      await page.route(/\/images-[^/]+\//, async (route) => {
        await pictures.promise;
        await route.continue();
      });
      await recordShifts(page);
      const addresses = isWhole
        ? onePerTemplate(samples.addresses)
        : [...onePerTemplate(inEnglish(samples.addresses)), ...kiswahili].filter(
            (_, index) => isOfPhones || index % 3 === 2,
          );
      const wrong: [address: string, what: string, ...faults: unknown[]][] = [];
      for (const [index, address] of addresses.entries()) {
        const note = (what: string, faults: readonly unknown[]) => {
          if (faults.length > 0) wrong.push([address, what, ...faults]);
        };
        output.length = 0;
        requests.length = 0;
        pictures = Promise.withResolvers<void>();
        await page.goto(url(address), { waitUntil: "domcontentloaded" });
        // Everything else is laid out before the first picture comes.
        await forgetShifts(page);
        pictures.resolve();
        await page.waitForLoadState("load");
        // The carousel of Home asks only then for the pictures of its other slides.
        await hydrated(page);
        note("broken pictures", await brokenPictures(page));
        note("shifts", await shiftsOf(page));
        const isMissing = address === "/no/such/page";
        note(
          "console",
          output.filter((text) => !(isMissing && text.includes("404"))),
        );
        note("other hosts", requests.filter(isForeign));
        note(`clipped at ${width} px`, await clipped(page));
        if (isWhole || !isOfPhones || index % 3 < 2) note("axe", await axeFaults(page));
        if (width > 375) continue;
        await page.setViewportSize({ width: 320, height: 640 });
        note("clipped at 320 px", await clipped(page));
        await page.setViewportSize(viewport);
      }
      t.same(wrong, []);
    },
  );

t.test("without scripts no page asks another host, or clips what it shows at 320 px", async (t) => {
  const { samples } = await sharedSites();
  const viewport = { width: 320, height: 640 };
  const { page, requests, open } = await sampleScene(t, { javaScriptEnabled: false, viewport });
  const wrong: unknown[] = [];
  for (const address of every(2, onePerTemplate(samples.addresses))) {
    await open(address);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    for (const what of await clipped(page)) wrong.push([address, what]);
  }
  t.same([...wrong, ...requests.filter(isForeign)], []);
});

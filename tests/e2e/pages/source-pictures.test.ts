import type { Page } from "playwright-core";
import t from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { jpeg, serveBytes } from "../../fakes/pictures.ts";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { recordShifts, shiftsOf } from "../../setup/site/layout-shifts.ts";
import { startScene } from "../../setup/site/scene.ts";
import { startSite } from "../../setup/site/site.ts";
import { testFolder } from "../../setup/test-folder.ts";
import { openWindow } from "./page-scene.ts";

const PAGES = ["/", "/news-events", "/news-events/news/tap", "/events/forum"];

/** The pictures of the source that a page shows: their natural widths, 0 for one that failed. */
async function shown(page: Page): Promise<number[]> {
  // A part that was streamed, or read again by the browser, may stand in its place after `load`.
  await page.locator('main img[src*="/pictures/"]').first().waitFor({ state: "attached" });
  return page.evaluate(async () => {
    const pictures = [...document.images].filter(({ src }) => src.includes("/pictures/"));
    for (const picture of pictures) {
      picture.loading = "eager";
      await picture.decode().catch(() => null);
    }
    return pictures.map(({ naturalWidth }) => naturalWidth);
  });
}

const firstCard = (page: Page) =>
  page
    .locator("article picture img")
    .first()
    .evaluate((image: HTMLImageElement) => image.currentSrc);

t.test("a page that is open shows a picture as soon as the source has it", async (t) => {
  const clock = { ms: SAMPLE_CLOCK };
  const news = [{ id: 1, slug: "tap", title: "A tap", image: "/media/tap.jpg" }];
  const { source, site } = await startScene(t, { news, now: () => clock.ms });
  source.media.set("/media/tap.jpg", (_request, response) => response.destroy());
  const { page, open } = await openWindow(t, site.url);
  await page.clock.install({ time: SAMPLE_CLOCK });
  await open("/news-events/news/tap?complete=1");
  const frame = page.locator("main div:has(> picture)");
  await page.waitForFunction(
    (box) => box !== null && getComputedStyle(box).backgroundImage.includes("/fallback/"),
    await frame.elementHandle(),
  );
  const picture = frame.locator("picture img");
  t.equal(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth), 0);
  source.media.set("/media/tap.jpg", serveBytes(await jpeg(1500, 900)));
  clock.ms += 5_000;
  await page.clock.runFor(5_000);
  await page.waitForFunction(
    () => (document.querySelector<HTMLImageElement>("main picture img")?.naturalWidth ?? 0) > 0,
  );
});

t.test("the source's pictures are on every page, after its end and a restart too", async (t) => {
  const dataDir = testFolder(t);
  const source = await startFakeContentApi({
    news: [
      {
        id: 1,
        slug: "tap",
        title: "A tap",
        image: "/media/tap.jpg",
        content: '<p>Look: <img src="/media/body.jpg" alt="A pump"></p>',
        published_at: "2026-01-02T08:00:00Z",
      },
    ],
    events: [
      {
        id: 2,
        slug: "forum",
        title: "Forum",
        start_date: new Date(SAMPLE_CLOCK + 86_400_000).toISOString(),
        featured_image: "/media/forum.jpg",
      },
    ],
  });
  for (const name of ["tap", "body", "forum"])
    source.media.set(
      `/media/${name}.jpg`,
      serveBytes(await jpeg(1500, 900), { etag: `"${name}"` }),
    );
  const start = () =>
    startSite({
      contentApiUrl: source.url,
      env: { DATA_DIR: dataDir },
      now: () => SAMPLE_CLOCK,
    });
  const first = await start();
  const wrong: unknown[] = [];
  let card = "";
  const visit = async (name: string, siteUrl: string, javaScriptEnabled = true) => {
    const scene = await openWindow(t, siteUrl, { javaScriptEnabled });
    const { page, requests, open } = scene;
    await recordShifts(page);
    for (const path of PAGES) {
      await open(path);
      const widths = await shown(page);
      // Later pages may use a larger one that the browser still has.
      if (path === "/") card = await firstCard(page);
      if (widths.length === 0 || widths.includes(0)) wrong.push([name, path, ...widths]);
      if (javaScriptEnabled) wrong.push(...(await shiftsOf(page)));
    }
    wrong.push(...requests.filter((request) => !/^(?:\/|data:)/.test(request)));
    return scene;
  };
  // The second time every size is known.
  await visit("first", first.url);
  await visit("scriptless", first.url, false);
  await visit("second", first.url);

  t.match(card, /\/640\./, "a card loads the width of a card");

  await first.close();
  await source.close();
  const second = await start();
  t.teardown(() => second.close());
  await visit("after a restart", second.url);
  t.same(wrong, []);
});

import type { Page } from "playwright-core";
import t from "tap";
import { jpeg, serveBytes } from "../../fakes/pictures.ts";
import { every } from "../../setup/whole.ts";
import { content, pageScene } from "./page-scene.ts";

const WIDTHS = [320, 375, 768, 1024, 1280, 1440, 1920];
const ORIGINAL = { width: 1800, height: 1200 };
const TEXT = '<p>Water</p><p><img src="/media/1.jpg" alt="A pump" width="1800" height="1200"></p>';
const PAGES = [
  "/",
  "/news-events",
  "/news-events?type=events&past=1",
  "/news-events/news/sized",
  "/events/sized",
];

const withPictures = (rows: readonly Record<string, unknown>[], name: string) =>
  rows.slice(0, 12).map((row, index) => ({ ...row, image: `/media/${name}${index}.jpg` }));

/** The pictures of the source that a page shows: which file the browser chose, and what for. */
const chosenOn = (page: Page) =>
  page.evaluate(async (ratio) => {
    const pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
    const found = [];
    for (const image of document.querySelectorAll<HTMLImageElement>(
      "main img[src^='/pictures/']",
    )) {
      const { width, height } = image.getBoundingClientRect();
      const list = image.parentElement?.querySelector("source") ?? image;
      // One pixel that is said to be one wide is as wide as `sizes` says.
      const probe = new Image();
      probe.sizes = list.sizes;
      probe.srcset = `${pixel} 1w`;
      await probe.decode();
      const isFilled = getComputedStyle(image).objectFit === "cover";
      found.push({
        sizes: list.sizes,
        said: probe.naturalWidth,
        needed: Math.floor(isFilled ? Math.max(width, height * ratio) : width),
        chosen: Number(/\/(\d+)\.\w+$/.exec(image.currentSrc)?.[1]),
        widest: Math.max(
          ...Array.from(list.srcset.matchAll(/(\d+)w/g), ([, step]) => Number(step)),
        ),
      });
    }
    return found;
  }, ORIGINAL.width / ORIGINAL.height);

for (const dots of [1, 2])
  t.test(`at ${dots} dots a pixel no picture is soft, and none far too large`, async (t) => {
    const [item, ...news] = withPictures(content.news, "n");
    const [event, ...events] = withPictures(content.events, "e");
    const { page, source, url } = await pageScene(t, {
      content: {
        news: [{ ...item, slug: "sized", content: TEXT }, ...news],
        events: [{ ...event, slug: "sized", description: TEXT }, ...events],
      },
      env: { HEAD_START_MS: "10000" },
      deviceScaleFactor: dots,
      javaScriptEnabled: false,
    });
    const original = serveBytes(await jpeg(ORIGINAL.width, ORIGINAL.height), { etag: '"one"' });
    for (let name = 0; name < 12; name += 1) {
      source.media.set(`/media/n${name}.jpg`, original);
      source.media.set(`/media/e${name}.jpg`, original);
    }
    source.media.set("/media/1.jpg", original);
    // As browsers read it that know neither `auto` nor `lazy`.
    await page.route(/\/[^.]*$/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll(/sizes="auto, | loading="lazy"/g, (text) =>
        text.startsWith("sizes") ? 'sizes="' : "",
      );
      await route.fulfill({ response, body });
    });
    const wrong: unknown[] = [];
    let count = 0;
    for (const path of PAGES)
      for (const width of every(2, WIDTHS)) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(url(path));
        for (const picture of await chosenOn(page)) {
          const { said, needed, chosen, widest } = picture;
          count += 1;
          const isTrue = said >= needed && said <= needed * 1.3 + 50;
          // On fine screens browsers round to the nearer file.
          const isSharp = chosen >= Math.min(widest, needed * dots * (dots > 1 ? 0.8 : 1));
          if (!(isTrue && isSharp)) wrong.push([path, width, picture]);
        }
      }
    t.same(wrong, []);
    t.ok(count > 80, `${count} pictures`);
  });

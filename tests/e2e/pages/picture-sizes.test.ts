import type { Page } from "playwright-core";
import t from "tap";
import { jpeg, serveBytes } from "../../fakes/pictures.ts";
import { every } from "../../setup/whole.ts";
import { content, pageScene, sampleScene } from "./page-scene.ts";

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

/** The pictures of a page that come in several widths: the width of each box, and of the file that a browser takes for it. */
const filesOn = (page: Page) =>
  page.evaluate(async () => {
    const pixel = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";
    const found = [];
    for (const image of document.querySelectorAll("img")) {
      const { width, height } = image.getBoundingClientRect();
      const sources = image.parentElement?.querySelectorAll<HTMLSourceElement>(":scope > source");
      const source = [...(sources ?? [])].find(({ media }) => !media || matchMedia(media).matches);
      const { srcset, sizes } = source ?? image;
      const files = Array.from(srcset.matchAll(/ (\d+)w/g), ([, step]) => Number(step));
      if (files.length === 0 || width === 0) continue;
      const probe = new Image();
      probe.sizes = sizes;
      probe.srcset = `${pixel} 1w`;
      await probe.decode();
      const isFilled = getComputedStyle(image).objectFit === "cover";
      const ratio = Number(image.getAttribute("width")) / Number(image.getAttribute("height"));
      const box = Math.floor(isFilled && ratio ? Math.max(width, height * ratio) : width);
      const fitting = (needed: number) =>
        Math.min(...files.filter((file) => file >= needed), Math.max(...files));
      const chosen = fitting(probe.naturalWidth);
      const isRight =
        chosen >= Math.min(box, Math.max(...files)) && chosen <= Math.max(2 * box, fitting(box));
      found.push({ box, chosen, sizes, isRight, files: files.join(" ") });
    }
    return found;
  });

t.test(
  "every photograph of the content is as wide as its box, and at most twice as wide",
  async (t) => {
    const { page, url } = await sampleScene(t, { javaScriptEnabled: false });
    const map = await (await fetch(url("/sitemap.xml"))).text();
    const paths = Array.from(
      map.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g),
      ([, path]) => path ?? "",
    );
    const english = paths.filter((path) => !path.startsWith("/sw"));
    t.ok(english.length > 20);
    // The sizes alone are read, not the files. As browsers read them that do not know `auto`.
    await page.route(/\.(?:avif|webp|jpe?g|png)$/, (route) => route.abort());
    await page.route(/\/[^.]*$/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('sizes="auto, ', 'sizes="');
      await route.fulfill({ response, body });
    });
    const wrong = new Set<string>();
    let count = 0;
    for (const path of english) {
      // Most pages have no photograph yet.
      if (!(await (await fetch(url(path || "/"))).text()).includes("srcset=")) continue;
      await page.goto(url(path || "/"));
      for (const width of [375, 768, 1280]) {
        await page.setViewportSize({ width, height: 900 });
        for (const { isRight, ...picture } of await filesOn(page)) {
          count += 1;
          if (!isRight) wrong.add(`${path} at ${width} px: ${JSON.stringify(picture)}`);
        }
      }
    }
    t.same([...wrong].slice(0, 10), []);
    t.ok(count > 5, `${count} pictures`);
  },
);

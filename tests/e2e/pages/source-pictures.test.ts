import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import t from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { jpeg, serveBytes } from "../../fakes/pictures.ts";
import { launchBrowser } from "../../setup/services/browser.ts";
import { recordShifts, shiftsOf } from "../../setup/site/layout-shifts.ts";
import { startSiteProcess } from "../../setup/site/site-process.ts";

const TOKEN = "0123456789abcdef";
const WIDTH = 1500;
const PAGES = ["/", "/news-events", "/news-events/news/tap", "/events/forum"];

let browser: Browser;
t.before(async () => {
  browser = await launchBrowser();
});
t.teardown(() => browser.close());

/** The pictures of the source that a page shows: their natural widths, 0 for one that failed. */
async function shownOn(page: Page, address: string): Promise<number[]> {
  await page.goto(address, { waitUntil: "load" });
  // A part that was streamed, or read again by the browser, may stand in its place after `load`.
  await page
    .locator('main img[src*="/pictures/"]')
    .first()
    .waitFor({ state: "attached" })
    .catch(async () => t.comment(await page.locator("main").innerHTML()));
  return shown(page);
}

function shown(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const pictures = [...document.images].filter(({ src }) => src.includes("/pictures/"));
    for (const picture of pictures) {
      picture.loading = "eager";
      await picture.decode().catch(() => null);
    }
    return pictures.map(({ naturalWidth }) => naturalWidth);
  });
}

t.test("the source's pictures are on every page, after its end and a restart too", async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), "source-pictures-"));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
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
        start_date: new Date(Date.now() + 86_400_000).toISOString(),
        featured_image: "/media/forum.jpg",
      },
    ],
  });
  for (const name of ["tap", "body", "forum"])
    source.media.set(
      `/media/${name}.jpg`,
      serveBytes(await jpeg(WIDTH, 900), { etag: `"${name}"` }),
    );
  const env = {
    DATA_DIR: dataDir,
    CONTENT_API_URL: source.url,
    FRESH_SECONDS: "0.01",
    EVENTS_WRITE_TOKEN: TOKEN,
  };
  const first = await startSiteProcess(env);
  // The second time every size is known.
  for (const visit of ["first", "second", "scriptless"]) {
    const context = await browser.newContext({ javaScriptEnabled: visit !== "scriptless" });
    const page = await context.newPage();
    await recordShifts(page);
    const strangers: string[] = [];
    page.on("request", (request) => {
      if (!/^data:/.test(request.url()) && !request.url().startsWith(first.url))
        strangers.push(request.url());
    });
    for (const path of PAGES) {
      const widths = await shownOn(page, first.url + path);
      t.ok(
        widths.length > 0 && widths.every((width) => width > 0),
        `${visit} visit of ${path}: ${widths}`,
      );
      if (visit !== "scriptless") t.same(await shiftsOf(page), [], `${path} moves nothing`);
    }
    t.same(strangers, [], "no page asks another host");
    await context.close();
  }
  const wide = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await wide.goto(`${first.url}/`, { waitUntil: "load" });
  await wide.locator("article picture img").first().scrollIntoViewIfNeeded();
  await wide.waitForFunction(() => {
    const picture = document.querySelector<HTMLImageElement>("article picture img");
    return picture?.complete && picture.currentSrc !== "";
  });
  const chosen = await wide
    .locator("article picture img")
    .first()
    .evaluate((img: HTMLImageElement) => img.currentSrc);
  t.match(chosen, /\/640\./, "a card loads the width of a card");
  await wide.close();
  const desk = await browser.newPage();
  await desk.goto(`${first.url}/staff/events`);
  await desk.getByLabel("Staff token").fill(TOKEN);
  await desk.getByRole("button", { name: "Continue" }).click();
  await desk.getByRole("link", { name: "Forum" }).waitFor();
  t.match(await shown(desk), [/^[1-9]/], "the list of the staff");
  await desk.close();
  await first.kill();
  await source.close();

  const second = await startSiteProcess(env);
  t.teardown(() => second.end());
  const context = await browser.newContext();
  const page = await context.newPage();
  for (const path of PAGES) {
    const widths = await shownOn(page, second.url + path);
    t.ok(
      widths.length > 0 && widths.every((width) => width > 0),
      `${path} after a restart: ${widths}`,
    );
  }
  await context.close();
});

t.test("the pictures of the embedded content API are there after a restart", async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), "embedded-pictures-"));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  for (const start of ["first", "second"]) {
    const site = await startSiteProcess({ DATA_DIR: dataDir, CONTENT_API_URL: "" });
    const { data } = await (await fetch(`${site.url}/bff/news?limit=1`)).json();
    const { pathname } = new URL(data[0].image.url);
    // The first start fetches none: the second finds it at the source, not on disk.
    if (start === "second") t.equal((await fetch(site.url + pathname)).status, 200);
    await site.end();
  }
});

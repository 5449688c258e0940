import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import t, { type Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { launchBrowser } from "../../setup/services/browser.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { startSite, type TestSite } from "../../setup/site/site.ts";

let browser: Browser;
let site: TestSite;
t.before(async () => {
  const source = await startFakeContentApi({});
  site = await startSite({ contentApiUrl: source.url });
  browser = await launchBrowser();
  t.teardown(async () => {
    await browser.close();
    await site.close();
    await source.close();
  });
});

async function scene(t: Test, options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  const output: string[] = [];
  page.on("console", (message) => output.push(message.text()));
  page.on("pageerror", (error) => output.push(error.message));
  t.teardown(() => context.close());
  const go = async (path: string) => {
    await page.goto(site.url + path, { waitUntil: "networkidle" });
    if (options.javaScriptEnabled !== false) await hydrated(page);
  };
  return { page, context, output, go, path: () => page.url().replace(site.url, "") };
}

const FOOTBALL = "/projects/current/empowering-youth-through-football";
const SHOTS = "/news-events/gallery";

t.test("every page is hydrated without a word, and nothing on it moves", async (t) => {
  const { page, output, go } = await scene(t, { viewport: { width: 375, height: 800 } });
  await page.addInitScript(() => {
    const total = { value: 0 };
    Object.assign(window, { shifted: total });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ("value" in entry) total.value += Number(entry.value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const path of [
    "/projects",
    "/projects/past",
    FOOTBALL,
    "/projects/past/women-microenterprise",
    "/blog",
    "/blog/category/wash",
    "/blog/tag/clean-water",
    "/blog/who-mends-the-pump",
    "/news-events/announcements",
    "/news-events/announcements/free-helmet-check",
    SHOTS,
    `${SHOTS}?photo=wash-village-well`,
  ]) {
    await go(path);
    t.equal(await page.evaluate("window.shifted.value"), 0, path);
    const widest = await page.evaluate(() => document.documentElement.scrollWidth);
    t.ok(widest <= 375, `${path} is no wider than the window`);
  }
  t.same(output, []);
});

t.test("the project filters change the list without loading the page anew", async (t) => {
  const { page, output, go, path } = await scene(t);
  await go("/projects");
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.getByRole("link", { name: /^Past Projects/ }).click();
  await page.getByRole("heading", { level: 2, name: "Past Projects" }).waitFor();
  t.equal(path(), "/projects?status=past#filters");
  await page.getByRole("link", { name: "Youth Development" }).click();
  await page.getByRole("heading", { name: "No Projects Found" }).waitFor();
  t.equal(path(), "/projects?status=past&category=youth-development#filters");
  await page.getByRole("link", { name: "view all projects" }).click();
  await page.getByRole("heading", { level: 2, name: "All Projects" }).waitFor();
  t.equal(await page.locator("main article").count(), 3);
  await page.goBack();
  await page.getByRole("heading", { name: "No Projects Found" }).waitFor();
  t.equal(await page.evaluate("window.isSamePage"), true);
  t.same(output, []);
});

t.test("filters, pages and tags are links that work without scripts", async (t) => {
  const { page, go, path } = await scene(t, { javaScriptEnabled: false });
  await go("/projects");
  await page.getByRole("link", { name: "Current Projects" }).first().click();
  await page.getByRole("link", { name: "WASH & Health" }).click();
  await page.getByRole("heading", { name: "No Projects Found" }).waitFor();
  await page.getByRole("link", { name: "view all projects" }).click();
  t.equal(path(), "/projects");
  await page.getByRole("link", { name: "Empowering Youth Through Football" }).click();
  await page.getByRole("heading", { name: "Our Role & Commitment" }).waitFor();
  t.equal(await page.getByText("Loading project...").count(), 0);

  await go("/news-events/announcements");
  await page.getByRole("link", { name: "Next" }).click();
  t.equal(path(), "/news-events/announcements?page=2");
  await page.getByRole("link", { name: "Free helmet check for riders" }).click();
  await page.getByRole("heading", { level: 1, name: "Free helmet check for riders" }).waitFor();

  await go("/blog/who-mends-the-pump");
  t.equal(await page.getByText(/\d views?$/).count(), 0);
  await page.getByRole("link", { name: "Maintenance" }).click();
  await page.getByRole("link", { name: "Who mends the pump?" }).waitFor();
});

t.test(
  "a project loads for a second on navigation, in its final size, and never on arrival",
  async (t) => {
    const { page, output, go } = await scene(t);
    await go(FOOTBALL);
    t.equal(await page.getByText("Loading project...").count(), 0, "not on a page load");

    await go("/projects");
    await page.getByRole("link", { name: "Empowering Youth Through Football" }).click();
    const loading = page.getByRole("heading", { level: 1, name: "Loading project..." });
    await loading.waitFor();
    t.equal(await page.locator("#announcer").textContent(), "Loading project...");
    t.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
    t.equal(await page.getByText("Overview").isVisible(), false);
    const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
    const before = await heightOf();
    const title = page.getByRole("heading", {
      level: 1,
      name: "Empowering Youth Through Football",
    });
    await title.waitFor();
    t.equal(await loading.count(), 0);
    t.equal(await heightOf(), before, "the skeleton had the final size");
    t.equal(
      await page.evaluate(() => document.activeElement?.textContent),
      "Empowering Youth Through Football",
      "focus is on the title",
    );
    t.same(output, []);
  },
);

t.test("an unknown project is loaded too, then not found", async (t) => {
  const { page, go } = await scene(t);
  await go("/projects/current");
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('main a[href$="menstrual-justice"]');
    link?.click();
  });
  await page.getByRole("heading", { level: 1, name: "Menstrual Justice Initiative" }).waitFor();
  await page.evaluate(() => {
    window.history.pushState(null, "", "/projects/current/none");
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
  await page.getByRole("heading", { name: "Loading project..." }).waitFor();
  await page.getByRole("heading", { level: 1, name: "Project Not Found" }).waitFor();
  await page.getByRole("link", { name: "Return to Projects" }).waitFor();
  t.match(await page.title(), "Project Not Found");
});

t.test("a post's views are chosen once a session and stored under the spec's key", async (t) => {
  const { page, output, go } = await scene(t);
  await go("/blog/who-mends-the-pump");
  const views = page.getByText(/^\d+ views$/);
  await views.waitFor();
  const stored = () =>
    page.evaluate(() => window.sessionStorage.getItem("blog_who-mends-the-pump_viewed"));
  const count = Number(await stored());
  t.ok(Number.isInteger(count) && count >= 50 && count <= 499, `${count} is from 50 to 499`);
  t.equal(await views.textContent(), `${count} views`);
  await page.reload();
  await views.waitFor();
  t.equal(await views.textContent(), `${count} views`, "the same after a reload");
  await page.evaluate(() => window.sessionStorage.setItem("blog_who-mends-the-pump_viewed", "1"));
  await page.reload();
  await page.getByText(/^1 view$/).waitFor();
  await page.getByRole("link", { name: "A tap is only the beginning" }).click();
  await page.getByRole("heading", { level: 1, name: "A tap is only the beginning" }).waitFor();
  await views.waitFor();
  t.ok(
    await page.evaluate(() =>
      window.sessionStorage.getItem("blog_a-tap-is-only-the-beginning_viewed"),
    ),
    "another post has a mark of its own",
  );
  t.same(output, []);
});

t.test("a browser that keeps nothing shows no views and no fault", async (t) => {
  const { page, go } = await scene(t);
  const output: string[] = [];
  page.on("console", (message) => output.push(`${message.type()} ${message.text()}`));
  await page.addInitScript(() => {
    Object.defineProperty(window, "sessionStorage", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await go("/blog/who-mends-the-pump");
  await page.waitForTimeout(300);
  t.equal(await page.getByText(/\d views?$/).count(), 0);
  t.equal(output.length, 1);
  t.match(output[0], /^debug site fault/, "one quiet line");
});

t.test("announcements turn their pages, and the ends stay in place", async (t) => {
  const { page, output, go, path } = await scene(t);
  await go("/news-events/announcements");
  const pages = page.getByRole("navigation", { name: "Announcements pages" });
  t.equal(await pages.getByRole("link", { name: "Previous" }).count(), 0);
  await pages.getByRole("link", { name: "Page 2" }).click();
  await page.getByRole("link", { name: "Free helmet check for riders" }).waitFor();
  t.equal(path(), "/news-events/announcements?page=2");
  t.equal(await pages.getByRole("link", { name: "Next" }).count(), 0);
  t.equal(await pages.getByText("Next").isVisible(), true);
  await pages.getByRole("link", { name: "Previous" }).click();
  await page.getByRole("link", { name: "Office closed from 24 December" }).waitFor();
  t.equal(path(), "/news-events/announcements");
  t.same(output, []);
});

/** Whether the wheel moves the page. */
async function scrolls(page: Page): Promise<boolean> {
  const before = await page.evaluate(() => window.scrollY);
  await page.mouse.move(5, 500);
  await page.mouse.wheel(0, 300);
  await page.waitForTimeout(250);
  const after = await page.evaluate(() => window.scrollY);
  return after !== before;
}
/** The id of what has focus once the frames of an arrival are over. */
const focusedId = (page: Page) =>
  page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return document.activeElement?.id;
  });

t.test("the lightbox opens from the grid, holds the page, and gives focus back", async (t) => {
  const { page, output, go, path } = await scene(t);
  await go(SHOTS);
  const dialog = page.getByRole("dialog");
  const tile = page.getByRole("link", { name: "A hand pump on a round concrete apron" });

  await tile.click();
  await dialog.waitFor();
  t.equal(path(), `${SHOTS}?photo=wash-village-well`);
  t.equal(await dialog.evaluate((box) => box.matches(":modal")), true);
  t.equal(await scrolls(page), false, "the page behind is held");
  await dialog.getByText("WASH", { exact: true }).waitFor();
  await dialog.getByText("A fenced well with a drained apron stays clean for years.").waitFor();
  t.equal(await page.evaluate(() => document.activeElement?.textContent), "Close");

  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.waitForURL(site.url + SHOTS);
  t.equal(await focusedId(page), "photo-wash-village-well");
  t.equal(await scrolls(page), true, "the page moves again");

  await tile.click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.waitForURL(site.url + SHOTS);
  t.equal(await focusedId(page), "photo-wash-village-well");

  await tile.click();
  await dialog.waitFor();
  await page.mouse.click(10, 450);
  await dialog.waitFor({ state: "hidden" });
  await page.waitForURL(site.url + SHOTS);

  await tile.click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  t.equal(path(), SHOTS);
  t.equal(await focusedId(page), "photo-wash-village-well");
  t.same(output, []);
});

t.test("arrow keys and links go round the photos of the filter", async (t) => {
  const { page, output, go, path } = await scene(t);
  await go(SHOTS);
  await page.getByRole("link", { name: "WASH", exact: true }).click();
  await page.waitForURL(/category=wash$/);
  // The URL changes at once, the page when it is ready.
  await page.waitForFunction(() => document.querySelectorAll("main li a[id]").length === 2);
  await page.getByRole("link", { name: "Three pupils with cups at a row of taps" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("1 of 2").waitFor();
  await page.keyboard.press("ArrowRight");
  await dialog.getByText("2 of 2").waitFor();
  t.equal(path(), `${SHOTS}?category=wash&photo=wash-village-well`);
  await page.keyboard.press("ArrowRight");
  await dialog.getByText("1 of 2").waitFor();
  await page.keyboard.press("ArrowLeft");
  await dialog.getByText("2 of 2").waitFor();
  await dialog.getByRole("link", { name: "Previous photo" }).click();
  await dialog.getByText("1 of 2").waitFor();
  await dialog.getByRole("link", { name: "Next photo" }).click();
  await dialog.getByText("2 of 2").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.waitForURL(`${site.url}${SHOTS}?category=wash`);
  t.equal(await focusedId(page), "photo-wash-village-well", "focus is on the photo last seen");
  t.same(output, []);
});

t.test("a URL with a photo opens it, and Tab stays within", async (t) => {
  const { page, output, go, path } = await scene(t);
  await go(`${SHOTS}?photo=education-library-corner`);
  const dialog = page.getByRole("dialog");
  await page.waitForFunction(() => document.querySelector("dialog")?.matches(":modal"));
  t.equal(await dialog.getByText("9 of 12").isVisible(), true);
  t.equal(await scrolls(page), false);
  for (let press = 0; press < 7; press += 1) {
    await page.keyboard.press("Tab");
    const isOutside = await page.evaluate(() => {
      const at = document.activeElement;
      return at !== document.body && at?.closest("dialog") === null;
    });
    t.equal(isOutside, false);
  }
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "hidden" });
  t.equal(path(), SHOTS);
  t.equal(await focusedId(page), "photo-education-library-corner");
  t.same(output, []);
});

t.test("without scripts the photo of the URL stands on the page, with its ways on", async (t) => {
  const { page, go, path } = await scene(t, { javaScriptEnabled: false });
  await go(SHOTS);
  await page.getByRole("link", { name: "WASH", exact: true }).click();
  await page.getByRole("link", { name: "A hand pump on a round concrete apron" }).click();
  t.equal(path(), `${SHOTS}?category=wash&photo=wash-village-well`);
  const dialog = page.getByRole("dialog");
  t.equal(await dialog.isVisible(), true);
  t.equal(await dialog.evaluate((box) => getComputedStyle(box).position), "static");
  t.equal(await scrolls(page), true, "the page moves");
  await dialog.getByRole("link", { name: "Next photo" }).click();
  t.equal(path(), `${SHOTS}?category=wash&photo=wash-school-taps`);
  await dialog.getByRole("button", { name: "Close" }).click();
  t.equal(path(), `${SHOTS}?category=wash`);
  t.equal(await dialog.isVisible(), false);
});

t.test("the badges can be read in both themes", async (t) => {
  for (const colorScheme of ["light", "dark"] as const) {
    const { page, go } = await scene(t, { colorScheme });
    await go("/projects");
    const contrasts = await page.evaluate(() => {
      const light = (color: string) => {
        const parts = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => Number(part) / 255);
        const [r = 0, g = 0, b = 0] = parts.map((part) =>
          part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
        );
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      return [...document.querySelectorAll("[data-status]")].map((badge) => {
        const { color, backgroundColor } = getComputedStyle(badge);
        const [dim = 0, bright = 0] = [light(color), light(backgroundColor)].sort((a, b) => a - b);
        return (bright + 0.05) / (dim + 0.05);
      });
    });
    t.equal(contrasts.length, 3);
    for (const contrast of contrasts) t.ok(contrast >= 4.5, `${colorScheme}: ${contrast}`);
  }
});

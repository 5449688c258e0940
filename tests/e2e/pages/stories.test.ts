import type { Page } from "playwright-core";
import t from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { sampleScene } from "./page-scene.ts";

const FOOTBALL = "/projects/current/empowering-youth-through-football";
const SHOTS = "/news-events/gallery";

t.test("the project filters change the list without loading the page anew", async (t) => {
  const { page, output, open, path, loads, focused } = await sampleScene(t);
  await open("/projects");
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
  t.same(loads, ["/projects"]);
  await open("/projects/current");
  await page.getByRole("link", { name: /^Past Projects/ }).press("Enter");
  await page.getByRole("heading", { level: 1, name: "Past Projects" }).waitFor();
  await page.locator("main [aria-current]:focus").waitFor();
  t.match(await focused(), "Past Projects", "though its page is another one");
  t.same(output, []);
});

t.test("filters, pages and tags are links that work without scripts", async (t) => {
  const { page, open, path } = await sampleScene(t, { javaScriptEnabled: false });
  await open("/projects");
  await page.getByRole("link", { name: "Current Projects" }).first().click();
  await page.getByRole("link", { name: "WASH & Health" }).click();
  await page.getByRole("heading", { name: "No Projects Found" }).waitFor();
  await page.getByRole("link", { name: "view all projects" }).click();
  t.equal(path(), "/projects");
  await page.getByRole("link", { name: "Empowering Youth Through Football" }).click();
  await page.getByRole("heading", { name: "Our Role & Commitment" }).waitFor();
  t.equal(await page.getByText("Loading project...").count(), 0);

  await open("/news-events/announcements");
  await page.getByRole("link", { name: "Next" }).click();
  t.equal(path(), "/news-events/announcements?page=2");
  await page.getByRole("link", { name: "Free helmet check for riders" }).click();
  await page.getByRole("heading", { level: 1, name: "Free helmet check for riders" }).waitFor();

  await open("/blog/who-mends-the-pump");
  t.equal(await page.getByText(/\d views?$/).count(), 0);
  await page.getByRole("link", { name: "Maintenance" }).click();
  await page.getByRole("link", { name: "Who mends the pump?" }).waitFor();
});

t.test("a project loads for a second on navigation, in its size, never on arrival", async (t) => {
  const { page, output, open, focused } = await sampleScene(t);
  await page.clock.install({ time: SAMPLE_CLOCK });
  await open(FOOTBALL);
  const loading = page.getByRole("heading", { level: 1, name: "Loading project..." });
  t.equal(await loading.count(), 0, "not on a page load");

  await open("/projects");
  await page.clock.pauseAt(SAMPLE_CLOCK + 3_600_000);
  await page.getByRole("link", { name: "Empowering Youth Through Football" }).click();
  await loading.waitFor();
  t.equal(await focused(), "Loading project...");
  t.equal(await page.getByRole("heading", { level: 1 }).count(), 1);
  t.equal(await page.getByText("Overview").isVisible(), false);
  // React shows what was late some tenths of a second later.
  await page.clock.runFor(500);
  await page.locator("main article nav h2").waitFor({ state: "attached" });
  const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await heightOf();
  await page.clock.runFor(499);
  t.equal(await loading.count(), 1);
  await page.clock.runFor(1);
  const title = "Empowering Youth Through Football";
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  t.equal(await loading.count(), 0);
  t.equal(await heightOf(), before, "the skeleton had the final size");
  t.equal(await focused(), title, "focus is on the title");

  t.same(output, []);
  await page.evaluate(() => {
    window.history.pushState(null, "", "/projects/current/none");
    window.dispatchEvent(new PopStateEvent("popstate"));
  });
  await loading.waitFor();
  await page.clock.runFor(1_000);
  await page.getByRole("heading", { level: 1, name: "Project Not Found" }).waitFor();
  await page.getByRole("link", { name: "Return to Projects" }).waitFor();
  t.match(await page.title(), "Project Not Found");
  t.same(
    output.filter((text) => !text.includes("status of 404")),
    [],
    "besides the browser's own line for the 404",
  );
});

t.test("a post's views are chosen once a session and stored under the spec's key", async (t) => {
  const { page, output, open } = await sampleScene(t);
  await open("/blog/who-mends-the-pump");
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
  const { page, open, output } = await sampleScene(t);
  await page.addInitScript(() => {
    Object.defineProperty(window, "sessionStorage", {
      get: () => {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  const said = page.waitForEvent("console");
  await open("/blog/who-mends-the-pump");
  t.equal((await said).type(), "debug");
  t.equal(await page.getByText(/\d views?$/).count(), 0);
  t.match(output, [/^site fault/], "one quiet line");
});

t.test("announcements turn their pages, and the ends stay in place", async (t) => {
  const { page, output, open, path } = await sampleScene(t);
  await open("/news-events/announcements");
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

/** Whether the page can be moved by wheel, finger or key. */
const scrolls = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).overflowY !== "hidden");

/** Resolves once the photo has the focus: the URL changes at once, the page and its focus follow. */
const focusIsOn = (page: Page, id: string) =>
  page.waitForFunction((id) => document.activeElement?.id === id, id);

t.test("the lightbox opens from the grid, holds the page, and gives focus back", async (t) => {
  const { page, output, open, path, url } = await sampleScene(t);
  await open(SHOTS);
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
  await page.waitForURL(url(SHOTS));
  await focusIsOn(page, "photo-wash-village-well");
  t.equal(await scrolls(page), true, "the page moves again");

  await tile.click();
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.waitForURL(url(SHOTS));
  await focusIsOn(page, "photo-wash-village-well");

  await tile.click();
  await dialog.waitFor();
  await page.mouse.click(10, 450);
  await dialog.waitFor({ state: "hidden" });
  await page.waitForURL(url(SHOTS));

  await tile.click();
  await dialog.waitFor();
  await page.goBack();
  await dialog.waitFor({ state: "hidden" });
  t.equal(path(), SHOTS);
  await focusIsOn(page, "photo-wash-village-well");
  t.same(output, []);
});

t.test("arrow keys and links go round the photos of the filter", async (t) => {
  const { page, output, open, path, url } = await sampleScene(t);
  await open(SHOTS);
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
  await page.waitForURL(url(`${SHOTS}?category=wash`));
  await focusIsOn(page, "photo-wash-village-well");
  t.same(output, []);
});

t.test("a URL with a photo opens it, and Tab stays within", async (t) => {
  const { page, output, open, path } = await sampleScene(t);
  await open(`${SHOTS}?photo=education-library-corner`);
  const dialog = page.getByRole("dialog");
  await page.waitForFunction(() => document.querySelector("dialog")?.matches(":modal"));
  t.equal(await dialog.getByText("9 of 12").isVisible(), true);
  t.equal(await scrolls(page), false);
  const places: unknown[] = [];
  for (let press = 0; press < 7; press += 1) {
    await page.keyboard.press("Tab");
    places.push(
      await page.evaluate(() => {
        const at = document.activeElement;
        return at === document.body || at?.closest("dialog") !== null;
      }),
    );
  }
  t.notOk(places.includes(false), `${places}`);
  await dialog.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "hidden" });
  t.equal(path(), SHOTS);
  await focusIsOn(page, "photo-education-library-corner");
  t.same(output, []);
});

t.test("without scripts the photo of the URL stands on the page, with its ways on", async (t) => {
  const { page, open, path } = await sampleScene(t, { javaScriptEnabled: false });
  await open(SHOTS);
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

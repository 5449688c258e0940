import type { Page } from "playwright-core";
import t from "tap";
import home from "../../fixtures/content/home.json" with { type: "json" };
import { sampleScene } from "./page-scene.ts";

type Window = Awaited<ReturnType<typeof sampleScene>>;

const carousel = (page: Page) => page.locator("[aria-roledescription=carousel]");
const slides = (page: Page) => page.locator("[aria-roledescription=slide]");
/** Returns the slide that is in view, from 1. */
const current = (page: Page) =>
  slides(page).evaluateAll((all) => {
    const at = all.map((slide) => Math.abs(slide.getBoundingClientRect().x));
    return at.indexOf(Math.min(...at)) + 1;
  });
/** Waits until a slide is in view, and the only one that takes the focus. */
const shows = (page: Page, slide: number) =>
  page.waitForFunction((number) => {
    const all = [...document.querySelectorAll<HTMLElement>("[aria-roledescription=slide]")];
    const isShown = Math.abs(all[number - 1]?.getBoundingClientRect().x ?? 1) < 1;
    return isShown && all.every((one, at) => one.inert === (at !== number - 1));
  }, slide);
/** Lets React respond to what the clock or a click has told it. */
const settle = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        let turns = 0;
        port1.onmessage = () => {
          turns += 1;
          if (turns > 20) resolve();
          else port2.postMessage(0);
        };
        port2.postMessage(0);
      }),
  );
const pass = async (page: Page, ms: number) => {
  await page.clock.runFor(ms);
  await settle(page);
};
const press = async (page: Page, name: RegExp) => {
  await carousel(page).getByRole("button", { name }).click();
  await settle(page);
};
/** The home page at a moment of its own clock that only the test moves on. */
async function stillHome({ page, open }: Window): Promise<void> {
  await page.clock.install({ time: 0 });
  await open("/");
  await carousel(page).and(page.locator("[data-live]")).waitFor();
  await page.clock.pauseAt(3_600_000);
  await settle(page);
  await pass(page, 1_000);
  await page.mouse.move(2, 2);
  await settle(page);
  // From here on the first slide has its whole time before it.
  await press(page, /Slide 2/);
  await shows(page, 2);
  await pass(page, 600);
  await press(page, /Slide 1/);
  await shows(page, 1);
  await page.mouse.move(2, 2);
  await settle(page);
}

t.test("slides follow one another every four seconds, round and round", async (t) => {
  const scene = await sampleScene(t);
  const { page, output } = scene;
  await stillHome(scene);
  for (const next of [2, 3, 1, 2]) {
    const before = await current(page);
    await pass(page, 3_990);
    t.equal(await current(page), before, "not before its time");
    await pass(page, 10);
    await shows(page, next);
  }
  t.equal(await page.locator("[data-running]").count(), 1, "the bar fills meanwhile");
  t.same(output, []);
});

t.test("arrows and dots turn, wrap, and wait for the turn under way", async (t) => {
  for (const [width, lockMs] of [
    [1280, 600],
    [576, 500],
  ] as const) {
    // Without motion a slide is in its place at once, or the press was ignored.
    const viewport = { width, height: 900 };
    const scene = await sampleScene(t, { viewport, reducedMotion: "reduce" });
    const { page } = scene;
    await stillHome(scene);
    await pass(page, lockMs);
    await press(page, /Previous/);
    await shows(page, 3);
    await press(page, /Previous/);
    t.equal(await current(page), 3, "ignored while it turns");
    await pass(page, lockMs - 1);
    await press(page, /Slide 1/);
    t.equal(await current(page), 3, "ignored to the last");
    await pass(page, 1);
    await press(page, /Next/);
    await shows(page, 1);
    await pass(page, lockMs);
    await press(page, /Slide 3/);
    await shows(page, 3);
    await pass(page, lockMs);
    await press(page, /Slide 3/);
    await pass(page, lockMs);
    t.equal(await current(page), 3, "the current dot does nothing");
    await press(page, /Slide 2/);
    await shows(page, 2);
    const dots = carousel(page).getByRole("button", { name: /^Slide/ });
    t.same(await dots.evaluateAll((all) => all.map((dot) => dot.getAttribute("aria-current"))), [
      null,
      "true",
      null,
    ]);
  }
});

t.test("nothing moves while a visitor is in it, has paused it, or is elsewhere", async (t) => {
  const scene = await sampleScene(t);
  const { page } = scene;
  await stillHome(scene);
  await page.mouse.move(300, 300);
  await settle(page);
  await pass(page, 9_000);
  t.equal(await current(page), 1, "under the pointer");
  await page.mouse.move(2, 2);
  await settle(page);
  await pass(page, 4_000);
  // It goes on when the pointer has gone.
  await shows(page, 2);

  await page.keyboard.press("Shift+Tab");
  await page.getByRole("link", { name: "Get Involved" }).first().focus();
  await page.keyboard.press("Tab");
  await settle(page);
  t.equal(
    await page.evaluate(() => document.activeElement?.getAttribute("aria-label")),
    "Pause slides",
  );
  await pass(page, 9_000);
  t.equal(await current(page), 2, "under the keyboard");
  await page.keyboard.press("Enter");
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await pass(page, 9_000);
  t.equal(await current(page), 2, "paused");
  t.equal(await carousel(page).locator("[aria-live=polite]").count(), 1, "a turn is heard");
  await press(page, /Play slides/);
  await page.mouse.move(2, 2);
  await settle(page);

  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await settle(page);
  await pass(page, 9_000);
  t.equal(await current(page), 2, "in a hidden tab");
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: false, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await settle(page);
  await pass(page, 4_000);
  // It goes on when the tab is back.
  await shows(page, 3);
});

t.test("a finger that scrolls the page turns no slide, one that swipes does", async (t) => {
  const scene = await sampleScene(t, {
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    reducedMotion: "reduce",
  });
  const { page } = scene;
  await scene.open("/");
  await carousel(page).and(page.locator("[data-live]")).waitFor();
  const session = await page.context().newCDPSession(page);
  const drag = async (dx: number, dy: number) => {
    const send = (type: "touchStart" | "touchMove" | "touchEnd", share?: number) =>
      session.send("Input.dispatchTouchEvent", {
        type,
        touchPoints: share === undefined ? [] : [{ x: 200 + dx * share, y: 350 + dy * share }],
      });
    await send("touchStart", 0);
    for (const share of [0.2, 0.4, 0.6, 0.8, 1]) await send("touchMove", share);
    await send("touchEnd");
  };
  await drag(-60, -250);
  await page.waitForFunction(() => scrollY > 100);
  t.equal(await current(page), 1);
  await page.evaluate(() => scrollTo(0, 0));
  await drag(-180, -10);
  await shows(page, 2);
  await drag(180, 10);
  await shows(page, 1);
});

t.test("with less motion requested nothing moves on any page", async (t) => {
  const { page, open, url } = await sampleScene(t, { reducedMotion: "reduce" });
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration) > 1)
        .map((animation) => String(Reflect.get(animation, "animationName") ?? "transition")),
    );
  const wrong: unknown[] = [];
  for (const path of ["/", "/news-events", "/news-events/gallery", "/donate"]) {
    await open(path);
    await page.locator("main :is(article, li) a").first().hover();
    wrong.push(...(await moving()));
    const moved = await page.locator("main *:hover").evaluateAll((all) =>
      all.flatMap((one) => {
        const { translate, scale } = getComputedStyle(one);
        return [translate, scale].filter((value) => value !== "none");
      }),
    );
    wrong.push(...moved);
  }
  await open("/faq");
  await page.route("**/assets/**", () => {});
  await page.locator("header").getByRole("link", { name: "Our Work" }).click();
  await page.locator("[data-active]").waitFor({ state: "attached" });
  wrong.push(...(await moving()));
  await page.unroute("**/assets/**");
  await page.setViewportSize({ width: 375, height: 740 });
  await page.goto(url("/faq"));
  await page.getByRole("button", { name: "Open menu" }).click();
  wrong.push(...(await moving()));
  t.same(wrong, []);
});

t.test("with less motion requested slides turn only manually, and no card fades", async (t) => {
  const scene = await sampleScene(t, { reducedMotion: "reduce" });
  const { page } = scene;
  await stillHome(scene);
  await page.mouse.move(2, 2);
  await pass(page, 20_000);
  t.equal(await current(page), 1);
  await press(page, /Next/);
  await shows(page, 2);
  t.equal(await carousel(page).getByRole("button", { name: /Pause/ }).count(), 0);
  const faint = await page
    .locator("article")
    .evaluateAll(
      (all) =>
        all.filter((one) => getComputedStyle(one.parentElement ?? one).opacity !== "1").length,
    );
  t.equal(faint, 0);
});

t.test("a slide's picture shows the part that must not be cut, at every width", async (t) => {
  const { page, open } = await sampleScene(t, { reducedMotion: "reduce", colorScheme: "dark" });
  await open("/");
  const sides: Record<string, string> = { left: "0%", middle: "50%", right: "100%" };
  const focuses = home.heroSlides.map(({ focus }) => `${sides[focus]} 50%`);
  const wrong: unknown[] = [];
  for (const width of [320, 768, 1023, 1024, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    const pictures = await slides(page)
      .locator("img:last-of-type")
      .evaluateAll((all) =>
        all.map((image) => {
          const { width, height } = image.getBoundingClientRect();
          const { objectPosition, filter } = getComputedStyle(image);
          return { objectPosition, filter, ratio: width / height };
        }),
      );
    const positions = pictures.map(({ objectPosition }) => objectPosition);
    if (positions.join() !== focuses.join()) wrong.push([width, ...positions]);
    const isCut = pictures.some(({ ratio }) => Math.abs(ratio - 16 / 9) >= 0.01);
    if (width < 1024 && isCut) wrong.push([width, "not the whole picture"]);
    const isBright = pictures.some(({ filter }) => filter !== "brightness(0.86)");
    if (isBright) wrong.push([width, "not dimmed in dark mode"]);
  }
  t.same(wrong, []);
});

t.test("without scripts the slides are a row to swipe, each with its links", async (t) => {
  const viewport = { width: 375, height: 800 };
  const { page, open } = await sampleScene(t, { javaScriptEnabled: false, viewport });
  await open("/");
  for (const title of [
    "Creating sustainable change in Tanzania",
    "Empowering local communities",
    "Building a sustainable future",
  ])
    await page.getByRole("heading", { name: title }).waitFor();
  await page.getByRole("link", { name: "Support Us" }).waitFor();
  t.equal(await carousel(page).getByRole("button").count(), 0);
  const third = slides(page).nth(2);
  await third.scrollIntoViewIfNeeded();
  const box = await third.boundingBox();
  t.ok(box && box.x >= 0 && box.x < 60, "the third can be brought into view");
});

t.test("a card below the fold fades in once when it is reached; one in view never", async (t) => {
  const { page, open } = await sampleScene(t);
  await open("/our-work");
  const last = page.locator("li").filter({ hasText: "Mtambani Water" }).last();
  await page.waitForFunction(() => document.querySelector("[data-reveal=below]") !== null);
  t.equal(await last.getAttribute("data-reveal"), "below");
  t.equal(await last.evaluate((card) => getComputedStyle(card).opacity), "0");
  t.equal(await last.evaluate((card) => getComputedStyle(card).translate), "0px 20px");
  await last.scrollIntoViewIfNeeded();
  const shown = page.locator("li[data-reveal=shown]").filter({ hasText: "Mtambani Water" });
  await shown.waitFor();
  await page.waitForFunction(
    (card) => card !== null && getComputedStyle(card).opacity === "1",
    await last.elementHandle(),
  );
  await page.evaluate(() => window.scrollTo(0, 0));
  t.equal(await last.getAttribute("data-reveal"), "shown", "and stays");
  await open("/testimonials");
  const first = page.locator("li").filter({ hasText: "Boda boda rider" });
  t.equal(await first.getAttribute("data-reveal"), null);
});

t.test("the FAQ opens one answer at a time, closed again, with and without scripts", async (t) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, open } = await sampleScene(t, { javaScriptEnabled });
    await open("/faq");
    const opened = page.locator("details[open]");
    t.equal(await opened.count(), 0);
    await page.getByText("How are donations used?").click();
    await page.getByText("About 85% of donations").waitFor();
    await page.getByText("Where do you work?").click();
    await page.getByText("In four zones of Tanzania").waitFor();
    t.equal(await opened.count(), 1);
    await page.getByText("Where do you work?").click();
    t.equal(await opened.count(), 0);
    await page.getByText("Where do you work?").focus();
    t.ok(await page.getByRole("link", { name: "Contact Us" }).first().isVisible());
  }
});

t.test("filters change the list in place, and go back; without scripts they load", async (t) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, open, output } = await sampleScene(t, { javaScriptEnabled });
    await open("/media-resources");
    const downloads = page.getByRole("link", { name: /^Download/ });
    t.ok((await downloads.count()) >= 8);
    await page.getByRole("link", { name: "Reports", exact: true }).click();
    await page.waitForURL(/\?type=reports$/);
    await page.getByRole("heading", { level: 2, name: "Reports" }).waitFor();
    t.equal(await downloads.count(), 2);
    await page.goBack();
    await page.getByRole("heading", { level: 2, name: "All Resources" }).waitFor();
    t.ok((await downloads.count()) >= 8);
    await open("/testimonials");
    await page.getByRole("link", { name: "Partner Organizations" }).click();
    await page.getByRole("heading", { level: 2, name: "Partner Organizations" }).waitFor();
    t.equal(await page.locator("blockquote").count(), 2);
    t.same(output, []);
  }
});

t.test("a page that only has words and pictures loads its scripts once it is used", async (t) => {
  const { page, url, requests } = await sampleScene(t);
  const open = async (path: string) => {
    requests.length = 0;
    await page.goto(url(path), { waitUntil: "load" });
    await page.mouse.wheel(0, 400);
    await page.locator("header[data-scrolled]").waitFor();
    t.equal(requests.filter((one) => one.endsWith(".js")).length, 1, `${path}: the entry alone`);
  };
  const isTaken = () =>
    Object.keys(document.getElementById("root") ?? {}).some((name) => name.startsWith("__react"));
  await open("/about-us");
  await page.keyboard.press("Tab");
  await page.waitForFunction(isTaken);
  await open("/our-work");
  await page.locator("main h2").first().click();
  await page.waitForFunction(isTaken);
});

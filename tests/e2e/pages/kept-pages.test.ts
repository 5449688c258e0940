import t, { type Test } from "tap";
import { hydrated } from "../../setup/site/hydrated.ts";
import { until } from "../../setup/until.ts";
import { kept, sampleOfflineScene } from "./offline-scene.ts";

const LINE = ".kept-line";

t.test("a page that was read opens without a network, and says when it was saved", async (t) => {
  const { page, open, read, offline, violations, output } = await sampleOfflineScene(t);
  await read("/faq");
  await offline();
  await open("/faq");
  await page.getByRole("heading", { level: 1, name: "Frequently Asked" }).waitFor();
  const line = page.locator(LINE);
  const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" }).format();
  t.match(await line.innerText(), `Saved on ${day}, you are offline.`);
  // The network comes and goes until the script that listens for it is there.
  await until(async () => {
    await offline();
    await offline(false);
    return !/offline/.test(await line.innerText());
  });
  await page.reload();
  t.equal(await line.count(), 0, "the network's page has no line");
  t.same(violations, []);
  t.notOk(output.some((text) => text.includes("Minified React error")));
});

t.test("an item of the source is kept with its text", async (t) => {
  const { page, open, url, read, offline } = await sampleOfflineScene(t);
  await read("/news-events");
  const link = page.locator("main a[href^='/news-events/news/']").first();
  const path = (await link.getAttribute("href")) ?? "";
  await link.click();
  await kept(page, url(path));
  const title = await page.getByRole("heading", { level: 1 }).innerText();
  const text = await page.locator("article").innerText();
  await offline();
  await open("/news-events");
  await page.locator(`main a[href='${path}']`).first().click();
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
  await page.locator(LINE).waitFor();
  await hydrated(page);
  t.equal(await page.locator("article").innerText(), text);
});

t.test("the filters of a kept page work without a network", async (t) => {
  const { page, url, read, offline, output } = await sampleOfflineScene(t);
  await read("/projects");
  await until(() =>
    page.evaluate(
      async () => (await caches.match("/bff/view/content?page=%2Fprojects")) !== undefined,
    ),
  );
  await offline();
  await page.goto(url("/projects"));
  await page.locator(LINE).waitFor();
  await hydrated(page);
  output.length = 0;
  await page
    .locator("main nav")
    .getByRole("link", { name: /^Past Projects/ })
    .click();
  await page.getByRole("heading", { level: 2, name: "Past Projects" }).waitFor();
  t.equal(page.url(), url("/projects?status=past#filters"));
  t.same(output, []);
});

t.test("what is not kept leads to the list of what is", async (t) => {
  const { page, url, read, offline, violations } = await sampleOfflineScene(t);
  await read("/about-us");
  await page.locator("header").getByRole("link", { name: "Blog" }).first().click();
  await kept(page, url("/blog"));
  await offline();
  await page.goto(url("/our-impact"));
  await page.getByText("the page you asked for is not saved here").waitFor();
  const again = page.getByRole("link", { name: "Try again" });
  t.equal(await again.getAttribute("href"), url("/our-impact"));
  const links = page.locator("#kept-pages a");
  t.same(await links.allInnerTexts(), ["Latest Stories", "About Us"], "the last one first");
  await links.last().click();
  await page.getByRole("heading", { level: 1, name: "About" }).waitFor();
  await page.locator(LINE).getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "Saved Pages" }).waitFor();
  t.notOk(await page.getByText("is not saved here").isVisible());
  await offline(false);
  await page.reload();
  t.equal(await links.count(), 2, "with a network too");
  t.same(violations, []);
});

t.test("the bar of a page that is not kept leads to the list", async (t) => {
  const { page, read, offline } = await sampleOfflineScene(t);
  await read("/faq");
  await offline();
  await page.locator("header").getByRole("link", { name: "Our Work" }).first().click();
  const bar = page.getByRole("dialog", { name: "You seem to be offline." });
  await bar.getByRole("link", { name: "Saved pages" }).click();
  await page.getByRole("heading", { level: 1, name: "Saved Pages" }).waitFor();
});

/** `visit` is what the router does on each path, without its page, until each has been read. */
async function quickScene(t: Test) {
  const scene = await sampleOfflineScene(t);
  await scene.page.clock.install();
  const visit = async (paths: readonly string[]) => {
    for (const path of paths) {
      await scene.page.evaluate((next) => {
        history.replaceState(history.state, "", next);
        dispatchEvent(new Event("arrive"));
      }, path);
      await scene.page.clock.fastForward(2_000);
    }
  };
  return { ...scene, visit };
}

t.test("the 31st page takes the place of the one read longest ago", async (t) => {
  const { page, url, read, keptPaths, visit } = await quickScene(t);
  await read("/faq");
  const paths = Array.from({ length: 30 }, (_, index) => `/projects?category=${index}`);
  await visit([...paths, "/about-us"]);
  await kept(page, url("/about-us"));
  await until(async () => (await keptPaths()).length <= 30);
  t.same(await keptPaths(), [...paths.slice(1), "/about-us"]);
});

t.test("more than 5 MB drop the pages read longest ago, and what only they need", async (t) => {
  const { page, url, read, keptPaths } = await sampleOfflineScene(t);
  await page.goto(url("/"));
  await page.evaluate(async () => {
    const note = encodeURI(JSON.stringify({ item: "", parts: ["/assets/old.js"] }));
    const old = new Response("x".repeat(5_000_000), { headers: { "x-kept": note } });
    await (await caches.open("pages")).put("/old", old);
    await (await caches.open("parts")).put("/assets/old.js", new Response("old"));
  });
  await read("/faq");
  await until(async () => (await keptPaths()).length === 1);
  t.same(await keptPaths(), ["/faq"]);
  await until(() =>
    page.evaluate(async () => (await caches.match("/assets/old.js")) === undefined),
  );
});

t.test("nothing of one visitor, of staff or of a search is kept", async (t) => {
  const { page, url, read, keptPaths, visit } = await quickScene(t);
  await read("/faq");
  await visit([
    "/staff/events",
    "/staff/sources",
    "/donate/pledge",
    "/donate/thanks/G-7K3M-2Q9F",
    "/contact-us?sent=1&reference=C-7K3M-2Q9F",
    "/donate?amount=50",
    "/search?q=maji",
    "/sw/search?q=maji",
    "/no/such/page",
    "/about-us",
  ]);
  await kept(page, url("/about-us"));
  t.same(await keptPaths(), ["/faq", "/about-us"]);
});

t.test("no worker while data is saved", async (t) => {
  const { page, open } = await sampleOfflineScene(t);
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  await open("/faq");
  await page.locator("footer").click({ position: { x: 1, y: 1 } });
  await open("/about-us");
  const registrations = await page.evaluate(
    async () => (await navigator.serviceWorker.getRegistrations()).length,
  );
  t.equal(registrations, 0);
});

t.test("a browser that refuses the worker has the site as before", async (t) => {
  const { page, open, output, violations } = await sampleOfflineScene(t);
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => {
      Object.assign(window, { isAsked: true });
      return Promise.reject(new DOMException("", "SecurityError"));
    };
  });
  await open("/faq");
  await page.locator("header").getByRole("link", { name: "Our Work" }).first().click();
  await page.getByRole("heading", { level: 1, name: "Our Work" }).waitFor();
  await page.waitForFunction(() => "isAsked" in window);
  t.same(output, []);
  t.same(violations, []);
});

t.test("a photograph of the gallery is a place on its page", async (t) => {
  const { page, url, read, offline, keptPaths, visit } = await quickScene(t);
  await read("/news-events/gallery");
  const photo = page.locator("main a[href*='photo=']").first();
  const path = (await photo.getAttribute("href")) ?? "";
  await visit([path, "/about-us"]);
  await kept(page, url("/about-us"));
  t.same(await keptPaths(), ["/news-events/gallery", "/about-us"]);
  await offline();
  await page.goto(url(path));
  await page.locator(LINE).waitFor();
});

t.test("nothing stays kept when the visitor begins to save data", async (t) => {
  const { page, read, keptPaths } = await sampleOfflineScene(t);
  await read("/about-us");
  t.same(await keptPaths(), ["/about-us"]);
  await page.locator("footer").getByRole("button", { name: "Save data" }).click();
  await until(() => page.evaluate(async () => (await caches.keys()).length === 0));
  t.equal(await page.locator("body[data-saver]").count(), 1);
});

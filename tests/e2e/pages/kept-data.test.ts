import t, { type Test } from "tap";
import { startFakeContentApi } from "../../fakes/content-api.ts";
import { startFront } from "../../setup/site/front.ts";
import { hydrated } from "../../setup/site/hydrated.ts";
import { startSite } from "../../setup/site/site.ts";
import { until } from "../../setup/until.ts";
import { kept, offlineScene } from "./offline-scene.ts";
import { content } from "./page-scene.ts";

const heading = "Corrected while you were away";

/** A visitor without a network, who has a copy of the feed; the source, and so the site, has other titles now. */
async function correctedScene(t: Test) {
  const scene = await offlineScene(t, {
    env: { FRESH_SECONDS: "0.01" },
    content,
  });
  await scene.read("/news-events");
  scene.source.news = content.news.map((row) => ({ ...row, title: heading }));
  await scene.offline();
  // While the source is slow the site responds with what it has, and revalidates.
  const { url } = scene.site;
  await until(async () => (await (await fetch(`${url}/bff/view/news`)).text()).includes(heading));
  return scene;
}

t.test("data of a kept page is read again when there is a network", async (t) => {
  const { page, offline } = await correctedScene(t);
  await page.goto(page.url());
  await hydrated(page);
  t.equal(await page.getByText(heading).count(), 0);
  await offline(false);
  await page.getByText(heading).first().waitFor();
});

t.test("a network that is back before the scripts run is used too", async (t) => {
  const { page, offline } = await correctedScene(t);
  await page.addInitScript(() => {
    window.addEventListener("online", (event) => event.stopImmediatePropagation());
  });
  await page.goto(page.url(), { waitUntil: "commit" });
  await offline(false);
  await page.getByText(heading).first().waitFor();
  t.equal(await page.locator(".kept-line").count(), 1, "on the page that was kept");
});

t.test("a page of which a part failed takes no copy's place", async (t) => {
  const { page, site } = await offlineScene(t, { content });
  const front = await startFront(t);
  front.leadTo(site.url);
  const read = async (path: string) => {
    await page.goto(front.url + path);
    await hydrated(page);
    await page.locator("footer").click({ position: { x: 1, y: 1 } });
    await kept(page, front.url + path);
  };
  await read("/");
  const title = String(content.news[0]?.title);
  const isInCopy = () =>
    page.evaluate(
      async (words) => (await (await caches.match(location.origin))?.text())?.includes(words),
      title,
    );
  t.ok(await isInCopy());

  // Another instance, without data and with a source that has half of it.
  const half = await startFakeContentApi({ events: content.events });
  half.news = null as unknown as typeof half.news;
  const other = await startSite({ contentApiUrl: half.url });
  t.teardown(() => Promise.all([other.close(), half.close()]));
  front.leadTo(other.url);
  await page.goto(front.url);
  await hydrated(page);
  t.equal(await page.locator(".kept-line").count(), 0, "not from a copy");
  t.equal(await page.getByText(title).count(), 0);
  // The visitor's, and the worker's, which keeps one page after the other.
  const requests = () => other.logs.filter(({ msg, route }) => msg === "request" && route === "/");
  await until(() => requests().length >= 2);
  await read("/faq");
  t.ok(await isInCopy());
});

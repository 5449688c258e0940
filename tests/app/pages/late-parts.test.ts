import t, { type Test } from "tap";
import { BROWSER } from "../../setup/site/browser-headers.ts";
import { samples, startScene } from "../../setup/site/scene.ts";

/** Starts a site that has never fetched data. */
async function scene(t: Test) {
  const { source, site } = await startScene(t, samples());
  return { source, get: (path: string) => fetch(site.url + path, { headers: BROWSER }) };
}

t.test("Home is complete while the source hangs", async (t) => {
  const { source, get } = await scene(t);
  const release = source.hold();
  const response = await get("/");
  const html = await response.text();
  t.same(source.abandoned, [], "no call to the source was aborted");
  t.equal(response.status, 200);
  t.ok(html.endsWith("</html>"));
  t.equal(html.match(/data-late/g)?.length, 2, "both lists follow");
  t.match(html, "Loading news and events...");
  t.match(html, /<noscript><link rel="stylesheet" href="\/without-scripts.css"\/><\/noscript>/);
  t.notMatch(html, /http-equiv="refresh"|Failed to load|nonce=/);
  t.notMatch(response.headers.get("content-security-policy"), "nonce-");
  t.equal(response.headers.get("cache-control"), "no-store");
  t.equal((await get("/without-scripts.css")).status, 200);
  release();
});

t.test("Home without its lists is not cached; the call it began serves the browser", async (t) => {
  const { source, get } = await scene(t);
  const release = source.hold();
  t.match(await (await get("/")).text(), "data-late");
  const lists = ["/bff/view/news?page=1", "/bff/view/events?past=1"].map(get);
  const complete = get("/?complete=1");
  // The complete page is under way by the time that this page, which does not wait, has arrived.
  t.match(await (await get("/")).text(), "data-late");
  release();
  for (const { status } of await Promise.all(lists)) t.equal(status, 200);
  t.equal(source.requests.length, 2, "one call for each list");
  for (const page of [await complete, await get("/")]) {
    const html = await page.text();
    t.notMatch(html, /data-late|without-scripts|Loading news/);
    t.match(html, "/news-events/news/");
  }
});

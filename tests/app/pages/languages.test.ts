import t from "tap";
import { startEveryPage } from "../../setup/site/every-page.ts";

let place: Awaited<ReturnType<typeof startEveryPage>>;
t.before(async () => {
  place = await startEveryPage();
});
t.teardown(() => place.close());

/** Returns the path of a URL on this site, whatever the origin. */
const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url);

t.test("/sw itself, its slash, its 404 and old paths are in the language", async (t) => {
  const { site } = place;
  const get = (path: string) =>
    fetch(site.url + path, { redirect: "manual", headers: { "accept-language": "sw" } });
  t.equal((await get("/")).status, 200, "nobody is redirected by Accept-Language");
  const slash = await get("/sw/");
  t.same([slash.status, slash.headers.get("location")], [308, "/sw"]);
  const old = await get("/sw/contact");
  t.same([old.status, old.headers.get("location")], [308, "/sw/contact-us"]);
  for (const path of ["/sw/no/such/page", "/sw//example.org", "/sw/bff/news"]) {
    const missing = await get(path);
    t.equal(missing.status, 404, path);
    const text = await missing.text();
    t.match(text, '<html lang="sw"');
    t.match(
      text,
      /<a [^>]*href="\/" hrefLang="en"/i,
      "the switch leads to the home page, not to another host",
    );
  }
  t.match(await (await get("/swahili")).text(), '<html lang="en"');
  t.match(await (await get("/no/such/page")).text(), /<a [^>]*href="\/sw" hrefLang="sw"/i);
});

t.test("the switch keeps what a page was asked, and drops what it does not know", async (t) => {
  const { site } = place;
  for (const [asked, href] of [
    ["/news-events?utm_source=x&type=news", "/sw/news-events?type=news"],
    ["/sw/news-events?type=news&page=1", "/news-events?type=news&amp;page=1"],
    ["/search?q=maji%20safi&kind=page", "/sw/search?q=maji%20safi&amp;kind=page"],
  ] as const) {
    const text = await (await fetch(site.url + asked)).text();
    const switches = text.split(`href="${href}" hrefLang=`).length - 1;
    t.ok(switches >= 2, `${asked}: header and footer have ${href}, ${switches} times`);
  }
});

t.test("feeds and calendars have titles and addresses in the language", async (t) => {
  const { site } = place;
  const read = async (path: string) => (await fetch(site.url + path)).text();
  const feed = JSON.parse(await read("/sw/feed.json"));
  t.match(feed, { language: "sw" });
  t.equal(pathOf(feed.feed_url), "/sw/feed.json");
  t.match(feed.title, /^Habari za /);
  t.ok(feed.items.every(({ url }: { url: string }) => pathOf(url).startsWith("/sw/")));
  t.ok(feed.items.some(({ language }: { language?: string }) => language === "en"));
  t.match(await read("/sw/atom.xml"), /<feed [^>]*xml:lang="sw"/);
  t.match(await read("/sw/blog/feed.xml"), "<language>sw</language>");
  t.match(await read("/sw/events.ics"), /X-WR-CALNAME:Matukio ya /);
  t.match(await read("/feed.json"), '"title":"News of ');
  t.match(await read("/events.ics"), "X-WR-CALNAME:Events of ");
});

import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { startEveryPage } from "../../setup/site/every-page.ts";

/** The texts of a language by their file and key. */
function wordsOf(language: string): Map<string, string> {
  const folder = `content/words/${language}`;
  const texts = new Map<string, string>();
  const add = (path: string, value: unknown) => {
    if (typeof value === "string") texts.set(path, value);
    else if (typeof value === "object" && value !== null)
      for (const [key, part] of Object.entries(value)) add(`${path}.${key}`, part);
  };
  for (const file of readdirSync(folder))
    add(file, JSON.parse(readFileSync(`${folder}/${file}`, "utf8")));
  return texts;
}

/** English words of buttons, labels and messages that have another text in Kiswahili: two words at least, no values. */
const swahili = wordsOf("sw");
const CHROME = [...wordsOf("en")]
  .filter(([key, text]) => text !== swahili.get(key) && /^[\w’' ]+ [\w’' ,.]+$/.test(text.trim()))
  .map(([, text]) => text.trim());

const attribute = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? "";

/** The path of a URL on this site, whatever its origin. */
const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url);

const headOf = (html: string) => ({
  lang: attribute(html, /<html lang="(\w+)"/),
  locale: attribute(html, /property="og:locale" content="([^"]+)"/),
  canonical: pathOf(attribute(html, /rel="canonical" href="([^"]+)"/)),
  en: pathOf(attribute(html, /hrefLang="en" href="([^"]+)"/i)),
  sw: pathOf(attribute(html, /hrefLang="sw" href="([^"]+)"/i)),
  other: pathOf(attribute(html, /hrefLang="x-default" href="([^"]+)"/i)),
});

/** Words as a reader sees them: no script, no style, nothing marked as English. */
const shownWords = (html: string) =>
  html
    .replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ")
    .replace(/<(\w+)[^>]*\blang="en"[^>]*>[\s\S]*?<\/\1>/g, " ")
    .replace(/<[^>]*>/g, "\n")
    .split("\n")
    .map((line) => line.trim());

t.test("every page has a pair in the other language, and both name each other", async (t) => {
  const { site, addresses, close } = await startEveryPage();
  t.teardown(close);
  const read = async (path: string) => (await fetch(site.url + path)).text();
  const english = addresses.filter(
    (path) =>
      !/^\/sw(?:\/|$)/.test(path) && !/^\/(?:your-data|problems|search|staff|no)\b/.test(path),
  );
  t.ok(english.length > 40);
  t.ok(CHROME.length > 100);
  for (const path of english) {
    const own = path === "/" ? "/sw" : `/sw${path}`;
    t.ok(addresses.includes(own), `${own} is in the site map`);
    const [inEnglish, inKiswahili] = await Promise.all([read(path), read(own)]);
    const pair = { en: path, sw: own, other: path };
    t.same(headOf(inEnglish), { lang: "en", locale: "en_US", canonical: path, ...pair }, path);
    t.same(headOf(inKiswahili), { lang: "sw", locale: "sw_TZ", canonical: own, ...pair }, own);
    t.ok(inKiswahili.includes('"inLanguage":"sw"'), own);
    t.ok(/og:image" content="[^"]+\/social\/sw/.test(inKiswahili), own);
    const links = [...inKiswahili.matchAll(/<a [^>]*?href="(\/[^"]*)"[^>]*>/gi)];
    const leaving = links
      .filter(
        ([link, href = ""]) =>
          !/hrefLang/i.test(link) && !/^\/(?:sw(?:[/?#]|$)|bff\/|files\/)/.test(href),
      )
      .map(([link]) => link);
    // The documentation of the API is English, and names the English feeds.
    if (path !== "/developers") t.same(leaving, [], `${own}: every link stays in the language`);
    const shown = new Set(shownWords(inKiswahili));
    t.same(
      CHROME.filter((words) => shown.has(words)),
      [],
      `${own}: no English chrome`,
    );
  }
});

t.test("/sw itself, its slash, its 404 and old paths are in the language", async (t) => {
  const { site, close } = await startEveryPage();
  t.teardown(close);
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
    t.match(text, /<a [^>]*href="\/" hrefLang="en"/i, "the switch leads home, not to a host");
  }
  t.match(await (await get("/swahili")).text(), '<html lang="en"');
  t.match(await (await get("/no/such/page")).text(), /<a [^>]*href="\/sw" hrefLang="sw"/i);
});

t.test("the switch keeps what a page was asked, and drops what it does not know", async (t) => {
  const { site, close } = await startEveryPage();
  t.teardown(close);
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
  const { site, close } = await startEveryPage();
  t.teardown(close);
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

import supertest from "supertest";
import t, { type Test } from "tap";
import { BROWSER } from "../../setup/site/browser-headers.ts";
import { graphOf, mainOf } from "../../setup/site/html.ts";
import { samples, startScene } from "../../setup/site/scene.ts";
import { shareScene } from "../../setup/site/shared-scene.ts";
import { until } from "../../setup/until.ts";

const { events } = samples();

/** A head start that is long enough for a cold process on a busy machine. */
const PATIENT = { HEAD_START_MS: "5000" };

/** Starts a fresh source and site, so that tests share no cache. */
const scene = (t: Test, env: Record<string, string> = PATIENT) =>
  startScene(t, { ...samples(), env });
const sharedScene = shareScene(scene);

const scripts = (html: string) =>
  [...html.matchAll(/<script([^>]*)>/g)].map((match) => match[1] ?? "");
const executableInline = (html: string) =>
  scripts(html).filter((attributes) => !/type="application\/(ld\+)?json"|src=/.test(attributes));

const eventsOf = (html: string) => {
  const main = html.slice(html.indexOf("<main"), html.indexOf("<footer"));
  return [...main.matchAll(/<a [^>]*href="\/events\/([^"]+)"/g)].map((match) => match[1]);
};
/** The event that is under way, and the next six. */
const UPCOMING = [
  "maonyesho-ya-kilimo",
  "village-meeting-msata",
  "youth-football-cup-2026",
  "coaches-course",
  "tailoring-graduation",
  "wash-forum-bagamoyo",
  "guest-workshop",
];

t.test("the feed: the flagged item, five more in the source's order, six upcoming", async (t) => {
  const { get } = await sharedScene();
  const { text } = await get("/news-events");
  const links = [...text.matchAll(/href="\/news-events\/news\/([^"]+)"/g)].map((m) => m[1]);
  t.same(links, [
    "annual-report-2025",
    "mtambani-water-point-opens",
    "riders-graduate-road-safety",
    "women-savings-groups-first-year",
    "handwashing-stations-in-twelve-schools",
    "football-season-begins",
  ]);
  t.same(eventsOf(text), UPCOMING);
  t.match(text, /Happening now[\s\S]*maonyesho-ya-kilimo[\s\S]*Upcoming events/);
});

t.test("the Events tab has the upcoming six; past events have a list of their own", async (t) => {
  const { get } = await sharedScene();
  const { text } = await get("/news-events?type=events");
  t.same(eventsOf(text), UPCOMING);
  t.match(text, '<a href="/news-events?type=events&amp;past=1">Past events</a>');
  t.notMatch(text, "No events available");

  const past = await get("/news-events?type=events&past=1");
  t.equal(past.status, 200);
  t.match(past.text, /<h1[^>]*>Past events</);
  t.match(past.text, /<title>Past events \| /);
  t.match(past.text, /rel="canonical" href="[^"]*\/news-events\?type=events&amp;past=1"/);
  t.same(eventsOf(past.text), ["flood-lessons-dialogue"]);

  const beyond = await get("/news-events?type=events&past=9");
  t.equal(beyond.status, 404);
  t.match(beyond.text, "There is no page 9");
  t.match(beyond.text, "noindex");
});

t.test("without events to come the tab says so, and past ones are a link away", async (t) => {
  const { source, get } = await scene(t);
  source.events = events.filter(({ slug }) => slug === "flood-lessons-dialogue");
  const { text } = await get("/news-events?type=events");
  t.match(text, "No events available");
  t.match(text, "Please check back later for upcoming events.");
  t.same(eventsOf(text), []);
  t.match(text, "past=1");
});

t.test("date, place, price and actions stand above an event's picture", async (t) => {
  const { get } = await sharedScene();
  const above = async (path: string) => {
    const { text } = await get(path);
    const header = text.slice(text.indexOf("<main"));
    return header.slice(0, header.indexOf("</header>"));
  };
  const coming = await above("/events/youth-football-cup-2026");
  t.match(coming, /18–19 July 2026, 09:00–17:00 EAT[\s\S]*Free[\s\S]*Register for Event/);
  const over = await above("/events/flood-lessons-dialogue");
  t.match(over, "This event has ended.");
  t.match(over, 'href="/news-events?type=events"');
  t.notMatch(over, "Register for Event");
});

t.test("addresses and numbers of an event's contact are links, made by the server", async (t) => {
  const { get } = await sharedScene();
  const row = events.find(({ contact_info }) => String(contact_info).includes("\n"));
  const { text } = await get(`/events/${row?.slug}`);
  t.match(text, '<a href="mailto:info@example.org">info@example.org</a><br>');
  t.match(text, '<a href="tel:+255700000002">+255 700 000 002</a>');
});

t.test("links of an event work as people write them", async (t) => {
  const { source, get } = await scene(t);
  source.events = [
    {
      id: 1,
      slug: "day",
      title: "Day",
      start_date: "2026-07-01",
      registration_link: "forms.gle/x",
      venue_details: '<a href="bit.ly/map">map</a> <a href="tel:+255 (0)754 123 456">call</a>',
      contact_info: "022 277 1234 9-17, o'brien@example.org, wa.me/255754123456",
    },
  ];
  const { text } = await get("/events/day");
  for (const href of [
    "https://forms.gle/x",
    "https://bit.ly/map",
    "tel:+255754123456",
    "tel:0222771234",
    "mailto:o'brien@example.org",
    "https://wa.me/255754123456",
  ])
    t.match(text, `href="${href}"`, href);
});

t.test("an unknown address, article or event is 404 in the spec's words, noindex", async (t) => {
  const { get } = await sharedScene();
  for (const [path, words] of [
    ["/no/such/page", "the page you requested could not be found."],
    [
      "/news-events/news/none",
      "The article you&#x27;re looking for doesn&#x27;t exist or has been removed.",
    ],
    ["/events/none", "The event you&#x27;re looking for doesn&#x27;t exist or has been removed."],
    ["/events/%2e%2e", "Event not found"],
    ["/news-events/news/%2e%2e", "Article not found"],
  ] as const) {
    const response = await get(path);
    t.equal(response.status, 404, path);
    t.match(response.text, words);
    t.match(response.text, /<meta name="robots" content="noindex, follow"/);
    t.equal(response.headers["cache-control"], "no-store");
  }
});

t.test("URLs that lead nowhere share one page, rendered once", async (t) => {
  const { get } = await sharedScene();
  const first = await get("/no/such/page");
  const second = await get("/nor/this-one?page=2").set("if-none-match", "*");
  t.match(second.headers["server-timing"], "desc=hit");
  t.equal(second.status, 404, "never 304");
  t.equal(second.text, first.text);
  t.notMatch(first.text, "canonical");
  for (const path of ["/x%0ay", "/x%0d", "/x%E2%80%A8", "/news-events/x%0a/y", "/%0a"])
    t.equal((await get(path)).status, 404, path);
  t.equal((await get("/nor/this-one/")).status, 308);
});

t.test("a source that is down is 503 with Retry-After, nonsense 502; no words of it", async (t) => {
  for (const [mode, status] of [
    ["error", 503],
    ["refuse", 503],
    ["nonsense", 502],
  ] as const) {
    const { source, get, site } = await scene(t);
    source.mode = mode;
    for (const [path, words] of [
      ["/news-events", "Failed to load content. Please try again later."],
      ["/news-events/news/mtambani-water-point-opens", "Failed to load article"],
      ["/events/youth-football-cup-2026", "Failed to load event"],
    ] as const) {
      const response = await get(path);
      t.equal(response.status, status, `${mode} ${path}`);
      t.match(response.headers["retry-after"], /^\d+$/);
      t.match(response.text, words);
      t.match(response.text, />Retry</);
      t.match(response.text, "noindex");
      t.match(mainOf(response.text), response.headers["x-request-id"], "the id to quote");
      t.notMatch(response.text, "secret-of-the-source");
    }
    for (const path of ["/bff/news", "/bff/events", "/bff/news/tree-day", "/bff/view/events"]) {
      const { status: given, headers, text } = await get(path);
      t.match([given, headers["retry-after"]], [status, /^\d+$/], `${mode} ${path}`);
      t.notMatch(text, "secret-of-the-source");
    }
    const home = await get("/");
    t.equal(home.status, 200, "the home page works without its live parts");
    t.match(home.text, "Failed to load content. Please try again later.");
    const errors = site.logs.filter((line) => line.msg === "content source failed");
    t.ok(errors.length >= 5, "each fault is logged");
    t.notMatch(JSON.stringify(site.logs), "secret-of-the-source");
  }
});

t.test("an article that fails after its shell was sent shows the request id, too", async (t) => {
  const { source, site } = await scene(t, {});
  const release = source.hold();
  const path = "/news-events/news/mtambani-water-point-opens";
  const response = await fetch(site.url + path, { headers: BROWSER });
  source.mode = "nonsense";
  release();
  t.equal(response.status, 200);
  const [, failed = ""] = /Failed to load article(.*)/s.exec(await response.text()) ?? [];
  t.match(failed, `<code>${response.headers.get("x-request-id")}</code>`);
});

t.test("late data streams in behind the shell, with a nonce on every inline script", async (t) => {
  const { source, site } = await scene(t, {});
  const release = source.hold();
  const response = await fetch(`${site.url}/news-events`, { headers: BROWSER });
  const csp = response.headers.get("content-security-policy") ?? "";
  const nonce = /script-src 'nonce-([^']+)' 'strict-dynamic'/.exec(csp)?.[1];
  t.ok(nonce, "the policy names a nonce");
  t.equal(response.headers.get("cache-control"), "private, no-store");
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let first = "";
  // The shell arrives in chunks: the stylesheets come before the body.
  while (!first.includes("</footer>")) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
    if (done) break;
    first += value;
  }
  release();
  t.match(first, "Loading news and events...", "the shell does not wait for the data");
  t.notMatch(first, "mtambani-water-point-opens");
  t.match(first, /<header[\s\S]*News &amp; Events/);
  t.match(first, /<noscript><meta http-equiv="refresh" content="0;url=\/news-events\?complete=1"/);
  let rest = "";
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
    if (done) break;
    rest += value;
  }
  t.match(rest, "mtambani-water-point-opens");
  for (const attributes of executableInline(first + rest)) t.match(attributes, `nonce="${nonce}"`);
  t.match(rest, "</html>");
});

const ROBOTS = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 (compatible; Google-InspectionTool/1.0;)",
  "GoogleOther",
  "Mastodon/4.3.0 (http.rb/5.2.0; +https://social.example/)",
  "Viber/13.3.0.1",
  "Signal-Android/6.2",
  "Iframely/1.3.1 (+https://iframely.com/docs/about)",
  "SkypeUriPreview/0.5",
  "Lynx/2.9.0",
];

t.test("robots get the article's own head, however late the data", async (t) => {
  const { source, site } = await scene(t, {});
  const release = source.hold();
  const open = (agent: string) =>
    fetch(`${site.url}/news-events/news/mtambani-water-point-opens`, {
      headers: { "user-agent": agent },
    });
  const responses = ROBOTS.map(open);
  const shell = await open(BROWSER["user-agent"]);
  await shell.body?.cancel();
  release();
  const heads = await Promise.all(
    responses.map(
      async (response) => /<head>.*?<\/head>/s.exec(await (await response).text())?.[0],
    ),
  );
  const own = /property="og:title" content="[^"]*Mtambani/;
  t.same(
    ROBOTS.filter((_agent, index) => !own.test(heads[index] ?? "")),
    [],
  );
});

t.test("?complete=1 gives the whole page, however late the data", async (t) => {
  const { source, site } = await scene(t);
  const release = source.hold();
  const complete = fetch(`${site.url}/news-events?complete=1`, { headers: BROWSER });
  // Once this browser request has its shell, the server has also received the request for the complete page.
  const shell = await fetch(`${site.url}/news-events?type=news`, { headers: BROWSER });
  await shell.body?.cancel();
  release();
  const html = await (await complete).text();
  t.notMatch(html, "Loading news and events...");
  t.match(html, "mtambani-water-point-opens");
  t.match(html, /<link rel="canonical" href="[^"?]*\/news-events"/);
  t.same(executableInline(html), []);
});

t.test("a slow 404 within the head start is still a 404", async (t) => {
  const { source, get } = await scene(t);
  const release = source.hold();
  const missing = get("/news-events/news/none").then(({ status }) => status);
  await until(() => source.requests.length > 0);
  release();
  t.equal(await missing, 404);
});

t.test("a visitor who leaves aborts the call to the source", async (t) => {
  const { source, site } = await scene(t, {});
  source.hold();
  const leaving = new AbortController();
  const response = await fetch(`${site.url}/news-events?type=news`, {
    headers: BROWSER,
    signal: leaving.signal,
  });
  await response.body?.getReader().read();
  leaving.abort();
  await until(() => source.abandoned.length > 0);
  t.same(source.abandoned, ["/api/news/"]);
});

t.test("dates that are absent or unreadable are shown in the spec's words", async (t) => {
  const { get } = await sharedScene();
  t.match((await get("/news-events/news/beekeepers-meet")).text, "Invalid date");
  t.match((await get("/news-events/news/how-we-choose-villages")).text, "Unknown date");
  t.match((await get("/events/date-to-be-announced")).text, "Invalid date");
  t.match((await get("/events/every-wednesday-reading")).text, "Unknown date");
  t.match((await get("/events/flood-lessons-dialogue")).text, "This event has ended.");
});

t.test("a page requested again is 304, HEAD has no body, other methods are refused", async (t) => {
  const { get, site } = await sharedScene();
  const first = await get("/");
  const etag = first.headers.etag ?? "";
  for (const tag of [etag, etag.replace(/"$/, '-gzip"')]) {
    const again = await get("/").set("if-none-match", tag);
    t.same([again.status, again.text], [304, ""], tag);
  }
  const head = await supertest(site.url).head("/");
  t.equal(head.status, 200);
  t.equal(head.text, undefined);
  const post = await supertest(site.url).post("/").send("x");
  t.equal(post.status, 405);
  t.equal(post.headers.allow, "GET, HEAD");
});

t.test("a title of markup is text in heading, title, metadata and structured data", async (t) => {
  const { get } = await sharedScene();
  const { text } = await get("/news-events/news/maji-ni-uhai");
  const escaped = "Maji ni uhai 💧 — “Water &amp; life” &lt;Bunju&gt;";
  t.match(text, `<h1 lang="sw">${escaped}</h1>`);
  t.match(text, `<title>${escaped} | `);
  t.match(text, `<meta property="og:title" content="${escaped}"`);
  const article = graphOf(text).find((node) => node["@type"] === "NewsArticle");
  t.equal(article?.headline, "Maji ni uhai 💧 — “Water & life” <Bunju>");
});

t.test("a page beyond the last of a list says so and leads to the last", async (t) => {
  const { get } = await sharedScene();
  for (const [path, list, last] of [
    ["/news-events?page=900", "The last page of news is page", "/news-events?page="],
    [
      "/news-events?type=news&page=900",
      "The last page of news is page",
      "/news-events?type=news&amp;page=",
    ],
    [
      "/news-events?type=events&past=900",
      "The last page of past events is page",
      "/news-events?type=events",
    ],
  ] as const) {
    const { status, text } = await get(path);
    t.equal(status, 404, path);
    t.match(text, "There is no page 900");
    t.match(text, list);
    t.match(text, /<meta name="robots" content="noindex/);
    const [, href = ""] = /href="([^"]+)">Go to page/.exec(text) ?? [];
    t.match(href, last);
    const there = await get(href.replaceAll("&amp;", "&"));
    t.equal(there.status, 200, href);
    t.notMatch(there.text, "There is no page");
  }
});

t.test("the page of all unknown addresses marks no link as that of the page", async (t) => {
  const { get } = await sharedScene();
  const { text, status } = await get("/about-us/none");
  t.equal(status, 404);
  t.notMatch(text, /aria-current="page"/);
  t.match((await get("/about-us")).text, /aria-current="page"[^>]*>About Us</);
});

t.test("a slash at the end or capitals in a route lead to the page's own URL", async (t) => {
  const { get } = await sharedScene();
  for (const [typed, own] of [
    ["/news-events/?type=news", "/news-events?type=news"],
    ["/Search?q=Maji", "/search?q=Maji"],
    ["/sw/SEARCH", "/sw/search"],
    ["/Donate/Pledge", "/donate/pledge"],
    ["/sw/Donate/Thanks/AbC-1", "/sw/donate/thanks/AbC-1"],
  ] as const) {
    const { status, headers } = await get(typed);
    t.same([status, headers.location], [308, own], typed);
  }
});

t.test("the page of a failed feed names no parameter that it does not know", async (t) => {
  const { source, get } = await scene(t);
  source.mode = "error";
  const { text } = await get("/news-events?mc_eid=one-visitor&type=news");
  t.match(text, 'href="/news-events?type=news"');
  t.notMatch(text, "one-visitor");
});

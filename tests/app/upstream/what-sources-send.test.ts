import ICAL from "ical.js";
import t, { type Test } from "tap";
import { SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { graphOf, mainOf } from "../../setup/site/html.ts";
import { OPERATOR } from "../../setup/site/operator.ts";
import { startScene } from "../../setup/site/scene.ts";
import { staffSession } from "../../setup/site/staff-session.ts";

type Row = Record<string, unknown>;

/** Starts a site over these rows. A row without an id, a slug or a title gets one of its own. */
async function scene(t: Test, given: { news?: Row[]; events?: Row[] }) {
  const named = (rows: Row[] = []) =>
    rows.map((row, at) => ({
      id: at + 1,
      slug: `item-${at + 1}`,
      title: `Item ${at + 1}`,
      ...row,
    }));
  const { get, site } = await startScene(t, {
    news: named(given.news),
    events: named(given.events),
    env: { HEAD_START_MS: "5000" },
    now: () => SAMPLE_CLOCK,
  });
  const page = async (path: string) => {
    const { text } = await get(path);
    return {
      main: mainOf(text).replaceAll(/<script.*?<\/script>/gs, ""),
      event: graphOf(text).find((part) => part["@type"] === "Event"),
    };
  };
  return { get, page, site };
}

t.test("ids above 2^53 stay exact, in lists, items and links between them", async (t) => {
  const ids = [9007199254740993n, 9007199254740992n, -9223372036854775808n];
  const news = ids.map((id, at) => ({
    id,
    view_count: 412,
    related_news: [{ id: ids[at - 1] ?? 1n, slug: "other", title: "Other" }],
  }));
  const { get } = await scene(t, { news });
  const { data } = (await get("/bff/news")).body;
  t.same(
    data.map(({ id }: Row) => id),
    ids.map(String),
  );
  for (const [at, id] of ids.entries()) {
    const item = (await get(`/bff/news/id/${id}`)).body.data;
    t.match(item, { id: String(id), views: 412, slug: `item-${at + 1}` });
    t.equal(item.relatedNews[0].id, String(ids[at - 1] ?? 1n));
  }
});

t.test("a whole day is one in page, data and markup; midnight ends the day before", async (t) => {
  const shown: [start: string, end: string, words: string, from: string, to: string][] = [
    ["2026-07-18T00:00", "2026-07-18T23:59", "Sat 18 July 2026", "2026-07-18", "2026-07-18"],
    ["2026-07-18T00:00:00Z", "2026-07-20T00:00:00Z", "18–19 July 2026", "2026-07-18", "2026-07-19"],
    [
      "2026-07-18T18:00",
      "2026-07-19T00:00",
      "Sat 18 July 2026, 18:00–24:00 EAT",
      "2026-07-18T15:00:00Z",
      "2026-07-18T21:00:00Z",
    ] as [string, string, string, string, string],
  ];
  const events = shown.map(([start_date, end_date]) => ({ start_date, end_date, venue: "Bunju" }));
  const { get, page } = await scene(t, { events });
  for (const [at, [start, , words, startDate, endDate]] of shown.entries()) {
    const { main, event } = await page(`/events/item-${at + 1}`);
    t.match(main, `>${words}<`, start);
    t.match(event, { startDate, endDate });
    const { data } = (await get(`/bff/events/item-${at + 1}`)).body;
    t.equal(data.endPrecision, startDate.includes("T") ? "time" : "day");
  }
});

const STATUSES: readonly {
  row: Row;
  status: string;
  words: string;
  markup: string;
  calendar: string;
}[] = [
  {
    row: { status: "imeahirishwa" },
    status: "postponed",
    words: "Postponed",
    markup: "EventPostponed",
    calendar: "TENTATIVE",
  },
  {
    row: { event_status: "RESCHEDULED" },
    status: "rescheduled",
    words: "Rescheduled",
    markup: "EventRescheduled",
    calendar: "CONFIRMED",
  },
  {
    row: { eventStatus: "https://schema.org/EventMovedOnline" },
    status: "movedOnline",
    words: "Moved online",
    markup: "EventMovedOnline",
    calendar: "CONFIRMED",
  },
  {
    row: { status: "Sold out", registration_link: "https://example.org/r" },
    status: "soldOut",
    words: "Sold out",
    markup: "EventScheduled",
    calendar: "CONFIRMED",
  },
  {
    row: { status: "published", eventStatus: "imefutwa" },
    status: "cancelled",
    words: "Cancelled",
    markup: "EventCancelled",
    calendar: "CANCELLED",
  },
];

t.test("the status of an event is said in card, page, data, markup and calendar", async (t) => {
  const events = STATUSES.map(({ row }) => ({
    ...row,
    start_date: "2026-07-18T09:00",
    location: "Bunju",
  }));
  const { get, page } = await scene(t, { events });
  const cards = (await page("/news-events?type=events")).main.split("<article");
  for (const [at, { status, words, markup, calendar }] of STATUSES.entries()) {
    const path = `/events/item-${at + 1}`;
    t.match(
      cards.find((card) => card.includes(`"${path}"`)),
      `>${words} </strong>`,
      status,
    );
    const { main, event } = await page(path);
    t.match(main, `>${words}<`, `page: ${status}`);
    t.match(event, { eventStatus: `https://schema.org/${markup}` });
    t.equal((await get(`/bff${path}`)).body.data.status, status);
    const component = new ICAL.Component(ICAL.parse((await get(`${path}.ics`)).text));
    const inCalendar = component.getFirstSubcomponent("vevent");
    t.equal(inCalendar?.getFirstPropertyValue("status"), calendar);
    t.match(String(inCalendar?.getFirstPropertyValue("description")), words);
  }
  const soldOut = await page("/events/item-4");
  t.notMatch(soldOut.main, "Register for Event");
  t.match(soldOut.event, { offers: { availability: "https://schema.org/SoldOut" } });
  t.match((await page("/sw/events/item-1")).main, "Tukio hili limeahirishwa.");
});

t.test("an online event has a virtual location, and no event has broken markup", async (t) => {
  const start_date = "2026-07-18T09:00";
  const { page } = await scene(t, {
    events: [
      { start_date, location: "https://meet.example.org/a" },
      { start_date, is_online: true },
      { start_date, location: "Bunju", attendance_mode: "hybrid" },
      {
        start_date,
        location: "Bunju",
        status: "moved online",
        map_embed_url: "https://x.example/m",
      },
      { start_date },
      { location: "Bunju" },
      { location: "Bunju", start_date: "03/09/2026" },
    ],
  });
  const at = async (number: number) => page(`/events/item-${number}`);
  const virtual = { "@type": "VirtualLocation" };
  const online = "https://schema.org/OnlineEventAttendanceMode";
  t.match((await at(1)).event, {
    eventAttendanceMode: online,
    location: { ...virtual, url: "https://meet.example.org/a" },
  });
  const flagged = await at(2);
  t.match(flagged.event, { location: { ...virtual, url: /^http.*\/events\/item-2$/ } });
  t.match(flagged.main, ">Online<");
  const mixed = await at(3);
  t.match(mixed.event, { location: [{ "@type": "Place", name: "Bunju" }, virtual] });
  t.match(mixed.main, ">Bunju and online<");
  const moved = await at(4);
  t.match(moved.event, { location: virtual });
  t.notMatch(moved.main, /Bunju|Event Location/);
  for (const number of [5, 6, 7]) t.equal((await at(number)).event, undefined, String(number));
});

t.test("texts are read as they were meant, and staff see what was repaired", async (t) => {
  const { get, page, site } = await scene(t, {
    news: [
      { title: "Don\u0092t wait", content: "<p>It\u0092s \u0093clean\u0094\u0085</p>" },
      { title: "Watotoâ€™s day", content: "<p>CafÃ© ya maji â€“ bure</p>" },
      { title: "Vijana &amp; afya&#8217;s", category: "Sayansi &amp; maji", author: "O&#39;Brien" },
      { title: "&amp;lt;b&amp;gt; &lt;i&gt;", excerpt: "Tom &amp;amp; Jerry &#x2013; bure" },
      { title: "CafÃ© na é" },
    ],
    events: [{ title: "Asha &quot;Mama&quot;", location: "Bunju &amp; Boko" }],
  });
  const { data } = (await get("/bff/news")).body;
  t.match(data, [
    { title: "Don’t wait" },
    { title: "Watoto’s day" },
    { title: "Vijana & afya’s", categories: ["Sayansi & maji"], author: "O'Brien" },
    { title: "&lt;b&gt; <i>", excerpt: "Tom &amp; Jerry – bure" },
    { title: "CafÃ© na é" },
  ]);
  const bodies = ["<p>It’s “clean”…</p>", "<p>Café ya maji – bure</p>"];
  for (const [at, body] of bodies.entries())
    t.equal((await get(`/bff/news/item-${at + 1}`)).body.data.body, body);
  t.match((await get("/bff/events/item-1")).body.data, {
    title: 'Asha "Mama"',
    location: "Bunju & Boko",
  });
  t.match((await page("/news-events/news/item-4")).main, "&amp;lt;b&amp;gt; &lt;i&gt;");
  t.match((await get("/bff/sources").set(OPERATOR)).body.data.sources[0], {
    list: { repaired: 1 },
  });
  t.match(
    (await get("/staff/sources").set({ cookie: await staffSession(site) })).text,
    /Garbled letters repaired in (?:<!-- -->)?1 row/,
  );
});

t.test("an item whose slug has white space at an end opens from every link to it", async (t) => {
  const news = ["clean-water ", "\tfirst-well", " wide\u3000", "plain"].map((slug) => ({ slug }));
  for (const isListRead of [true, false]) {
    const { get } = await scene(t, {
      news,
      events: [{ slug: "forum\n", start_date: "2026-07-18" }],
    });
    const slugs = ["clean-water", "first-well", "wide", "plain"];
    if (isListRead) {
      const rows: { slug: string; url: string }[] = (await get("/bff/news")).body.data;
      t.same(
        rows.map(({ slug, url }) => [slug, new URL(url).pathname]),
        slugs.map((slug) => [slug, `/news-events/news/${slug}`]),
      );
    }
    for (const slug of slugs) {
      const page = await get(`/news-events/news/${slug}`);
      t.equal(page.status, 200, slug);
      t.match(page.text, /<h1[^>]*>Item \d/);
      t.equal((await get(`/bff/news/${slug}`)).body.data?.slug, slug);
    }
    t.equal((await get("/events/forum")).status, 200);
    t.equal((await get("/events/forum.ics")).status, 200);
    t.equal((await get("/bff/events/forum")).status, 200);
    t.equal((await get("/bff/news/none")).status, 404);
    t.equal((await get("/news-events/news/none")).status, 404);
  }
});

import ICAL from "ical.js";
import t, { type Test } from "tap";
import { fullRows, SAMPLE_CLOCK } from "../../fixtures/samples.ts";
import { startScene } from "../../setup/site/scene.ts";
import { until } from "../../setup/until.ts";

const ORIGIN = "https://www.example.org";

const scene = (t: Test, events: Record<string, unknown>[] = fullRows("events")) =>
  startScene(t, {
    events,
    // Pages wait for the source, so that their status is final.
    env: { PUBLIC_ORIGIN: ORIGIN, FRESH_SECONDS: "0", HEAD_START_MS: "10000" },
    now: () => SAMPLE_CLOCK,
  });

/** Reads the events of a calendar as a calendar program would. */
function eventsOf(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text));
  return calendar.getAllSubcomponents("vevent").map((part) => {
    const value = (name: string) => part.getFirstPropertyValue(name)?.toString() ?? null;
    return {
      uid: value("uid"),
      summary: value("summary"),
      start: value("dtstart"),
      end: value("dtend"),
      status: value("status"),
      sequence: Number(value("sequence")),
      stamp: value("dtstamp"),
      location: value("location"),
      description: value("description"),
      url: value("url"),
    };
  });
}

t.test("every dated event is in the calendar, which stays the same and is then 304", async (t) => {
  const { get, source } = await scene(t);
  const first = await get("/events.ics");
  t.equal(first.status, 200);
  t.match(first.headers["content-type"], /^text\/calendar; charset=utf-8/);
  t.match(first.headers["cache-control"], /public, max-age=300/);
  const dated = (await get("/bff/events?when=all&limit=100")).body.data.filter(
    (event: { startsAt: string | null }) => event.startsAt !== null,
  );
  const read = eventsOf(first.text);
  t.equal(read.length, dated.length);
  t.equal(new Set(read.map(({ uid }) => uid)).size, read.length, "each has an id of its own");
  const requests = source.requests.length;
  const again = () => get("/events.ics").set("if-none-match", first.headers.etag ?? "");
  t.equal((await again()).status, 304);
  // The revalidation that the previous request started may still be running.
  await until(async () => (await again()) && source.requests.length > requests);
  t.equal((await again()).status, 304);
  t.equal((await get("/events.ics")).text, first.text);
});

t.test("lines end in CRLF, hold 75 octets at most, and no character is cut", async (t) => {
  const { get } = await scene(t, [
    {
      id: 1,
      slug: "wide",
      title: `Mkutano wa vijana, afya; na \\ maji ${"🌍é".repeat(60)}`,
      start_date: "2026-07-18T09:00:00+03:00",
      location: "Bunju B; Kinondoni, Dar es Salaam",
      excerpt: "One\nTwo, three; four\\five\u0000\u0007",
      contact_info: "Asha\r\n+255 000 000 000",
      ticket_price: 0,
    },
  ]);
  const { text } = await get("/events.ics");
  t.ok(text.endsWith("\r\n"));
  t.notMatch(text.replaceAll("\r\n", ""), /[\r\n]/, "no other line ends");
  for (const line of text.split("\r\n")) t.ok(Buffer.byteLength(line) <= 75, line);
  t.notMatch(text, "\uFFFD");
  const [event] = eventsOf(text);
  t.equal(event?.summary, `Mkutano wa vijana, afya; na \\ maji ${"🌍é".repeat(60)}`);
  t.equal(event?.location, "Bunju B; Kinondoni, Dar es Salaam");
  t.match(event?.description, "Two, three; four\\five");
  t.match(event?.description, "Asha\n+255 000 000 000");
  t.equal(event?.url, `${ORIGIN}/events/wide`);
  t.match(event?.description, "Ticket price: Free");
  const [inKiswahili] = eventsOf((await get("/sw/events/wide.ics")).text);
  t.match(inKiswahili?.description, "Bei ya tiketi: Bure");
  t.match((await get("/sw/events/wide")).text, /<dd[^>]*>Bure</);
});

t.test("times are UTC, days are days, and an end is the moment after", async (t) => {
  const at = (id: number, start: string, end?: string) => ({
    id,
    slug: `event-${id}`,
    title: `Event ${id}`,
    start_date: start,
    ...(end === undefined ? {} : { end_date: end }),
  });
  const { get } = await scene(t, [
    at(1, "2026-07-18T09:00:00+03:00", "2026-07-18T17:00:00+03:00"),
    at(2, "2026-07-18"),
    at(3, "2026-07-18", "2026-07-20"),
    at(4, "2026-07-18T09:00:00", "2026-07-19"),
    at(5, "2026-07-18", "2026-07-18T22:30:00Z"),
    at(6, "2026-07-18T09:00:00Z", "2026-07-18T09:00:00Z"),
    at(7, "not a date"),
    at(8, ""),
  ]);
  const times = eventsOf((await get("/events.ics")).text).map(({ start, end }) => [start, end]);
  t.same(times, [
    ["2026-07-18T06:00:00Z", "2026-07-18T14:00:00Z"],
    ["2026-07-18", null],
    ["2026-07-18", "2026-07-21"],
    ["2026-07-18T06:00:00Z", "2026-07-19T21:00:00Z"],
    ["2026-07-18", "2026-07-20"],
    ["2026-07-18T09:00:00Z", null],
  ]);
});

t.test("a change raises the sequence under one id; a cancelled event says so", async (t) => {
  const row = {
    id: 7,
    slug: "forum",
    title: "Forum",
    start_date: "2026-07-18",
    updated_at: "2026-06-01T10:00:00Z",
  };
  const { get, source } = await scene(t, [row]);
  const [before] = eventsOf((await get("/events/forum.ics")).text);
  t.match(before, {
    uid: "tag:www.example.org,2026:events/7",
    status: "CONFIRMED",
    stamp: "2026-06-01T10:00:00Z",
  });
  source.events = [
    { ...row, slug: "forum", status: "cancelled", updated_at: "2026-06-02T10:00:00Z" },
  ];
  const [after] = eventsOf((await get("/events/forum.ics")).text);
  t.equal(after?.uid, before?.uid);
  t.equal(after?.status, "CANCELLED");
  t.ok((after?.sequence ?? 0) > (before?.sequence ?? 0));
});

t.test("a calendar can be limited by time; an unknown value is 400", async (t) => {
  const { get } = await scene(t);
  const uids = async (when: string) =>
    eventsOf((await get(`/events.ics?when=${when}`)).text).map(({ uid }) => uid);
  const [all, now, past, upcoming, notOver] = await Promise.all(
    ["all", "now", "past", "upcoming", "notOver"].map(uids),
  );
  t.same([...(past ?? []), ...(notOver ?? [])].sort(), all?.sort());
  t.same([...(now ?? []), ...(upcoming ?? [])].sort(), notOver?.sort());
  t.equal(now?.length, 1);
  const { status, type, body, text } = await get("/events.ics?when=soon");
  t.same([status, type], [400, "application/problem+json"]);
  t.equal((body.parameter ?? JSON.parse(text).parameter) as string, "when");
  t.match(JSON.stringify(body) + text, "must be one of notOver, upcoming, now, past, all");
});

t.test("an unknown or undated event has no calendar: 404, with the page's text", async (t) => {
  const { get } = await scene(t, [{ id: 1, slug: "undated", title: "Undated" }]);
  for (const path of ["/events/none.ics", "/events/undated.ics", "/events/..%2Fx.ics"])
    t.equal((await get(path)).status, 404, path);
});

t.test("the pages of events name their calendars", async (t) => {
  const { get } = await scene(t);
  const one = (await get("/events/wash-forum-bagamoyo")).text;
  t.match(
    one,
    /rel="alternate" type="text\/calendar"[^>]+href="\/events\/wash-forum-bagamoyo\.ics"/,
  );
  t.match(one, /rel="alternate"[^>]+href="\/events\.ics"/);
  t.match(
    one,
    /rel="alternate" type="application\/json"[^>]+href="\/bff\/events\/wash-forum-bagamoyo"/,
  );
  const { links } = (await get("/bff/events/wash-forum-bagamoyo")).body;
  t.match(links, {
    page: "/events/wash-forum-bagamoyo",
    calendar: "/events/wash-forum-bagamoyo.ics",
  });
  t.match((await get("/news-events")).text, /rel="alternate"[^>]+href="\/events\.ics"/);
});

import t from "tap";
import type { StoredEventItem } from "../../../../shared/model/event-item.schema.ts";
import { readSample, readSampleList, sampleIds } from "../../../fixtures/samples.ts";
import { normaliseEventList, normaliseEventResponse } from "../../../setup/normalise.ts";
import { checkHtml } from "./html/html-oracle.ts";

const baseUrl = "https://api.example.org";

function readRow(row: Record<string, unknown>): StoredEventItem {
  const { item } = normaliseEventResponse({ id: 1, slug: "a", title: "A", ...row }, { baseUrl });
  if (item === null) throw new Error("no item");
  return item;
}

const read = (id: string): StoredEventItem => readRow(readSample("events", id));

const free = { text: "Free", amount: 0, currency: null, isFree: true };
const absent = {
  excerpt: null,
  description: null,
  status: "scheduled",
  attendanceMode: null,
  image: null,
  endsAt: null,
  endPrecision: "unknown",
  location: null,
  venueDetails: null,
  ticketPrice: null,
  registrationUrl: null,
  contactInfo: null,
  contactHtml: null,
  mapEmbedUrl: null,
  mapLinkUrl: null,
  relatedEvents: [],
  updatedAt: null,
};

const wanted: Record<string, Record<string, unknown>> = {
  501: {
    startsAt: "2026-07-18T06:00:00Z",
    endsAt: "2026-07-19T14:00:00Z",
    ticketPrice: free,
    mapEmbedUrl: readSample("events", "501").map_embed_url,
    registrationUrl: "https://example.org/register/cup-2026",
    relatedEvents: [{ id: "505", slug: "coaches-course", title: "Coaches’ course" }],
  },
  502: {
    startsAt: "2026-09-24T00:00:00+03:00",
    startPrecision: "day",
    location: "District council hall, Bagamoyo",
    excerpt: "Water committees of the coast compare their ledgers, repairs and prices.",
    description: "<p>Water committees of the coast compare their ledgers, repairs and prices.</p>",
    ticketPrice: { text: "10000", amount: 10000, currency: null, isFree: false },
    mapEmbedUrl: readSample("events", "502").map_embed_url,
  },
  503: {
    startsAt: "2026-08-29T07:00:00Z",
    endsAt: "2026-08-29T11:00:00Z",
    location: "Training workshop, Bunju B, Dar es Salaam",
    excerpt: "Thirty-one graduates show and sell their work. School uniforms can be ordered.",
    image: {
      url: "https://media.example.org/uploads/2026/tailoring.jpg",
      alt: "",
      width: null,
      height: null,
    },
    ticketPrice: { text: "TZS 2,000", amount: 2000, currency: "TZS", isFree: false },
    registrationUrl: null,
  },
  504: {
    location: "Nyerere Square, Dodoma",
    excerpt: "Stoves, seed, pumps and insurance under one roof.",
    description: `<p>${readSample("events", "504").description}</p>`,
    ticketPrice: free,
  },
  505: { ...absent, startsAt: "2026-08-01T05:00:00Z" },
  506: { startsAt: "2024-06-14T11:00:00Z", endsAt: "2024-06-14T14:30:00Z" },
  507: { ...absent, id: "507", startsAt: "2026-07-05T06:00:00Z" },
  508: { startsAt: "2026-12-05T04:00:00Z", endsAt: null, endPrecision: "unknown" },
  509: {
    endsAt: "2027-01-02T13:00:00Z",
    contactInfo: "info@example.org\n+255 700 000 002",
    contactHtml:
      '<p><a href="mailto:info@example.org">info@example.org</a><br><a href="tel:+255700000002">+255 700 000 002</a></p>',
    relatedEvents: [{ id: "504", slug: "climate-market-dodoma", title: "Climate market Dodoma" }],
    ticketPrice: { text: "Free; lunch TZS 5,000", amount: null, currency: null, isFree: false },
  },
  510: {
    registrationUrl: null,
    mapEmbedUrl: null,
    mapLinkUrl: "https://maps.example.net/embed?x=1",
    ticketPrice: { text: "5000", amount: 5000, currency: null, isFree: false },
  },
  511: {
    excerpt: "Free checks: eyes, teeth, blood pressure. Bring your clinic card.",
    description:
      "<p>Free checks: <strong>eyes</strong>, teeth, blood pressure.</p><p>Bring your clinic card.</p>",
    venueDetails:
      '<p>Next to the <a href="https://example.org/tangamano" rel="noopener noreferrer">market</a></p>',
    ticketPrice: { text: "Bure", amount: 0, currency: null, isFree: true },
  },
  512: { startsAt: null, startPrecision: "invalid" },
  513: { startsAt: null, startPrecision: "unknown", ticketPrice: null },
  514: { startsAt: null, startPrecision: "invalid", location: "Alliance hall, Dar es Salaam" },
  515: {
    startsAt: "2027-02-01T07:00:00Z",
    endsAt: "2027-02-01T15:00:00Z",
    registrationUrl: "https://www.example.org/register/congress",
  },
  516: {
    startsAt: "2026-10-17T06:00:00Z",
    mapEmbedUrl:
      "https://www.openstreetmap.org/export/embed.html?bbox=39.0%2C-7.0%2C39.1%2C-6.8&layer=mapnik",
  },
  517: { startsAt: "2026-10-17T06:00:00Z" },
  518: {
    title: "Maonyesho ya kilimo 🌽 2026",
    startsAt: "2026-06-13T05:00:00Z",
    endsAt: "2026-06-20T15:00:00Z",
  },
};

t.test("every sample reads as its table says", async (t) => {
  t.same(sampleIds("events").sort(), Object.keys(wanted).sort());
  for (const [id, fields] of Object.entries(wanted)) {
    const item = read(id);
    const given = Object.fromEntries(Object.entries(item).filter(([name]) => name in fields));
    t.same(given, fields, id);
    t.equal(item.id, id);
    t.same(checkHtml(`${item.description ?? ""}${item.venueDetails ?? ""}`), [], `${id}: texts`);
  }
});

t.test("a list has events without a readable start last", async (t) => {
  const { items, report } = await normaliseEventList(readSampleList("events"), { baseUrl });
  t.same(
    items.slice(-3).map(({ id }) => id),
    ["512", "513", "514"],
  );
  t.match(report, { source: "events", total: 18, dropped: [] });
});

t.test("the page shows the longest text as read, the card the first", async (t) => {
  const both = readRow({
    excerpt: "Longer than it",
    description: "<p>Short <b>one</b></p>",
    summary: null,
  });
  t.match(both, { excerpt: "Longer than it", description: "<p>Longer than it</p>" });
  const tie = readRow({ excerpt: "abcd", description: "<p>efgh</p>", summary: "ijkl" });
  t.equal(tie.description, "<p>efgh</p>");
  const empty = readRow({ excerpt: " ", description: "<p>&nbsp;</p>", summary: "Words" });
  t.match(empty, { excerpt: "Words", description: "<p>Words</p>" });
});

t.test("a short text that only looks like markup is shown as it is", async (t) => {
  const item = readRow({ excerpt: "Learn that <script> is a word & <b> is a tag" });
  t.equal(item.excerpt, "Learn that <script> is a word & <b> is a tag");
  t.equal(item.description, "<p>Learn that &lt;script&gt; is a word &amp; &lt;b&gt; is a tag</p>");
  t.match(readRow({ excerpt: "<p>One</p><p>Two</p><script>x</script>" }), { excerpt: "One Two" });
});

t.test("an event's status is read in words of three kinds, from any of its fields", async (t) => {
  const said: Record<string, readonly Record<string, unknown>[]> = {
    cancelled: [
      { status: "cancelled" },
      { event_status: "CANCELED" },
      { eventStatus: "https://schema.org/EventCancelled" },
      { status: "published", event_status: "imefutwa" },
      { status: "Limefutwa kwa sababu ya mvua" },
      { cancelled: true },
      { is_cancelled: "true" },
    ],
    postponed: [
      { status: "Postponed until further notice" },
      { eventStatus: "http://schema.org/EventPostponed" },
      { event_status: "IMEAHIRISHWA" },
      { status: "umeahirishwa" },
      { status: "Tukio hili limeahirishwa" },
      { event_status: "This event has been postponed." },
      { is_postponed: 1 },
    ],
    rescheduled: [
      { eventStatus: "EventRescheduled" },
      { status: "rescheduled" },
      { status: "Imepangwa upya" },
    ],
    movedOnline: [
      { event_status: "moved_online" },
      { eventStatus: ["EventRescheduled", "schema:EventMovedOnline"] },
      { status: "Limehamishiwa mtandaoni" },
    ],
    soldOut: [
      { status: "SOLD OUT!" },
      { event_status: "https://schema.org/SoldOut" },
      { status: "Tiketi zimekwisha" },
      { sold_out: true },
      { sold_out: "Yes" },
    ],
    scheduled: [
      {},
      { status: "published" },
      { status: "online" },
      { status: "Imechapishwa" },
      { status: "not cancelled" },
      { cancelled: false },
      { status: null },
      { status: true },
      { eventStatus: "https://schema.org/EventScheduled" },
    ],
  };
  for (const [status, rows] of Object.entries(said))
    for (const row of rows) t.equal(readRow(row).status, status, JSON.stringify(row));
});

t.test("an event is online by its field, its status or a place that is none", async (t) => {
  const said: [string | null, Record<string, unknown>][] = [
    ["online", { eventAttendanceMode: "https://schema.org/OnlineEventAttendanceMode" }],
    ["online", { is_online: true, location: "Bagamoyo" }],
    ["online", { status: "moved online", location: "Bagamoyo" }],
    ["online", { location: "Online via Google Meet" }],
    ["online", { location: "Mtandaoni (Zoom)" }],
    ["online", { venue: "https://zoom.us/j/81234567890" }],
    ["online", { location: { "@type": "VirtualLocation", url: "https://meet.example.org/a" } }],
    ["mixed", { attendance_mode: "hybrid", location: "Bagamoyo" }],
    ["offline", { event_attendance_mode: "in-person", location: "Zoom" }],
    [null, { location: "Online Café, Dar es Salaam" }],
    [null, { location: "https://maps.app.goo.gl/abc" }],
    [null, { event_type: "Online safety workshop" }],
    [null, {}],
  ];
  for (const [mode, row] of said) t.equal(readRow(row).attendanceMode, mode, JSON.stringify(row));
});

t.test("from midnight to midnight, or to a minute before, is days", async (t) => {
  const day = (date: string) => `${date}T00:00:00+03:00`;
  const [nine, ten] = [day("2026-03-09"), day("2026-03-10")];
  const cases: [start: unknown, end: unknown, startsAt: string, endsAt: string][] = [
    ["2026-03-09T00:00", "2026-03-09T23:59", nine, nine],
    ["2026-03-09 00:00:00", "2026-03-10 23:59:59", nine, ten],
    ["2026-03-09T00:00:00Z", "2026-03-09T23:59:59.999Z", nine, nine],
    ["2026-03-08T21:00:00Z", "2026-03-09T20:59:59Z", nine, nine],
    ["2026-03-09T00:00:00-05:00", "2026-03-11T00:00:00-05:00", nine, ten],
    ["2026-03-09T00:00", "2026-03-10T00:00", nine, nine],
    ["2026-03-09T00:00", "2026-03-09T24:00", nine, nine],
    ["2026-03-09T00:00", "2026-03-09T00:00", nine, nine],
    ["2026-03-09", "2026-03-11T00:00", nine, ten],
    ["2026-03-09", "2026-03-09T23:59:00", nine, nine],
    ["2026-03-09T00:00", "2026-03-10", nine, ten],
    [1773014400, 1773100799, nine, nine],
    [1773003600000, 1773090000000, nine, nine],
  ];
  for (const [start_date, end_date, startsAt, endsAt] of cases) {
    const wanted = { startsAt, startPrecision: "day", endsAt, endPrecision: "day" };
    t.match(readRow({ start_date, end_date }), wanted, `${start_date} to ${end_date}`);
  }
  const times = [
    ["2026-03-09T00:00", null],
    ["2026-03-09T00:00", "2026-03-09T23:58"],
    ["2026-03-09T18:00", "2026-03-10T00:00"],
  ];
  for (const [start_date, end_date] of times)
    t.equal(readRow({ start_date, end_date }).startPrecision, "time", `${start_date}`);
});

t.test("the last change is the first of its fields that can be read, in UTC", async (t) => {
  t.equal(
    readRow({ updated_at: "soon", updatedAt: "2026-01-01T00:00:00+03:00" }).updatedAt,
    "2025-12-31T21:00:00Z",
  );
  t.equal(readRow({ date_modified: "2026-01-02" }).updatedAt, "2026-01-01T21:00:00Z");
  t.equal(readRow({ created_at: "2026-01-02" }).updatedAt, null, "a creation date is not a change");
  t.equal(readRow({ updated_at: "soon" }).updatedAt, null);
});

t.test("an end that cannot be read leaves the start as it is", async (t) => {
  const item = readRow({ start_date: "2026-07-18", end_date: "late" });
  t.match(item, { startsAt: "2026-07-18T00:00:00+03:00", endsAt: null, endPrecision: "invalid" });
});

import t from "tap";
import * as dates from "../../../../client/format/dates.ts";
import event from "../../../../content/words/en/event-status.json" with { type: "json" };
import feeds from "../../../../content/words/en/feeds.json" with { type: "json" };
import { toCalendar } from "../../../../server/pages/feeds/calendars.ts";
import { readDate } from "../../../../server/source/fields/dates.ts";
import { eventExample } from "../../../fixtures/examples.ts";
import { importInKiswahili } from "../../../setup/import-in-kiswahili.ts";

const { formatDay, formatMoment, formatRange, swahiliClock, swahiliRange } = dates;

const time = (at: string) => ({ at, precision: "time" }) as const;
const day = (at: string) => ({ at: `${at}T00:00:00+03:00`, precision: "day" }) as const;
const unknown = { at: null, precision: "unknown" } as const;
const invalid = { at: null, precision: "invalid" } as const;

t.test("dates are those of East Africa, zone named", async (t) => {
  t.equal(formatDay(time("2025-03-12T22:30:00Z")), "13 March 2025");
  t.equal(formatMoment(time("2025-03-12T22:30:00Z")), "13 March 2025, 01:30 EAT");
  t.equal(formatMoment(day("2025-05-20")), "20 May 2025");
});

t.test("a missing or invalid date has the text of the spec", async (t) => {
  for (const format of [formatDay, formatMoment])
    t.same(
      [unknown, invalid, time("nonsense"), { at: null, precision: "day" } as const].map((date) =>
        format(date),
      ),
      ["Unknown date", "Invalid date", "Invalid date", "Invalid date"],
    );
  t.equal(formatRange(unknown, unknown), "Unknown date");
  t.equal(formatRange(invalid, time("2026-07-18T06:00:00Z")), "Invalid date");
});

t.test("a range omits what is not known", async (t) => {
  const nine = time("2026-07-18T06:00:00Z");
  for (const [start, end, text] of [
    [nine, time("2026-07-18T14:00:00Z"), "Sat 18 July 2026, 09:00–17:00 EAT"],
    [nine, unknown, "Sat 18 July 2026, 09:00 EAT"],
    [day("2026-07-18"), unknown, "Sat 18 July 2026"],
    [day("2026-07-18"), day("2026-07-20"), "18–20 July 2026"],
    [
      time("2026-12-28T06:00:00Z"),
      time("2027-01-02T13:00:00Z"),
      "28 December 2026 – 2 January 2027, 09:00–16:00 EAT",
    ],
    [day("2026-11-28"), day("2026-12-02"), "28 November – 2 December 2026"],
    [nine, day("2026-07-20"), "18–20 July 2026, from 09:00 EAT"],
    [day("2026-07-18"), time("2026-07-20T14:00:00Z"), "18–20 July 2026, until 17:00 EAT"],
    [
      time("2026-07-18T17:00:00Z"),
      time("2026-07-19T03:00:00Z"),
      "18 July 2026, 20:00 – 19 July 2026, 06:00 EAT",
    ],
    [nine, time("2026-07-18T21:00:00Z"), "Sat 18 July 2026, 09:00–24:00 EAT"],
    [nine, time("2026-07-20T21:00:00Z"), "18–20 July 2026, 09:00–24:00 EAT"],
  ] as const)
    t.equal(formatRange(start, end), text);
});

/** Returns each date as read, as formatted, and as written into a calendar. */
function allOf(texts: readonly unknown[]) {
  const read = texts.map((text) => readDate(text));
  return read.map((date) => [
    date,
    formatMoment(date),
    formatRange(date, time("2026-09-26T20:59:59Z")),
    toCalendar({
      name: "x",
      words: { ...feeds, event, language: "en", description: "", domain: "example.org" },
      origin: "https://example.org",
      events: [
        { ...eventExample({ startsAt: date.at, startPrecision: date.precision }), image: null },
      ],
    }),
  ]);
}

t.test("the zone of the machine changes nothing", async (t) => {
  const texts = [
    "2026-03-08T02:30:00",
    "2026-03-08",
    "2026-11-01T01:30:00Z",
    "2026-09-26T23:59:59+03:00",
    1774000000000,
  ];
  const before = process.env.TZ;
  const inZone = (zone: string) => {
    process.env.TZ = zone;
    return { minutes: new Date(2026, 0, 1).getTimezoneOffset(), all: allOf(texts) };
  };
  const zones = ["Africa/Dar_es_Salaam", "America/Chicago", "Pacific/Auckland"].map(inZone);
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
  t.same(
    zones.map(({ minutes }) => minutes),
    [-180, 360, -780],
    "the zones were set",
  );
  t.match(zones[0]?.all[0]?.[1], "8 March 2026, 02:30 EAT");
  t.same(zones[1]?.all, zones[0]?.all);
  t.same(zones[2]?.all, zones[0]?.all);
});

t.test("a build in Kiswahili writes dates in Kiswahili", async (t) => {
  const sw = await importInKiswahili<typeof dates>("client/format/dates.ts");
  const nine = time("2026-07-18T06:00:00Z");
  t.same(
    [
      sw.formatMoment(time("2026-11-19T05:30:00Z")),
      sw.formatRange(time("2026-11-19T05:30:00Z"), time("2026-11-27T14:00:00Z")),
      sw.formatRange(nine, unknown),
      sw.formatRange(nine, day("2026-07-20")),
      sw.formatRange(day("2026-07-18"), time("2026-07-20T14:00:00Z")),
      sw.formatDay(unknown),
    ],
    [
      "19 Novemba 2026, 08:30 EAT",
      "19–27 Novemba 2026, 08:30–17:00 EAT",
      "Jumamosi 18 Julai 2026, 09:00 EAT",
      "18–20 Julai 2026, kuanzia 09:00 EAT",
      "18–20 Julai 2026, hadi 17:00 EAT",
      "Tarehe haijulikani",
    ],
  );
});

t.test("clock times follow Kiswahili, six hours apart; a range names both", async (t) => {
  const said = {
    "00:00": "saa 6:00 usiku",
    "03:59": "saa 9:59 usiku",
    "04:00": "saa 10:00 alfajiri",
    "06:00": "saa 12:00 asubuhi",
    "08:30": "saa 2:30 asubuhi",
    "12:00": "saa 6:00 mchana",
    "15:05": "saa 9:05 mchana",
    "16:00": "saa 10:00 jioni",
    "18:00": "saa 12:00 jioni",
    "19:00": "saa 1:00 usiku",
    "23:45": "saa 5:45 usiku",
  };
  t.same(Object.keys(said).map(swahiliClock), Object.values(said));
  t.equal(swahiliRange("08:30", "17:00"), "Saa 2:30 asubuhi hadi 11:00 jioni");
  t.equal(swahiliRange("09:00", null), "Saa 3:00 asubuhi");
  t.equal(swahiliRange("09:00", "09:00"), "Saa 3:00 asubuhi");
});

import { execFileSync } from "node:child_process";
import t from "tap";
import { formatDay, formatMoment, formatRange } from "../../../../client/format/dates.ts";

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
  for (const format of [formatDay, formatMoment]) {
    t.equal(format(unknown), "Unknown date");
    t.equal(format(invalid), "Invalid date");
    t.equal(format({ at: "nonsense", precision: "time" }), "Invalid date");
    t.equal(format({ at: null, precision: "day" }), "Invalid date");
  }
  t.equal(formatRange(unknown, unknown), "Unknown date");
  t.equal(formatRange(invalid, time("2026-07-18T06:00:00Z")), "Invalid date");
});

t.test("a range omits what is not known", async (t) => {
  const nine = time("2026-07-18T06:00:00Z");
  for (const [start, end, text] of [
    [nine, time("2026-07-18T14:00:00Z"), "Sat 18 July 2026, 09:00–17:00 EAT"],
    [nine, unknown, "Sat 18 July 2026, 09:00 EAT"],
    [nine, invalid, "Sat 18 July 2026, 09:00 EAT"],
    [nine, day("2026-07-18"), "Sat 18 July 2026, 09:00 EAT"],
    [day("2026-07-18"), unknown, "Sat 18 July 2026"],
    [day("2026-07-18"), day("2026-07-20"), "18–20 July 2026"],
    [
      time("2026-12-28T06:00:00Z"),
      time("2027-01-02T13:00:00Z"),
      "28 December 2026 – 2 January 2027, 09:00–16:00 EAT",
    ],
    [
      time("2026-11-19T05:30:00Z"),
      time("2026-11-27T14:00:00Z"),
      "19–27 November 2026, 08:30–17:00 EAT",
    ],
    [day("2026-11-28"), day("2026-12-02"), "28 November – 2 December 2026"],
    [nine, day("2026-07-20"), "18–20 July 2026, from 09:00 EAT"],
    [day("2026-07-18"), time("2026-07-20T14:00:00Z"), "18–20 July 2026, until 17:00 EAT"],
    [
      time("2026-07-18T17:00:00Z"),
      time("2026-07-19T03:00:00Z"),
      "18 July 2026, 20:00 – 19 July 2026, 06:00 EAT",
    ],
  ] as const)
    t.equal(formatRange(start, end), text);
});

t.test("the zone of the machine changes nothing", async (t) => {
  const program = `
    import { formatMoment, formatRange } from "./client/format/dates.ts";
    import { readDate } from "./server/upstream/content-api/fields/read-date.ts";
    import { toCalendar } from "./server/syndication/icalendar.ts";
    const texts = ["2026-03-08T02:30:00", "2026-03-08", "2026-11-01T01:30:00Z", "2026-09-26T23:59:59+03:00", 1774000000000];
    const dates = texts.map((text) => readDate(text));
    console.log(JSON.stringify([new Date(2026, 0, 1).getTimezoneOffset() !== undefined, dates.map((date) => [
      date, formatMoment(date), formatRange(date, dates[3]),
      toCalendar({ name: "x", words: { language: "en" }, origin: "https://example.org", events: [{ id: "1", slug: "s", title: "t", startsAt: date.at,
        startPrecision: date.precision, endsAt: dates[3].at, endPrecision: dates[3].precision, updatedAt: null, excerpt: null,
        ticketPrice: null, contactInfo: null, location: null, image: null, status: "scheduled" }] }),
    ])]));`;
  const run = (zone: string) =>
    execFileSync(process.execPath, ["--input-type=module", "-e", program], {
      env: { ...process.env, TZ: zone },
      encoding: "utf8",
    });
  const home = run("Africa/Dar_es_Salaam");
  t.match(home, "8 March 2026, 02:30 EAT");
  t.equal(run("America/Chicago"), home);
  t.equal(run("Pacific/Auckland"), home);
});

t.test("a build in Kiswahili writes dates in Kiswahili", async (t) => {
  const program = `
    import { registerHooks } from "node:module";
    registerHooks({ resolve: (name, context, next) => next(name.replace("words/en/", "words/sw/"), context) });
    const { formatDay, formatMoment, formatRange } = await import("./client/format/dates.ts");
    const time = (at) => ({ at, precision: "time" });
    const day = (date) => ({ at: date + "T00:00:00+03:00", precision: "day" });
    const unknown = { at: null, precision: "unknown" };
    console.log(JSON.stringify([
      ...Array.from({ length: 12 }, (_, month) => formatDay(time(new Date(Date.UTC(2026, month, 2)).toISOString()))),
      formatMoment(time("2026-11-19T05:30:00Z")),
      formatRange(time("2026-11-19T05:30:00Z"), time("2026-11-27T14:00:00Z")),
      formatRange(time("2026-07-18T06:00:00Z"), unknown),
      formatRange(time("2026-07-18T06:00:00Z"), day("2026-07-20")),
      formatRange(day("2026-07-18"), time("2026-07-20T14:00:00Z")),
      formatDay(unknown),
    ]));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], {
    encoding: "utf8",
  });
  t.same(JSON.parse(output), [
    ...["2 Januari 2026", "2 Februari 2026", "2 Machi 2026", "2 Aprili 2026", "2 Mei 2026"],
    ...["2 Juni 2026", "2 Julai 2026", "2 Agosti 2026", "2 Septemba 2026", "2 Oktoba 2026"],
    ...["2 Novemba 2026", "2 Desemba 2026"],
    "19 Novemba 2026, 08:30 EAT",
    "19–27 Novemba 2026, 08:30–17:00 EAT",
    "Jumamosi 18 Julai 2026, 09:00 EAT",
    "18–20 Julai 2026, kuanzia 09:00 EAT",
    "18–20 Julai 2026, hadi 17:00 EAT",
    "Tarehe haijulikani",
  ]);
});

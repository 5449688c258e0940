import t from "tap";
import {
  chooseDate,
  readDate,
} from "../../../../../../server/upstream/content-api/fields/read-date.ts";

t.test("instants come out in UTC, days as midnight in Dar es Salaam", async (t) => {
  const cases: [unknown, string, "time" | "day"][] = [
    ["2025-03-12T08:30:00Z", "2025-03-12T08:30:00Z", "time"],
    ["2025-10-15T06:00:00+03:00", "2025-10-15T03:00:00Z", "time"],
    ["2025-10-15T06:00:00+0300", "2025-10-15T03:00:00Z", "time"],
    ["2025-10-15T06:00:00-05", "2025-10-15T11:00:00Z", "time"],
    ["2025-10-15t06:00z", "2025-10-15T06:00:00Z", "time"],
    ["2024-12-02T14:05:11.482Z", "2024-12-02T14:05:11.482Z", "time"],
    ["2024-12-02T14:05:11.000Z", "2024-12-02T14:05:11Z", "time"],
    ["2024-12-02T14:05:11.4829999Z", "2024-12-02T14:05:11.482Z", "time"],
    ["2026-08-29T10:00:00", "2026-08-29T07:00:00Z", "time"],
    ["2025-05-28T00:00:00", "2025-05-27T21:00:00Z", "time"],
    ["2025-05-20 08:30:00", "2025-05-20T05:30:00Z", "time"],
    ["2025-05-20 08:30", "2025-05-20T05:30:00Z", "time"],
    ["2025-05-20 08:30:00 UTC", "2025-05-20T08:30:00Z", "time"],
    ["2025-05-20 08:30:00 +03:00", "2025-05-20T05:30:00Z", "time"],
    [" 2025-05-20 ", "2025-05-20T00:00:00+03:00", "day"],
    ["2024-02-29", "2024-02-29T00:00:00+03:00", "day"],
    ["Tue, 20 May 2025 08:30:00 GMT", "2025-05-20T08:30:00Z", "time"],
    ["20 May 2025 08:30:00 +0300", "2025-05-20T05:30:00Z", "time"],
    ["20 May 2025 08:30", "2025-05-20T05:30:00Z", "time"],
    ["3 September 2025", "2025-09-03T00:00:00+03:00", "day"],
    [1801465200, "2027-02-01T07:00:00Z", "time"],
    [1801494000000, "2027-02-01T15:00:00Z", "time"],
    [1741948200123, "2025-03-14T10:30:00.123Z", "time"],
    ["1801465200", "2027-02-01T07:00:00Z", "time"],
    ["1801494000000", "2027-02-01T15:00:00Z", "time"],
  ];
  for (const [given, at, precision] of cases)
    t.same(readDate(given), { at, precision }, String(given));
});

t.test("what cannot be read safely is no date", async (t) => {
  const cases: unknown[] = [
    ...[
      "2025-13-45",
      "2025-02-30",
      "2023-02-29",
      "2025-00-10",
      "2025-01-00",
      "0000-00-00 00:00:00",
    ],
    ...[
      "03/04/2027",
      "3.4.2027",
      "04-03-2027",
      "TBA",
      "mid March",
      "Tuesday",
      "next week",
      "May 2025",
      "2025",
      "2025-05",
    ],
    ...[
      "2025-05-20T25:00:00Z",
      "2025-05-20T08:60:00Z",
      "2025-05-20T08:30:61Z",
      "2025-05-20T08:30:00+25:00",
    ],
    ...[
      "2025-05-20T08:30:00 XYZ",
      "2025-05-20T",
      "2025-05-20Tnoon",
      "1899-12-31",
      "2201-01-01",
      "99999-01-01",
      "+012025-01-01",
    ],
    ...[
      "20 Foo 2025",
      "32 May 2025",
      "123456789",
      "12345678901",
      "0000000000",
      `2025-05-20${" ".repeat(200)}x`,
      "",
      " ",
    ],
    ...[
      0,
      -1,
      2025,
      20250520,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      1e18,
      true,
      {},
      [],
      null,
      undefined,
    ],
    ...[{ $date: "2025-05-20" }, ["2025-05-20"]],
  ];
  for (const given of cases) t.equal(readDate(given), null, JSON.stringify(given));
});

t.test("the first alias that can be read is used", async (t) => {
  const row = new Map<string, unknown>([
    ["a", ""],
    ["b", "mid March"],
    ["c", 1741948200000],
  ]);
  t.same(chooseDate(row, ["a", "b", "c"]), {
    at: "2025-03-14T10:30:00Z",
    precision: "time",
    alias: "c",
  });
});

t.test("an absent date is unknown, a malformed one invalid", async (t) => {
  const none = { at: null, alias: null };
  const dateOf = (value: unknown) =>
    chooseDate(
      new Map<string, unknown>([
        ["a", null],
        ["b", value],
      ]),
      ["a", "b"],
    );
  for (const value of [undefined, null, "", "  "])
    t.same(dateOf(value), { ...none, precision: "unknown" });
  for (const value of ["TBA", 0, false, {}])
    t.same(dateOf(value), { ...none, precision: "invalid" });
});

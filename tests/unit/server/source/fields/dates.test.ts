import t from "tap";
import { chooseDate, readDate } from "../../../../../server/source/fields/dates.ts";

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
    t.match(readDate(given), { at, precision }, String(given));
});

/** Forms of other programs and people, for one of these two. */
t.test("a date is read in every form that means one day only", async (t) => {
  const time = "2026-03-09T10:00:00Z";
  const local = "2026-03-09T07:00:00Z";
  const day = "2026-03-09T00:00:00+03:00";
  const forms: Record<string, readonly unknown[]> = {
    [time]: [
      ...["20260309T100000Z", "20260309T1000Z", "20260309T10:00:00.000Z", "2026/03/09 10:00 UTC"],
      ...["2026-03-09T13:00:00 03:00", "2026-03-09 13:00:00 0300", "2026-03-09T13:00 03:00"],
      ...["2026-03-09T13:00:00+03:00[Africa/Dar_es_Salaam]", "2026-03-09T10:00:00Z[UTC]"],
      ...[
        "2026-03-09T13:00:00[Africa/Dar_es_Salaam]",
        "2026-03-09T06:00:00[America/New_York]",
        "Mon, 9 Mar 2026 06:00:00 EDT",
      ],
      "2026-03-09T19:00:00+09:00[Asia/Tokyo][u-ca=japanese]",
      ...["2026-03-09 10:00 AM GMT", "March 9, 2026 at 1:00 PM EAT", "9 Machi 2026 1:00 p.m. EAT"],
      "Mon Mar 09 2026 13:00:00 GMT+0300 (East Africa Time)",
      ...["/Date(1773050400000)/", "/Date(1773050400000+0300)/", "\\/Date(1773050400000-0500)\\/"],
      ...[1773050400, 1773050400000, 1773050400000000, 1773050400000000000, 1773050400.0001],
      ...["1773050400", "1773050400.000", "1773050400000", "1773050400000000"],
      "1773050400000000000",
    ],
    [local]: [
      ...[
        "20260309T100000",
        "20260309100000",
        "202603091000",
        "2026-3-9 10:00",
        "2026.03.09 10:00",
      ],
      ...["2026-03-09 10:00 AM", "2026-03-09 10 am", "March 9, 2026 10:00\u202FAM"],
      ...["09.03.2026 10:00", "9.3.2026, 10:00", "March 9, 2026, 10:00", "9 Machi 2026 10:00"],
    ],
    [day]: [
      ...["20260309", 20260309, "2026/03/09", "2026-3-9", "09.03.2026", "9.3.2026"],
      ...["March 9, 2026", "Mar 9 2026", "Mar. 9th, 2026", "Monday, March 9, 2026"],
      ...["9 Machi 2026", "9 machi, 2026", "Jumatatu, 9 Mac 2026", "9th March 2026", "09-Mar-2026"],
    ],
    "2026-03-25T00:00:00+03:00": ["25.03.2026", "25/03/2026", "3/25/2026", "25-03-2026"],
    "2026-09-03T00:00:00+03:00": ["03.09.2026", "3 Sept. 2026", "3 Septemba 2026"],
    "2026-03-03T00:00:00+03:00": ["03/03/2026"],
    "2026-03-09T21:00:00Z": ["2026-03-09T24:00:00", "2026-03-10 12:00 AM", "9 Machi 2026 24:00"],
    "2026-03-09T09:00:00Z": ["2026-03-09 12:00 PM", "March 9, 2026, 12 p.m."],
  };
  for (const [at, given] of Object.entries(forms))
    for (const form of given) t.equal(readDate(form).at, at, String(form));
});

t.test("what stands for no date is unknown", async (t) => {
  const placeholders = [
    ...[
      "0000-00-00",
      "0000-00-00 00:00:00",
      "00000000",
      "00/00/0000",
      "-0001-11-30T00:00:00+00:00",
    ],
    ...["0001-01-01", "0001-01-01T00:00:00Z", "01/01/0001 00:00:00", "/Date(-62135596800000)/"],
    ...["1970-01-01", "1970-01-01T00:00:00Z", "1970-01-01T03:00:00+03:00", "1970-01-01 00:00"],
    ...[0, "0", "0.0", "0000000000", "/Date(0)/", -62135596800, "Thu, 01 Jan 1970 00:00:00 GMT"],
    ...["1900-01-01T00:00:00", "1899-12-30", "9999-12-31T23:59:59Z", "", " ", null, undefined],
  ];
  for (const given of placeholders)
    t.match(readDate(given), { at: null, precision: "unknown" }, String(given));
});

t.test("what cannot be read safely is no date", async (t) => {
  const cases: unknown[] = [
    ...["2025-13-45", "2025-02-30", "2023-02-29", "2025-00-10", "2025-01-00"],
    ...[
      "03/04/2027",
      "03/09/2026",
      "3/9/2026, 10:00:00 AM",
      "04-03-2027",
      "3.4.27",
      "31.02.2026",
      "2026-03-09 10:00 12:00",
      "2026-03-09 13:00 PM",
      "9 March 2026 10",
      "2026-03-09T10:00:00[Africa/Bunju]",
      "2026-03-09T24:01",
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
    ...["20 Foo 2025", "32 May 2025", "123456789", "12345678901", `2025-05-20${" ".repeat(200)}x`],
    ...[-1, 2025, 20251320, Number.NaN, Number.POSITIVE_INFINITY, 1e20, true, {}, []],
    ...[{ $date: "2025-05-20" }, ["2025-05-20"]],
  ];
  for (const given of cases)
    t.match(readDate(given), { at: null, precision: "invalid" }, JSON.stringify(given));
});

t.test("the first alias that can be read is used", async (t) => {
  const row = new Map<string, unknown>([
    ["a", ""],
    ["b", "mid March"],
    ["c", 1741948200000],
  ]);
  t.match(chooseDate(row, ["a", "b", "c"]), {
    at: "2025-03-14T10:30:00Z",
    precision: "time",
  });
});

t.test("an absent date is unknown, a malformed one invalid", async (t) => {
  const none = { at: null };
  const dateOf = (value: unknown) =>
    chooseDate(
      new Map<string, unknown>([
        ["a", null],
        ["b", value],
      ]),
      ["a", "b"],
    );
  for (const value of [undefined, null, "", "  ", 0])
    t.match(dateOf(value), { ...none, precision: "unknown" });
  for (const value of ["TBA", 1, false, {}])
    t.match(dateOf(value), { ...none, precision: "invalid" });
});

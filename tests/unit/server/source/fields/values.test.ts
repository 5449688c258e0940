import t from "tap";
import { chooseDate } from "../../../../../server/source/fields/dates.ts";
import { readEventTimes } from "../../../../../server/source/fields/event-fields.ts";
import {
  readCount,
  readFlag,
  readId,
  readImage,
  readLines,
  readLinks,
  readName,
  readNames,
  readSlug,
  readTags,
  readTranslations,
} from "../../../../../server/source/fields/values.ts";
import { isSlug } from "../../../../../shared/paths.ts";

t.test("translations: rows or an object by language, each other language once", async (t) => {
  const self = { slug: "water", language: "en" };
  const read = (value: unknown) => readTranslations(value, self);
  const maji = [{ language: "sw", slug: "maji" }];
  t.same(read([{ language: "sw", slug: "maji", id: 4, title: "Maji" }]), maji);
  t.same(read([{ locale: "sw-TZ", slug: "maji" }]).length, 1);
  t.same(read({ sw: "maji", en: "water" }), maji);
  t.same(read({ sw: { slug: "maji" }, en: { slug: "water" } }), maji);
  const two = [
    { lang: "Kiswahili", slug: "maji-1" },
    { lang: "Kiswahili", slug: "maji-2" },
  ];
  t.same(read(two), [{ language: "sw", slug: "maji-1" }]);
  for (const none of [
    null,
    undefined,
    "sw",
    7,
    { sw: 12 },
    [{ slug: "maji" }],
    { sw: "a/b" },
    [null],
  ])
    t.same(read(none), [], JSON.stringify(none));
});

t.test("a slug is one path segment", async (t) => {
  for (const slug of ["a", "maji-ni-uhai", "siku ya maji", "水", "a.b", "...", "x".repeat(200)])
    t.ok(isSlug(slug), slug);
  const wrong = [
    "",
    ".",
    "..",
    "a/b",
    "a\\b",
    "a?b",
    "a#b",
    "a%2fb",
    "a\nb",
    "a\u0000",
    "\u0085",
    "\uD83D",
    " a",
    "x".repeat(201),
  ];
  for (const slug of wrong) t.notOk(isSlug(slug), JSON.stringify(slug));
});

t.test("ids are text, whole numbers become it", async (t) => {
  t.same([110, "110", " 110 ", "a-1", 0].map(readId), ["110", "110", "110", "a-1", "0"]);
  for (const value of [1.5, Number.NaN, 2 ** 60, "", " ", "a/b", null, undefined, {}, [], true])
    t.equal(readId(value), null);
  for (const value of [5, null, "", "..", "a/b", {}]) t.equal(readSlug(value), null);
});

t.test("a count is a whole number, also with thousands commas", async (t) => {
  t.same(
    [0, 412, "657", "1,204", " 12 ", "1,234,567"].map(readCount),
    [0, 412, 657, 1204, 12, 1234567],
  );
  const wrong = [
    -4,
    "-4",
    1.5,
    "1.5",
    "1,20",
    "12,34,567",
    "many",
    "",
    "1e3",
    null,
    undefined,
    {},
    [5],
    true,
    1e300,
    Number.NaN,
  ];
  for (const value of wrong) t.equal(readCount(value), null, String(value));
});

t.test("a flag is true, the word, one or yes", async (t) => {
  for (const value of [true, "true", "TRUE", 1, "1", "Yes", "ndiyo"]) t.ok(readFlag(value));
  for (const value of [false, "false", 0, "0", "no", "yes?", 2, null, undefined, {}, []])
    t.notOk(readFlag(value));
});

t.test("names are texts or objects with a name, each once", async (t) => {
  t.equal(
    readName({ id: 9, name: "Education team", email: "private@example.org" }),
    "Education team",
  );
  for (const value of [null, 5, "", {}, { name: "" }, { name: { name: "x" } }, ["x"]])
    t.equal(readName(value), null);
  t.same(readNames(["a", { name: "b" }, "a", "", null, 5, " a "]), ["a", "b"]);
  for (const value of ["a", [], [""], null, { 0: "a", length: 1 }]) t.equal(readNames(value), null);
  t.same(readTags("mangrove, climate,, Bagamoyo ,climate"), ["mangrove", "climate", "Bagamoyo"]);
  t.equal(readLines("a\r\nb"), "a\nb");
  t.same(readTags("Sayansi &amp; afya, watoto&#8217;s"), ["Sayansi & afya", "watoto’s"]);
});

t.test("an image is a URL or an object with one", async (t) => {
  const baseUrl = "https://api.example.org";
  const url = "https://e.org/a.jpg";
  const bare = { url, alt: "", width: null, height: null };
  t.same(readImage(url, baseUrl), bare);
  t.same(readImage({ public_url: url, alt: " A tap ", width: 640, height: "420" }, baseUrl), {
    url,
    alt: "A tap",
    width: 640,
    height: 420,
  });
  t.same(readImage({ public_url: url, alt_text: "b", width: -1, height: 1e9 }, baseUrl), {
    ...bare,
    alt: "b",
  });
  t.equal(readImage("/m/a.jpg", baseUrl)?.url, "https://api.example.org/m/a.jpg");
  for (const value of [null, "", 5, {}, { url }, { public_url: null }, "javascript:x", [url]])
    t.equal(readImage(value, baseUrl), null);
});

t.test("related rows are links to other items, each id once", async (t) => {
  const row = (id: unknown, slug: unknown, title: unknown) => ({ id, slug, title, secret: "x" });
  const rows = [
    null,
    row(1, "a", "A"),
    row("1", "a", "A"),
    row(2, "", "B"),
    row(3, "c", " "),
    row(4, "self", "S"),
    row(9, "other", "me"),
    row(null, "d", "D"),
    "text",
    [1],
  ];
  t.same(readLinks(rows, { id: "9", slug: "self" }), [
    { id: "1", slug: "a", title: "A" },
    { id: "d", slug: "d", title: "D" },
  ]);
  t.same(
    readLinks(rows).map(({ id }) => id),
    ["1", "4", "9", "d"],
  );
  for (const value of ["none", null, undefined, {}, 5]) t.same(readLinks(value), []);
});

t.test("an end before the start is as if absent, the same day is not before", async (t) => {
  const read = (start_date: string, end_date?: string) => {
    const row = new Map(Object.entries({ start_date, end_date }));
    const { start, end } = readEventTimes({
      start: chooseDate(row, ["start_date"]),
      end: chooseDate(row, ["end_date"]),
    });
    return [start.at, end.at];
  };
  const nine = "2026-07-18T09:00:00+03:00";
  const at = "2026-07-18T06:00:00Z";
  const day = "2026-07-18T00:00:00+03:00";
  t.same(read(nine, "2026-07-18T05:59:59Z"), [at, null]);
  t.same(read(nine, nine), [at, at]);
  t.same(read(nine, "2026-07-18"), [at, day]);
  t.same(read(nine, "2026-07-17"), [at, null]);
  t.same(read("2026-07-18", nine), [day, at]);
  t.same(read("2026-07-18", "2026-07-18"), [day, day]);
  t.same(read("", nine), [null, at]);
});

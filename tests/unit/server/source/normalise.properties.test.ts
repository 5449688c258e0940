import t from "tap";
import { eventItem } from "../../../../shared/model/event-item.schema.ts";
import { newsItem } from "../../../../shared/model/news-item.schema.ts";
import { fieldNames, readSample } from "../../../fixtures/samples.ts";
import { fc } from "../../../setup/fast-check.ts";
import { normaliseEventList, normaliseNewsList } from "../../../setup/normalise.ts";
import { isWhole } from "../../../setup/whole.ts";
import { checkHtml } from "./html/html-oracle.ts";

const baseUrl = "https://api.example.org";

const messy = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    "",
    0,
    -1,
    1,
    true,
    false,
    [],
    {},
    "0",
    "free",
    "TBA",
    "2025-05-20",
    1801465200,
  ),
  fc.constantFrom<unknown>(
    "javascript:alert(1)",
    "//e.org/a.jpg",
    "www.e.org",
    "<p onclick=x>a<script>b",
    "a\u202Eb\u0000",
  ),
  fc.constantFrom<unknown>(
    { name: "x" },
    { public_url: "https://e.org/a.jpg", alt: "<b>" },
    "<iframe src='https://www.google.com/maps/embed?x'>",
  ),
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: "binary" }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.double(),
  fc.webUrl(),
);

function messyRows(fields: string[]) {
  const values = fc.record(Object.fromEntries(fields.map((name) => [name, messy])), {
    requiredKeys: [],
  });
  const identity = fc.record({
    id: fc.nat(),
    slug: fc.constantFrom("a", "b"),
    title: fc.string({ minLength: 1 }),
  });
  return fc.array(
    fc.oneof(
      messy,
      fc.tuple(identity, values).map(([who, what]) => ({ ...what, ...who })),
    ),
    { maxLength: 4 },
  );
}

/** Checks that all texts of a clean item are safe in HTML, XML and a log, and that all its addresses are safe to follow. */
function checkItem(item: Record<string, unknown>, htmlFields: string[]): string[] {
  const violations = htmlFields.flatMap((name) =>
    item[name] === null ? [] : checkHtml(String(item[name])),
  );
  const walk = (value: unknown, name: string): void => {
    if (value === undefined) violations.push(`${name} is undefined`);
    if (typeof value === "string" && !htmlFields.includes(name)) {
      if (/[^\P{Cc}\n]|\p{Cs}|[\u202A-\u202E\u2066-\u2069]/u.test(value))
        violations.push(`${name}: hidden characters`);
      if (/(?:Url|^url)$/.test(name) && !/^https?:\/\/[^\s@/]+\//.test(value))
        violations.push(`${name}: ${value}`);
      if (/At$/.test(name) && Number.isNaN(Date.parse(value))) violations.push(`${name}: ${value}`);
      if (value.trim() === "" && name !== "alt") violations.push(`${name} is empty`);
    }
    if (typeof value === "number" && !(Number.isFinite(value) && value >= 0))
      violations.push(`${name}: ${value}`);
    if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value))
        walk(inner, Array.isArray(value) ? name : key);
    }
  };
  walk(item, "item");
  return violations;
}

const isDated = (precision: unknown, at: unknown) =>
  (precision === "day" || precision === "time") === (at !== null);

const FRAME =
  /^https:\/\/www\.(?:google\.com\/maps\/embed|openstreetmap\.org\/export\/embed\.html)/;

const KINDS = {
  news: {
    shape: newsItem.shape,
    good: "101",
    html: ["body"],
    read: normaliseNewsList,
    isSound: (item: Record<string, unknown>) => isDated(item.publishedPrecision, item.publishedAt),
  },
  events: {
    shape: eventItem.shape,
    good: "501",
    read: normaliseEventList,
    html: ["description", "venueDetails"],
    isSound: (item: Record<string, unknown>) =>
      isDated(item.startPrecision, item.startsAt) &&
      (item.mapEmbedUrl === null || FRAME.test(String(item.mapEmbedUrl))),
  },
};

for (const kind of ["news", "events"] as const)
  t.test(`${kind} of any shape come out complete and clean, and nothing throws`, async () => {
    const { shape, good, html, read, isSound } = KINDS[kind];
    const keys = Object.keys(shape).sort().join();
    await fc.assert(
      fc.asyncProperty(messyRows(fieldNames(kind)), async (given) => {
        // Add one good row, since a list without any good row is an error of shape.
        const sent = [readSample(kind, good), ...given];
        const { items, report } = await read(sent, { baseUrl });
        if (items.length + report.dropped.length !== sent.length) return false;
        return items.every((item) => {
          const violations = checkItem({ ...item }, html);
          if (violations.length > 0) throw new Error(violations.join("; "));
          return Object.keys(item).sort().join() === keys && isSound({ ...item });
        });
      }),
      { numRuns: isWhole ? 1_500 : 200 },
    );
  });

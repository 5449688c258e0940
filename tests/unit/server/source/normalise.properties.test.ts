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

/**
 * Every text of a clean item must be fit for HTML, XML and a log, every address one that is safe to
 * follow.
 */
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

function keysOf(json: unknown): string[] {
  return Object.keys(Object(json)).sort();
}

t.test("news of any shape comes out complete and clean, and nothing throws", async () => {
  const keys = keysOf(newsItem.shape);
  const rows = messyRows(fieldNames("news"));
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      // One good row stays: a list without any is a fault of shape.
      const sent = [readSample("news", "101"), ...given];
      const { items, report } = await normaliseNewsList(sent, { baseUrl });
      if (items.length + report.dropped.length !== sent.length) return false;
      return items.every((item) => {
        const violations = checkItem({ ...item }, ["body"]);
        if (violations.length > 0) throw new Error(violations.join("; "));
        const isDated = item.publishedPrecision === "day" || item.publishedPrecision === "time";
        return keysOf(item).join() === keys.join() && isDated === (item.publishedAt !== null);
      });
    }),
    { numRuns: isWhole ? 1_500 : 200 },
  );
});

t.test("events of any shape come out complete and clean, and nothing throws", async () => {
  const keys = keysOf(eventItem.shape);
  const rows = messyRows(fieldNames("events"));
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const sent = [readSample("events", "501"), ...given];
      const { items, report } = await normaliseEventList(sent, { baseUrl });
      if (items.length + report.dropped.length !== sent.length) return false;
      return items.every((item) => {
        const violations = checkItem({ ...item }, ["description", "venueDetails"]);
        if (violations.length > 0) throw new Error(violations.join("; "));
        const isDated = item.startPrecision === "day" || item.startPrecision === "time";
        const isFrame =
          item.mapEmbedUrl === null ||
          /^https:\/\/www\.(?:google\.com\/maps\/embed|openstreetmap\.org\/export\/embed\.html)/.test(
            item.mapEmbedUrl,
          );
        return (
          keysOf(item).join() === keys.join() && isDated === (item.startsAt !== null) && isFrame
        );
      });
    }),
    { numRuns: isWhole ? 1_500 : 200 },
  );
});

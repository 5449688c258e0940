import { setImmediate as nextTurn } from "node:timers/promises";
import type { DatePrecision } from "../../shared/model/item-fields.schema.ts";
import { type Fields, isRecord, readId, readLine, readSlug } from "./fields/values.ts";
import type { SanitiseOptions } from "./html/sanitise-html.ts";
import { UpstreamError } from "./http/upstream-error.ts";
import { repairTwiceEncoded } from "./text/clean-text.ts";

/** What a response looked like: the names its fields came under, and which rows were dropped. */
export interface ReadReport {
  source: "news" | "events";
  kind: "list" | "item";
  /** By field of the clean shape, the names of the source that it came under. */
  aliases: Record<string, string[]>;
  /** Rows that could not be used; the reasons quote nothing of the source. */
  dropped: { id: string | null; reason: string }[];
  /** Rows whose texts were in UTF-8 twice. */
  repaired: number;
  /** How often an element of a text did not come out, by the name of its tag. */
  tags: Record<string, number>;
  /** Names of fields that nothing here reads: a missing field may be among them under a new name. */
  unread: string[];
  /** Rows the source sent, the dropped ones included. */
  total: number;
  /** Rows that the source announced, where it did. */
  announced?: number;
  /** The usable rows by the date they are sorted by: it can be read, cannot, or is absent. */
  dates: { readable: number; unreadable: number; absent: number };
  /** Fields that the contract of the source names, and that no row of a list has under any alias. */
  missing: string[];
}

/** One row of the source: only its identity is checked, any other field may hold anything. */
export interface RawRow extends Fields {
  id: string;
  slug: string;
  title: string;
}

export interface ReadOptions {
  /** The content API's URL: image paths belong to its host. */
  baseUrl: string;
  /** The query parameter of the token of a next page, where the response does not name it. */
  nextParameter?: string | undefined;
}

/** How the rows of one kind become items. */
export interface RowNormaliser<Item> {
  source: ReadReport["source"];
  /** One clean item and, by field, the alias its value came from. */
  normalise: (
    row: RawRow,
    options: SanitiseOptions,
  ) => { item: Item; used: Record<string, { alias: string | null }> };
  /** Fields of the contract that at least one row of a list has. */
  expected: readonly string[];
  precisionOf: (item: Item) => DatePrecision;
}

type RowParser<Item> = ReadOptions & RowNormaliser<Item>;

/** The limit of the rows of a list; the rest count as dropped. */
export const MAX_ROWS = 10_000;
/** A shorter list may lack an optional field by chance. */
const MIN_ROWS = 3;
/** Names of fields are short and plain; anything else may be content. */
const PLAIN_NAME = /^[a-z_][\w-]{0,39}$/i;
const MAX_UNREAD = 20;
const DATE_STATES = {
  day: "readable",
  time: "readable",
  invalid: "unreadable",
  unknown: "absent",
} as const satisfies Record<DatePrecision, keyof ReadReport["dates"]>;

/** Reads rows one by one into items, and reports what they looked like. A row that is unusable or repeated is dropped. */
function createReader<Item>(parser: RowParser<Item>, kind: ReadReport["kind"], total: number) {
  const { source, normalise, expected, precisionOf } = parser;
  const items: Item[] = [];
  const ids = new Set<string>();
  const names = new Set<string>();
  const known = new Set(["id", "slug", "title"]);
  const report: ReadReport = {
    ...{ source, kind, total, aliases: {}, dropped: [], repaired: 0, tags: {} },
    ...{ unread: [], missing: [], dates: { readable: 0, unreadable: 0, absent: 0 } },
  };
  const { aliases, dropped, dates, tags } = report;
  const onDropped = (tag: string) => {
    tags[tag] = (tags[tag] ?? 0) + 1;
  };

  /** Why the row cannot be used, in our own words: nothing of the source is quoted. */
  function add(row: Record<string, unknown>, isRepaired: boolean): string | null {
    for (const name in row) names.add(name);
    const identity = { id: readId(row.id), slug: readSlug(row.slug), title: readLine(row.title) };
    const { id, slug, title } = identity;
    if (id === null || slug === null || title === null) {
      const missing = Object.entries(identity).filter(([, value]) => value === null);
      return missing.map(([name]) => `no usable ${name}`).join(", ");
    }
    if (ids.has(id)) return "the id of an earlier row";
    ids.add(id);
    if (isRepaired) report.repaired += 1;
    const get = (name: string): unknown => {
      known.add(name);
      return Object.hasOwn(row, name) ? row[name] : undefined;
    };
    const options = { baseUrl: parser.baseUrl, onDropped };
    const { item, used } = normalise({ id, slug, title, get }, options);
    items.push(item);
    dates[DATE_STATES[precisionOf(item)]] += 1;
    for (const [field, { alias }] of Object.entries(used))
      if (alias !== null) aliases[field] = [...new Set(aliases[field]).add(alias)];
    return null;
  }

  return {
    items,
    dropped,
    read(given: unknown): void {
      const { value, isRepaired } = repairTwiceEncoded(given);
      const reason = isRecord(value) ? add(value, isRepaired) : "not an object";
      if (reason !== null) dropped.push({ id: isRecord(value) ? readId(value.id) : null, reason });
    },
    report(): ReadReport {
      const unread = [...names].filter((name) => PLAIN_NAME.test(name) && !known.has(name));
      const isWhole = kind === "list" && total >= MIN_ROWS;
      return {
        ...report,
        unread: unread.sort().slice(0, MAX_UNREAD),
        missing: isWhole ? expected.filter((field) => !(field in aliases)) : [],
      };
    },
  };
}

/** Reads a list row by row: thousands with their HTML take half a second. A bad row is dropped. Undated items are last. */
export function listReader<Item>(json: unknown, parser: RowParser<Item>) {
  const { source, precisionOf } = parser;
  const rows = findRows(json);
  if (rows === null) throw shapeError(`${source}: no list of items in the response`);
  const { read, items, dropped, report } = createReader(parser, "list", rows.length);
  return {
    rows: rows.slice(0, MAX_ROWS),
    read,
    result(): { items: Item[]; report: ReadReport } {
      const rest = rows.length - MAX_ROWS;
      const reason = `${rest} rows beyond the limit of ${MAX_ROWS}`;
      if (rest > 0) dropped.push({ id: null, reason });
      // Not an empty list: the cached one is served instead.
      if (rows.length > 0 && items.length === 0)
        throw shapeError(
          `${source}: none of ${rows.length} rows, ${dropped[0]?.reason}`,
          "no-rows",
        );
      const isDated = (item: Item) => DATE_STATES[precisionOf(item)] === "readable";
      const undated = items.filter((item) => !isDated(item));
      return { items: [...items.filter(isDated), ...undated], report: report() };
    },
  };
}

/** Reads the item itself, or one wrapped as `{item: …}` or `{data: …}`. Throws when there is none. */
export function readItem<Item>(
  json: unknown,
  parser: RowParser<Item>,
): { item: Item; report: ReadReport } {
  const isWrapped = isRecord(json) && !Object.hasOwn(json, "slug");
  const inner = isWrapped ? [json.item, json.data].find((value) => value !== undefined) : undefined;
  const value = isRecord(inner) || inner === null ? inner : json;
  // Only a 404 or 410 means that there is no such item.
  if (value === null) throw shapeError(`${parser.source}: an empty response`);
  const reader = createReader(parser, "item", 1);
  reader.read(value);
  const [item] = reader.items;
  if (item === undefined) throw shapeError(`${parser.source}: ${reader.dropped[0]?.reason}`);
  return { item, report: reader.report() };
}

export function shapeError(detail: string, fault?: "no-rows"): UpstreamError {
  return new UpstreamError({ kind: "shape", fault, source: "content-api", detail });
}

export function findRows(json: unknown): unknown[] | null {
  const wrapped = isRecord(json) ? [json.items, json.data, json.results] : [json];
  return wrapped.find((value) => Array.isArray(value)) ?? null;
}

/** How long work may block the event loop. */
const SLICE_MS = 8;

/** Does the work for each item, and yields to the event loop after each slice. Rejects with the signal's reason. */
export async function inSlices<Item>(
  items: readonly Item[],
  work: (item: Item) => void,
  signal?: AbortSignal,
): Promise<void> {
  let startedAt = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - startedAt < SLICE_MS) continue;
    await nextTurn();
    signal?.throwIfAborted();
    startedAt = performance.now();
  }
}

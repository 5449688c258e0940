import { setImmediate as nextTurn } from "node:timers/promises";
import type { DatePrecision } from "../../../shared/model/item-fields.schema.ts";
import type { SanitiseOptions } from "../html/sanitise-html.ts";
import { UpstreamError } from "../upstream-error.ts";
import { type Fields, isRecord, readId, readLine, readSlug } from "./fields/values.ts";
import type { DroppedRow, Normalised, ReadReport } from "./read-report.ts";
import { countAliases, countDates, createTally } from "./read-report.ts";
import { repairTwiceEncoded } from "./twice-encoded.ts";

/** One row of the source: only its identity is checked, any other field may hold anything. */
export interface RawRow extends Fields {
  id: string;
  slug: string;
  title: string;
  /** Its texts were in UTF-8 twice, and are repaired. */
  isRepaired: boolean;
}

/** Names that every row has. */
const IDENTITY = ["id", "slug", "title"] as const;

export interface ReadOptions {
  /** The content API's URL: image paths belong to its host. */
  baseUrl: string;
  /** Limit of the rows of a list; the rest count as dropped. Default 10,000. */
  maxItems?: number;
  /** The query parameter of the token of a next page, where the response does not name it. */
  nextParameter?: string | undefined;
}

export interface ListResult<Item> {
  /** In the order of the source, those without a readable date last. */
  items: Item[];
  report: ReadReport;
}

export interface ItemResult<Item> {
  item: Item | null;
  report: ReadReport;
}

/** How the rows of one kind become items. */
export interface RowNormaliser<Item> {
  source: ReadReport["source"];
  normalise: (row: RawRow, options: SanitiseOptions) => Normalised<Item>;
  /** Fields of the contract that at least one row of a list has. */
  expected: readonly string[];
  precisionOf: (item: Item) => DatePrecision;
}

interface RowParser<Item> extends ReadOptions, RowNormaliser<Item> {}

export const defaultMaxItems = 10_000;
/** A shorter list may lack an optional field by chance. */
const MIN_ROWS = 3;

/**
 * Reads `{items: []}`, a bare array, `{data: []}` or `{results: []}`, one row a step: thousands of rows with their HTML
 * take half a second. A row that is unusable or repeated is dropped, never fatal.
 */
export function* readList<Item>(
  json: unknown,
  parser: RowParser<Item>,
): Generator<void, ListResult<Item>> {
  const { source, baseUrl, normalise, expected, precisionOf } = parser;
  const { maxItems = defaultMaxItems } = parser;
  const rows = findRows(json);
  if (rows === null)
    throw shapeError(`${source}: expected a list of items, received ${describeValue(json)}`);
  const dropped: DroppedRow[] = [];
  const ids = new Set<string>();
  const normalised: Normalised<Item>[] = [];
  const known = new Set<string>(IDENTITY);
  let repaired = 0;
  const tags = createTally();
  for (const value of rows.slice(0, maxItems)) {
    yield;
    const result = readRow(value, (name) => known.add(name));
    if (!("row" in result)) {
      dropped.push({ id: isRecord(value) ? readId(value.id) : null, reason: result.reason });
    } else if (ids.has(result.row.id)) {
      dropped.push({ id: result.row.id, reason: "the id of an earlier row" });
    } else {
      ids.add(result.row.id);
      if (result.row.isRepaired) repaired += 1;
      normalised.push(normalise(result.row, { baseUrl, onDropped: tags.add }));
    }
  }
  if (rows.length > maxItems) {
    dropped.push({
      id: null,
      reason: `${rows.length - maxItems} rows beyond the limit of ${maxItems}`,
    });
  }
  // Not an empty list: the cached one is served instead.
  if (rows.length > 0 && normalised.length === 0)
    throw shapeError(`${source}: none of ${rows.length} rows, ${dropped[0]?.reason}`, "no-rows");
  // Each pass over a long list is a step of its own.
  yield;
  const aliases = countAliases(normalised.map(({ used }) => used));
  yield;
  const unread = unreadNames(rows, known);
  yield;
  const items = normalised.map(({ item }) => item);
  const isDated = (item: Item) => !["unknown", "invalid"].includes(precisionOf(item));
  return {
    items: [...items.filter(isDated), ...items.filter((item) => !isDated(item))],
    report: {
      source,
      kind: "list",
      aliases,
      dropped,
      repaired,
      tags: tags.counts,
      unread,
      total: rows.length,
      dates: countDates(items.map(precisionOf)),
      missing: rows.length < MIN_ROWS ? [] : expected.filter((field) => !(field in aliases)),
    },
  };
}

/**
 * Reads the item itself, or one wrapped as `{item: …}` or `{data: …}`. Throws when there is none.
 */
export function readItem<Item>(json: unknown, parser: RowParser<Item>): ItemResult<Item> {
  const { source, baseUrl, normalise, precisionOf } = parser;
  const value = unwrapItem(json);
  // Only a 404 or 410 means that there is no such item.
  if (value === null) throw shapeError(`${source}: an empty response`);
  const known = new Set<string>(IDENTITY);
  const result = readRow(value, (name) => known.add(name));
  if (!("row" in result)) throw shapeError(`${source}: ${result.reason}`);
  const tags = createTally();
  const { item, used } = normalise(result.row, { baseUrl, onDropped: tags.add });
  const aliases = countAliases([used]);
  const unread = unreadNames([value], known);
  const dates = countDates([precisionOf(item)]);
  const repaired = result.row.isRepaired ? 1 : 0;
  const report = { source, aliases, dropped: [], repaired, unread, total: 1, dates, missing: [] };
  return { item, report: { ...report, kind: "item", tags: tags.counts } };
}

/** Names of fields are short and plain; anything else may be content. */
const PLAIN_NAME = /^[a-z_][\w-]{0,39}$/i;
const MAX_UNREAD = 20;

function unreadNames(rows: readonly unknown[], known: ReadonlySet<string>): string[] {
  const names = new Set<string>();
  for (const row of rows) if (isRecord(row)) for (const name in row) names.add(name);
  return [...names]
    .filter((name) => PLAIN_NAME.test(name) && !known.has(name))
    .sort()
    .slice(0, MAX_UNREAD);
}

export function shapeError(detail: string, fault?: "no-rows"): UpstreamError {
  return new UpstreamError({ kind: "shape", fault, source: "content-api", detail });
}

/** What was received, in our own words: nothing of the source is quoted. */
function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (!isRecord(value)) return `a ${typeof value}`;
  const count = Object.keys(value).length;
  return `an object of ${count} ${count === 1 ? "field" : "fields"} without one`;
}

export function findRows(json: unknown): unknown[] | null {
  if (Array.isArray(json)) return json;
  if (!isRecord(json)) return null;
  const rows = [json.items, json.data, json.results].find((value) => Array.isArray(value));
  return Array.isArray(rows) ? rows : null;
}

function unwrapItem(json: unknown): unknown {
  if (!isRecord(json) || Object.hasOwn(json, "slug")) return json;
  for (const wrapper of ["item", "data"]) {
    const inner = json[wrapper];
    if (Object.hasOwn(json, wrapper) && (isRecord(inner) || inner === null)) return inner;
  }
  return json;
}

/**
 * A row, or why it cannot be used. `onRead` is called with each name that the normaliser reads. The reason is
 * our own text: it quotes nothing of the source.
 */
function readRow(
  given: unknown,
  onRead: (name: string) => void,
): { row: RawRow } | { reason: string } {
  const { value, isRepaired } = repairTwiceEncoded(given);
  if (!isRecord(value)) return { reason: "not an object" };
  const id = readId(value.id);
  const slug = readSlug(value.slug);
  const title = readLine(value.title);
  if (id === null || slug === null || title === null) {
    const identity = { id, slug, title };
    const missing = IDENTITY.filter((name) => identity[name] === null);
    return { reason: missing.map((name) => `no usable ${name}`).join(", ") };
  }
  const get = (name: string): unknown => {
    onRead(name);
    return Object.hasOwn(value, name) ? value[name] : undefined;
  };
  return { row: { id, slug, title, isRepaired, get } };
}

/** How long work may block the event loop. */
const SLICE_MS = 8;

/** Runs work in steps and yields to the event loop after each slice. Rejects with the signal's reason. */
export async function inSlices<Result>(
  steps: Iterator<void, Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let sliceStartedAt = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (performance.now() - sliceStartedAt < SLICE_MS) continue;
    await nextTurn();
    signal?.throwIfAborted();
    sliceStartedAt = performance.now();
  }
}

import type { DataTag } from "../../shared/contract/data-tags.ts";
import { NOT_PUBLIC } from "../../shared/contract/source-faults.ts";
import type { DatePrecision } from "../../shared/model/item-fields.schema.ts";
import { isRecord } from "../records.ts";
import { readTitle } from "./fields/texts.ts";
import { type RowFields, readId, readSlug } from "./fields/values.ts";
import { ALWAYS, readVisibility, type Visibility } from "./fields/visibility.ts";
import { UpstreamError } from "./http/upstream-error.ts";
import { inSlices } from "./in-slices.ts";
import { findRows } from "./read-pages.ts";
import { countHidden, type ReadReport } from "./read-report.ts";
import type { RawRow, ReadOptions, RowParser } from "./row-normaliser.ts";
import { repairTwiceEncoded } from "./text/clean-text.ts";

/** The minimum number of rows for a missing field to be reported, since a shorter list may lack an optional field by chance. */
const MIN_ROWS = 3;

/** A plausible field name: short and plain. Anything else may be content. */
const PLAIN_NAME = /^[a-z_][\w-]{0,39}$/i;

const MAX_NAMES = 100;

const DATE_STATES = {
  day: "readable",
  time: "readable",
  invalid: "unreadable",
  unknown: "absent",
} as const satisfies Record<DatePrecision, keyof ReadReport["dates"]>;

const isFilled = (value: unknown) =>
  value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);

const filledNames = (values: object) =>
  Object.entries(values).flatMap(([name, value]) => (isFilled(value) ? [name] : []));

/** Reads the identity of a row, or says in our own words why the row cannot be used. The message quotes nothing of the source. */
function readIdentity(row: unknown): Omit<RawRow, "get"> | string {
  if (!isRecord(row)) return "not an object";
  const identity = { id: readId(row.id), slug: readSlug(row.slug), title: readTitle(row.title) };
  const { id, slug, title } = identity;
  if (id !== null && slug !== null && title !== null) return { id, slug, title };
  const missing = Object.entries(identity).filter(([, value]) => value === null);
  return missing.map(([name]) => `no usable ${name}`).join(", ");
}

function usualNames(rowsWith: ReadonlyMap<string, number>): string[] {
  const usual = [...rowsWith].filter(([name, rows]) => rows > 1 && PLAIN_NAME.test(name));
  return usual
    .map(([name]) => name)
    .sort()
    .slice(0, MAX_NAMES);
}

/** Reads rows one by one into items and reports on their shape. A row that is unusable or repeated is dropped. */
function createReader<Item extends object>(parser: RowParser<Item>, kind: ReadReport["kind"]) {
  const { source, normalise, expected, precisionOf, baseUrl, clock } = parser;
  const nowMs = clock?.();
  const readRowVisibility = (row: RowFields, tag: DataTag): Visibility =>
    nowMs === undefined ? ALWAYS : readVisibility(row, { source: tag, nowMs });
  const isPublic: ReadOptions["isPublic"] = (row, tag) => readRowVisibility(row, tag).isPublic;
  const items: Item[] = [];
  const ids = new Set<string>();
  const fields = new Set<string>();
  const rowsWith = new Map<string, number>();
  const known = new Set(["id", "slug", "title"]);
  const dropped: ReadReport["dropped"] = [];
  const hidden: string[] = [];
  const textless: ReadReport["textless"] = [];
  let changesAtMs = Number.POSITIVE_INFINITY;
  const tags: ReadReport["tags"] = {};
  const dates = { readable: 0, unreadable: 0, absent: 0 };
  let repaired = 0;
  const onDropped = (tag: string) => {
    tags[tag] = (tags[tag] ?? 0) + 1;
  };

  function read(given: unknown): void {
    const { value, isRepaired } = repairTwiceEncoded(given);
    const row = isRecord(value) ? value : {};
    for (const name of filledNames(row)) rowsWith.set(name, (rowsWith.get(name) ?? 0) + 1);
    const get = (name: string): unknown => {
      known.add(name);
      return Object.hasOwn(row, name) ? row[name] : undefined;
    };
    const visibility = readRowVisibility({ get }, source);
    changesAtMs = Math.min(changesAtMs, visibility.changesAtMs);
    // Other faults of a row that is not public are ignored, because the editors are not done yet.
    if (!visibility.isPublic) {
      const id = readId(row.id);
      dropped.push({ id, reason: NOT_PUBLIC });
      const slug = readSlug(row.slug);
      if (id !== null) hidden.push(id);
      if (slug !== null) hidden.push(slug);
      return;
    }
    const identity = readIdentity(value);
    if (typeof identity === "string" || ids.has(identity.id)) {
      const reason = typeof identity === "string" ? identity : "the id of an earlier row";
      dropped.push({ id: readId(row.id), reason });
      return;
    }
    const { id } = identity;
    ids.add(id);
    const onTextless = (field: string) => textless.push({ id, field });
    const item = normalise({ ...identity, get }, { baseUrl, isPublic, onDropped, onTextless });
    items.push(item);
    dates[DATE_STATES[precisionOf(item)]] += 1;
    for (const name of filledNames(item)) fields.add(name);
    if (isRepaired) repaired += 1;
  }

  function report(): ReadReport {
    const total = items.length + dropped.length;
    const isWhole = kind === "list" && total - countHidden(dropped) >= MIN_ROWS;
    const names = usualNames(rowsWith);
    return {
      source,
      kind,
      total,
      dropped,
      repaired,
      tags,
      dates,
      names,
      hidden,
      changesAtMs,
      itemId: kind === "item" ? ([...ids][0] ?? null) : null,
      textless,
      fields: [...fields],
      missing: isWhole ? expected.filter((name) => !fields.has(name)) : [],
      unread: names.filter((name) => !known.has(name)),
    };
  }

  return { items, dropped, read, report };
}

/** Reads a list in slices, because thousands of rows with HTML take half a second. Items without a readable date come last. */
export async function readList<Item extends object>(
  json: unknown,
  parser: RowParser<Item>,
  signal?: AbortSignal,
) {
  const rows = findRows(json);
  if (rows === null) throw shapeError(`${parser.source}: no list of items in the response`);
  const { read, items, dropped, report } = createReader(parser, "list");
  await inSlices(rows, read, signal);
  const unusable = dropped.find(({ reason }) => reason !== NOT_PUBLIC);
  // A list of unusable rows is not an empty list. After this error, the cached list is served instead.
  if (unusable !== undefined && items.length === 0) {
    const detail = `${parser.source}: none of ${rows.length} rows, ${unusable.reason}`;
    throw shapeError(detail, "no-rows");
  }
  const isDated = (item: Item) => DATE_STATES[parser.precisionOf(item)] === "readable";
  const undated = items.filter((item) => !isDated(item));
  return { items: [...items.filter(isDated), ...undated], report: report() };
}

/** Reads an item, bare or wrapped as `{item: …}` or `{data: …}`. Returns null when the item is not public. Throws when there is no item. */
export function readItem<Item extends object>(json: unknown, parser: RowParser<Item>) {
  const isWrapped = isRecord(json) && !Object.hasOwn(json, "slug");
  const inner = isWrapped ? [json.item, json.data].find((value) => value !== undefined) : undefined;
  const value = isRecord(inner) || inner === null ? inner : json;
  // Only a 404 or 410 means that there is no such item.
  if (value === null) throw shapeError(`${parser.source}: an empty response`);
  const { read, items, dropped, report } = createReader(parser, "item");
  read(value);
  const [item = null] = items;
  const reason = dropped[0]?.reason;
  if (item === null && reason !== NOT_PUBLIC) throw shapeError(`${parser.source}: ${reason}`);
  return { item, report: report() };
}

export const shapeError = (detail: string, fault?: "no-rows") =>
  new UpstreamError({ kind: "shape", fault, source: "content-api", detail });

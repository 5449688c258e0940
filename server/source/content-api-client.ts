import { setImmediate as nextTurn } from "node:timers/promises";
import { type DataTag, NOT_PUBLIC } from "../../shared/contract/site-data.ts";
import type { SourceReport } from "../../shared/contract/sources-report.schema.ts";
import type { DatePrecision } from "../../shared/model/item-fields.schema.ts";
import { isSlug } from "../../shared/paths.ts";
import { readTitle, type TextOptions } from "./fields/texts.ts";
import { type Fields, isRecord, isSameName, readId, readLine, readSlug } from "./fields/values.ts";
import { ALWAYS, readVisibility, type Visibility } from "./fields/visibility.ts";
import type { HttpClient, HttpRequest } from "./http/http-client.ts";
import { UpstreamError } from "./http/upstream-error.ts";
import { eventNormaliser, newsNormaliser } from "./normalisers.ts";
import { findRows, readPages, saysNo } from "./read-pages.ts";
import { repairTwiceEncoded } from "./text/clean-text.ts";

export type Call = Pick<
  HttpRequest,
  "requestId" | "headers" | "signal" | "traceparent" | "onSource"
>;

/** The calls of spec section 7. All throw `UpstreamError`, or the reason of `call.signal` once it aborts. */
export function createContentApiClient(options: {
  baseUrl: string;
  /** The query parameter of the token of a next page, where the response does not name it. */
  nextParameter: string | undefined;
  /** One for each kind of call: one may fail while the others do not. */
  http: HttpClient;
  contactsHttp?: HttpClient;
  eventsHttp?: HttpClient;
  onReadReport: (report: ReadReport) => void;
  clock: () => number;
}) {
  const { http, contactsHttp = http, eventsHttp = http, baseUrl, clock } = options;

  const itemReads = <Item extends Record<"id" | "slug", string>>(
    path: string,
    parser: RowParser<Item>,
  ) => ({
    list: async (call: Call): Promise<Item[]> => {
      const request = (page?: URL) => http.request({ path: page ?? path, part: path, ...call });
      const { json, announced } = await readPages(request, options.nextParameter);
      const { items, report } = await readList(json, parser, call.signal);
      options.onReadReport(announced === null ? report : { ...report, announced });
      return items;
    },
    /** With its entity tag, for a write to this very version. Null when the source does not have it, or not for the public. */
    item: async (by: "id" | "slug", name: string, call: Call) => {
      if (!isSlug(name)) return null;
      const address = (by === "id" ? `${path}id/` : path) + encodeURIComponent(name);
      const request = http.request({ path: address, part: path, ...call });
      const response = await request.catch((error: unknown) => {
        if (error instanceof UpstreamError && [404, 410].includes(error.status ?? 0)) return null;
        throw error;
      });
      if (response === null) return null;
      const { item, report } = readItem(response.json, parser);
      if (item !== null && !isSameName(item[by], name))
        throw shapeError(`${report.source}: another item than requested`);
      options.onReadReport(report);
      return item && { item, version: response.headers.etag ?? null };
    },
  });

  return {
    news: itemReads("/api/news/", { ...newsNormaliser, baseUrl, clock }),
    events: itemReads("/api/events/", { ...eventNormaliser, baseUrl, clock }),
    /** Sent once. `id` is that of an event that was read before. The JSON of the response is null when it is none. */
    writeEvent: async (id: string, call: Call & Pick<HttpRequest, "method" | "body">) => {
      const path = `/api/events/${encodeURIComponent(id)}`;
      const { json } = await eventsHttp.request({ ...call, path });
      if (!saysNo(json)) return json;
      const sourceMessage = readLine(Object(json).message)?.slice(0, 200) ?? null;
      throw new UpstreamError({
        kind: "status",
        source: "content-api",
        status: 422,
        sourceMessage,
      });
    },
    /** Without a response the caller stores the message and retries with the same key. */
    postContact: (body: unknown, key: string, call: Call) =>
      contactsHttp.request({
        ...{ ...call, method: "POST", path: "/api/contacts/", body },
        headers: { ...call.headers, "idempotency-key": key },
        // The key makes it the same message wherever it arrives.
        isRedirected: true,
      }),
  };
}

type LastList = NonNullable<SourceReport["list"]>;

/** What a response looked like, in names and numbers alone. */
export interface ReadReport extends Pick<LastList, "repaired" | "tags" | "dates" | "missing"> {
  source: DataTag;
  kind: "list" | "item";
  total: number;
  announced?: number;
  /** The reasons quote nothing of the source. */
  dropped: { id: string | null; reason: string }[];
  /** Ids and slugs of the rows that are not public. */
  hidden: string[];
  /** When the dates of a row next make it public or end that, milliseconds; infinite when none will. */
  changesAtMs: number;
  /** Of an item, its id. */
  itemId: string | null;
  /** Fields that hold something and of which no text came. */
  textless: { id: string; field: string }[];
  /** Fields of the clean shape that some item has. */
  fields: string[];
  /** Names under which several rows have a value, and those that nothing here reads: a missing field may be among them. */
  names: string[];
  unread: string[];
}

/** One row of the source: only its identity is checked, any other field may hold anything. */
export interface RawRow extends Fields {
  id: string;
  slug: string;
  title: string;
}

export interface RowNormaliser<Item> {
  source: DataTag;
  normalise: (row: RawRow, options: ReadOptions) => Item;
  /** Fields of the contract that at least one row of a list has. */
  expected: readonly (keyof Item & string)[];
  precisionOf: (item: Item) => DatePrecision;
}

export interface ReadOptions extends TextOptions {
  isPublic: (row: Fields, source: DataTag) => boolean;
}

/** With a clock it leaves out the rows that are not public at its time. */
export type RowParser<Item> = RowNormaliser<Item> &
  Pick<TextOptions, "baseUrl"> & { clock?: () => number };

/** A shorter list may lack an optional field by chance. */
const MIN_ROWS = 3;
/** Names of fields are short and plain; anything else may be content. */
const PLAIN_NAME = /^[a-z_][\w-]{0,39}$/i;
const MAX_NAMES = 100;
const DATE_STATES = {
  day: "readable",
  time: "readable",
  invalid: "unreadable",
  unknown: "absent",
} as const satisfies Record<DatePrecision, keyof ReadReport["dates"]>;

/** How many rows were left out since they are not public. */
export const countHidden = (dropped: ReadReport["dropped"]): number =>
  dropped.filter(({ reason }) => reason === NOT_PUBLIC).length;

const isFilled = (value: unknown) =>
  value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
const filledNames = (values: object) =>
  Object.entries(values).flatMap(([name, value]) => (isFilled(value) ? [name] : []));

/** What names a row, or why it cannot be used, in our own words: nothing of the source is quoted. */
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

/** Reads rows one by one into items, and reports what they looked like. A row that is unusable or repeated is dropped. */
function createReader<Item extends object>(parser: RowParser<Item>, kind: ReadReport["kind"]) {
  const { source, normalise, expected, precisionOf, baseUrl, clock } = parser;
  const nowMs = clock?.();
  const see = (row: Fields, tag: DataTag): Visibility =>
    nowMs === undefined ? ALWAYS : readVisibility(row, { source: tag, nowMs });
  const isPublic: ReadOptions["isPublic"] = (row, tag) => see(row, tag).isPublic;
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
    const visibility = see({ get }, source);
    changesAtMs = Math.min(changesAtMs, visibility.changesAtMs);
    // Whatever else is wrong with it: the editors are not done yet.
    if (!visibility.isPublic) {
      const id = readId(row.id);
      dropped.push({ id, reason: NOT_PUBLIC });
      hidden.push(...[id, readSlug(row.slug)].filter((name) => name !== null));
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
      ...{ source, kind, total, dropped, repaired, tags, dates, names },
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

/** Reads a list in slices: thousands of rows with their HTML take half a second. Items without a readable date are last. */
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
  // Not an empty list: the cached one is served instead.
  if (unusable !== undefined && items.length === 0) {
    const detail = `${parser.source}: none of ${rows.length} rows, ${unusable.reason}`;
    throw shapeError(detail, "no-rows");
  }
  const isDated = (item: Item) => DATE_STATES[parser.precisionOf(item)] === "readable";
  const undated = items.filter((item) => !isDated(item));
  return { items: [...items.filter(isDated), ...undated], report: report() };
}

/** Reads the item itself, or one wrapped as `{item: …}` or `{data: …}`: null when it is not public. Throws when there is none. */
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

const shapeError = (detail: string, fault?: "no-rows") =>
  new UpstreamError({ kind: "shape", fault, source: "content-api", detail });

/** Does the work for each item, 8 ms before the event loop has its turn. Rejects with the signal's reason. */
export async function inSlices<Item>(
  items: readonly Item[],
  work: (item: Item) => void,
  signal?: AbortSignal,
): Promise<void> {
  let startedAt = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - startedAt < 8) continue;
    await nextTurn();
    signal?.throwIfAborted();
    startedAt = performance.now();
  }
}

import { setImmediate as nextTurn } from "node:timers/promises";
import { type DataTag, NOT_PUBLIC } from "../../shared/contract/site-data.ts";
import type { SourceReport } from "../../shared/contract/sources-report.schema.ts";
import type { DatePrecision } from "../../shared/model/item-fields.schema.ts";
import { isSlug } from "../../shared/paths.ts";
import { inSlices } from "../work-loop.ts";
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

/**
 * Creates a client for the calls of spec section 7. All calls throw `UpstreamError`, or the reason of `call.signal` once the signal
 * aborts.
 */
export function createContentApiClient(options: {
  baseUrl: string;
  /** The query parameter for the token of the next page, used when the response does not name the parameter. */
  nextParameter: string | undefined;
  /** The HTTP client of reads. Each kind of call has its own client, because one kind may fail while the others work. */
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
    /**
     * Returns an item with its entity tag, which lets a write target exactly this version. Returns null when the source does not have
     * the item or the item is not public.
     */
    item: async (by: "id" | "slug", name: string, call: Call) => {
      if (!isSlug(name)) return null;
      const address = (by === "id" ? `${path}id/` : path) + encodeURIComponent(name);
      const request = http.request({ path: address, part: path, ...call });
      const response = await request.catch((error: unknown) => {
        if (error instanceof UpstreamError && [404, 410].includes(error.status ?? 0)) return null;
        throw error;
      });
      if (response === null) return null;
      // A long text takes as long to clean as its JSON and its page take together.
      await nextTurn();
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
    /** Writes an event and never retries. `id` is the id of an event that was read before. Returns null if the response is not JSON. */
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
    /** Sends a message. If there is no response, the caller stores the message and retries with the same key. */
    postContact: (body: unknown, key: string, call: Call) =>
      contactsHttp.request({
        ...{ ...call, method: "POST", path: "/api/contacts/", body },
        headers: { ...call.headers, "idempotency-key": key },
        // The key identifies the message wherever the request arrives.
        isRedirected: true,
      }),
  };
}

type LastList = NonNullable<SourceReport["list"]>;

/** A report on the shape of a response, in names and numbers only. */
export interface ReadReport extends Pick<LastList, "repaired" | "tags" | "dates" | "missing"> {
  source: DataTag;
  kind: "list" | "item";
  total: number;
  announced?: number;
  /** The dropped rows, with reasons that quote nothing of the source. */
  dropped: { id: string | null; reason: string }[];
  /** The ids and slugs of the rows that are not public. */
  hidden: string[];
  /** The time in milliseconds when the dates of some row next publish or hide that row; infinite when none will. */
  changesAtMs: number;
  /** The id of the item, for a report on a single item. */
  itemId: string | null;
  /** The fields that hold a value from which no text could be read. */
  textless: { id: string; field: string }[];
  /** The fields of the normalised shape that at least one item has. */
  fields: string[];
  /**
   * The field names that have a value in several rows, and those of the names that no code reads: a missing field may be among the
   * latter.
   */
  names: string[];
  unread: string[];
}

/** A row of the source. Only its identity is checked; any other field may hold anything. */
export interface RawRow extends Fields {
  id: string;
  slug: string;
  title: string;
}

export interface RowNormaliser<Item> {
  source: DataTag;
  normalise: (row: RawRow, options: ReadOptions) => Item;
  /** The fields of the contract that at least one row of a list should have. */
  expected: readonly (keyof Item & string)[];
  precisionOf: (item: Item) => DatePrecision;
}

export interface ReadOptions extends TextOptions {
  isPublic: (row: Fields, source: DataTag) => boolean;
}

/** A normaliser with the options of a read. A parser with a clock leaves out rows that are not public at that time. */
export type RowParser<Item> = RowNormaliser<Item> &
  Pick<TextOptions, "baseUrl"> & { clock?: () => number };

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

/** Counts the rows that were left out because they are not public. */
export const countHidden = (dropped: ReadReport["dropped"]): number =>
  dropped.filter(({ reason }) => reason === NOT_PUBLIC).length;

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
    // Other faults of a row that is not public are ignored, because the editors are not done yet.
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

const shapeError = (detail: string, fault?: "no-rows") =>
  new UpstreamError({ kind: "shape", fault, source: "content-api", detail });

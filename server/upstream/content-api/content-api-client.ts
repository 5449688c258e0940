import type { StoredEventItem } from "../../../shared/model/event-item.schema.ts";
import type { StoredNewsItem } from "../../../shared/model/news-item.schema.ts";
import { isSlug } from "../../../shared/slug.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "../http/http-client.ts";
import type { SourceNote } from "../request-context.ts";
import { UpstreamError } from "../upstream-error.ts";
import { eventParser } from "./events.normalise.ts";
import { newsParser } from "./news.normalise.ts";
import { readPages } from "./read-pages.ts";
import type { ReadReport } from "./read-report.ts";
import type { ReadOptions, RowNormaliser } from "./read-responses.ts";
import { defaultMaxItems, inSlices, readItem, readList, shapeError } from "./read-responses.ts";

/** What every call carries. */
export interface ContentApiCall {
  requestId: string;
  /** For writes: conditions and keys. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  traceparent?: string | undefined;
  onSource?: ((note: SourceNote) => void) | undefined;
}

/** A single item is null when the source does not have it. */
interface ItemReads<Item> {
  /** In the order of the source, those without a readable date last. */
  list: (call: ContentApiCall) => Promise<Item[]>;
  bySlug: (slug: string, call: ContentApiCall) => Promise<Item | null>;
  byId: (id: string, call: ContentApiCall) => Promise<Item | null>;
}

/**
 * The calls of spec section 7. All throw `UpstreamError`, or the reason of `call.signal`
 * once it aborts.
 */
export interface ContentApiClient {
  news: ItemReads<StoredNewsItem>;
  events: ItemReads<StoredEventItem>;
  /** An event with its entity tag, for a write to this very version. */
  eventVersion: (
    id: string,
    call: ContentApiCall,
  ) => Promise<{ item: StoredEventItem; version: string | null } | null>;
  /** Writes are sent once. The JSON of the response is null when it is none. */
  createEvent: (body: unknown, call: ContentApiCall) => Promise<HttpResponse>;
  updateEvent: (id: string, body: unknown, call: ContentApiCall) => Promise<HttpResponse>;
  deleteEvent: (id: string, call: ContentApiCall) => Promise<HttpResponse>;
  /** Sent once: without a response the caller stores the message and retries with the same key. */
  postContact: (
    body: unknown,
    key: { idempotencyKey: string },
    call: ContentApiCall,
  ) => Promise<HttpResponse>;
}

export interface ContentApiOptions extends ReadOptions {
  http: HttpClient;
  /** A client for each kind of write: one may fail while the others and reads do not. */
  writes?: { contacts: HttpClient; events: HttpClient };
  /** Called for each response read; see `schema-drift.ts`. */
  onReadReport?: (reading: ReadReport) => void;
}

interface State {
  http: HttpClient;
  writes: { contacts: HttpClient; events: HttpClient };
  onReadReport: (report: ReadReport) => void;
  options: ReadOptions;
}

type Key = "id" | "slug";
type Keyed = Record<Key, string>;

/** `http` must have been created for the same base URL. */
export function createContentApiClient({
  http,
  writes = { contacts: http, events: http },
  onReadReport = () => {},
  ...options
}: ContentApiOptions): ContentApiClient {
  const state: State = { http, writes, onReadReport, options };
  const news = { path: "/api/news/", parser: newsParser };
  const events = { path: "/api/events/", parser: eventParser };
  return {
    news: itemReads<StoredNewsItem>(state, news),
    events: itemReads<StoredEventItem>(state, events),
    eventVersion: (id, call) => readEventVersion(state, id, call),
    createEvent: (body, call) =>
      write(writes.events, { method: "POST", path: events.path, body }, call),
    updateEvent: async (id, body, call) =>
      write(writes.events, { method: "PUT", path: eventPath(id), body }, call),
    deleteEvent: async (id, call) =>
      write(writes.events, { method: "DELETE", path: eventPath(id) }, call),
    postContact: (body, { idempotencyKey }, call) => {
      const headers = { "idempotency-key": idempotencyKey };
      const path = "/api/contacts/";
      // The key makes it the same message wherever it arrives.
      const request = { method: "POST", path, body, headers, isRedirected: true } as const;
      return write(writes.contacts, request, call);
    },
  };
}

interface ItemEndpoint<Item> {
  path: string;
  parser: RowNormaliser<Item>;
}

function itemReads<Item extends Keyed>(
  state: State,
  endpoint: ItemEndpoint<Item>,
): ItemReads<Item> {
  return {
    list: (call) => readItems(state, endpoint, call),
    bySlug: (slug, call) => readOne(state, { ...endpoint, key: "slug", value: slug }, call),
    byId: (id, call) => readOne(state, { ...endpoint, key: "id", value: id }, call),
  };
}

async function readItems<Item>(
  { http, options, onReadReport }: State,
  { path, parser }: ItemEndpoint<Item>,
  call: ContentApiCall,
): Promise<Item[]> {
  const { maxItems = defaultMaxItems, nextParameter } = options;
  const list = await readPages((page) => http.request({ path: page ?? path, ...call }), {
    maxItems,
    nextParameter,
  });
  const { items, report } = await inSlices(
    readList(list.json, { ...parser, ...options }),
    call.signal,
  );
  onReadReport(list.announced === null ? report : { ...report, announced: list.announced });
  return items;
}

interface ItemQuery<Item> extends ItemEndpoint<Item> {
  key: Key;
  value: string;
}

async function readOne<Item extends Keyed>(
  { http, options, onReadReport }: State,
  { path, parser, key, value }: ItemQuery<Item>,
  call: ContentApiCall,
): Promise<Item | null> {
  if (!isSlug(value)) return null;
  const folder = key === "id" ? `${path}id/` : path;
  const request = { path: `${folder}${encodeURIComponent(value)}`, ...call };
  const response = await nullWhenMissing(http.request(request));
  if (response === null) return null;
  const { item, report } = readItem(response.json, { ...parser, ...options });
  if (item !== null && item[key].normalize() !== value.normalize()) {
    throw shapeError(`${report.source}: another item than requested`);
  }
  onReadReport(report);
  return item;
}

async function readEventVersion({ http, options }: State, id: string, call: ContentApiCall) {
  if (!isSlug(id)) return null;
  const path = `/api/events/id/${encodeURIComponent(id)}`;
  const response = await nullWhenMissing(http.request({ path, ...call }));
  const item = response && readItem(response.json, { ...eventParser, ...options }).item;
  if (item === null) return null;
  if (item.id !== id) throw shapeError("events: another item than requested");
  return { item, version: response?.headers.etag ?? null };
}

function write(
  http: HttpClient,
  request: Pick<HttpRequest, "method" | "path" | "body" | "headers" | "isRedirected">,
  call: ContentApiCall,
): Promise<HttpResponse> {
  return http.request({ ...call, ...request, headers: { ...call.headers, ...request.headers } });
}

/** An id that cannot be part of a path names no event: rejected as by the source, without a request. */
function eventPath(id: string): string {
  if (isSlug(id)) return `/api/events/${encodeURIComponent(id)}`;
  throw new UpstreamError({ kind: "status", source: "content-api", status: 404, attempts: 0 });
}

async function nullWhenMissing(response: Promise<HttpResponse>): Promise<HttpResponse | null> {
  try {
    return await response;
  } catch (error) {
    const isMissing = error instanceof UpstreamError && [404, 410].includes(error.status ?? 0);
    if (isMissing) return null;
    throw error;
  }
}

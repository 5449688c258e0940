import type { SourceNote } from "../../../shared/contract/api-data.ts";
import type { EventItem } from "../../../shared/model/event-item.ts";
import type { NewsItem } from "../../../shared/model/news-item.ts";
import { isSlug } from "../../../shared/model/slug.ts";
import type { HttpAnswer, HttpAttempt, HttpClient, HttpRequest } from "../http-client.ts";
import { inSlices } from "../in-slices.ts";
import { UpstreamError } from "../upstream-error.ts";
import { eventListSteps, normaliseEventAnswer } from "./events.normalise.ts";
import { newsListSteps, normaliseNewsAnswer } from "./news.normalise.ts";
import type { ListRead, ReadOptions, SingleRead } from "./read-answers.ts";
import { shapeFault } from "./read-answers.ts";
import type { Reading } from "./reading.ts";

/** What every call carries with it. */
export interface ContentApiCall {
  requestId: string;
  /** For writes: conditions and keys. */
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal | undefined;
  traceparent?: string | undefined;
  onAttempt?: ((attempt: HttpAttempt) => void) | undefined;
  onSource?: ((note: SourceNote) => void) | undefined;
}

/**
 * The calls of specification section 7. All throw `UpstreamError`, or the reason of `call.signal`
 * once it aborts. A single item is null when the source does not have it.
 */
export interface ContentApiClient {
  /** In the order of the source, those without a readable date last. */
  newsList: (call: ContentApiCall) => Promise<NewsItem[]>;
  newsBySlug: (slug: string, call: ContentApiCall) => Promise<NewsItem | null>;
  newsById: (id: string, call: ContentApiCall) => Promise<NewsItem | null>;
  eventList: (call: ContentApiCall) => Promise<EventItem[]>;
  eventBySlug: (slug: string, call: ContentApiCall) => Promise<EventItem | null>;
  eventById: (id: string, call: ContentApiCall) => Promise<EventItem | null>;
  /** An event with the entity tag the source gave it, for a write that must hit this version. */
  eventVersion: (
    id: string,
    call: ContentApiCall,
  ) => Promise<{ item: EventItem; version: string | null } | null>;
  /** Writes are sent once and answer what the source said, null when that was not JSON. */
  createEvent: (body: unknown, call: ContentApiCall) => Promise<HttpAnswer>;
  updateEvent: (id: string, body: unknown, call: ContentApiCall) => Promise<HttpAnswer>;
  deleteEvent: (id: string, call: ContentApiCall) => Promise<HttpAnswer>;
  /**
   * Sent once: who calls stores the message when no answer came, and tries again with the same key.
   */
  postContact: (
    body: unknown,
    key: { idempotencyKey: string },
    call: ContentApiCall,
  ) => Promise<HttpAnswer>;
}

export interface ContentApiOptions extends ReadOptions {
  http: HttpClient;
  /** For what is sent there, each kind by its own: what refuses messages may well have news. */
  writes?: { contacts: HttpClient; events: HttpClient };
  /** Hears what each answer looked like; see `drift.ts`. */
  onReading?: (reading: Reading) => void;
}

type Key = "id" | "slug";
type Keyed = Record<Key, string>;

/** `http` must have been made for the same base address: it alone knows where requests go. */
export function createContentApiClient({
  http,
  writes = { contacts: http, events: http },
  onReading,
  ...options
}: ContentApiOptions): ContentApiClient {
  async function list<Item>(
    path: string,
    steps: (json: unknown, options: ReadOptions) => Iterator<void, ListRead<Item>>,
    call: ContentApiCall,
  ): Promise<Item[]> {
    const { json } = await http.request({ path, ...call });
    const { items, reading } = await inSlices(steps(json, options), call.signal);
    onReading?.(reading);
    return items;
  }

  function single<Item extends Keyed>(
    room: string,
    normalise: (json: unknown, options: ReadOptions) => SingleRead<Item>,
    key: Key,
  ): (wanted: string, call: ContentApiCall) => Promise<Item | null> {
    const folder = key === "id" ? `${room}id/` : room;
    return async (wanted, call) => {
      if (!isSlug(wanted)) return null;
      const request = { path: `${folder}${encodeURIComponent(wanted)}`, ...call };
      const answer = await unlessMissing(http.request(request));
      if (answer === null) return null;
      const { item, reading } = normalise(answer.json, options);
      if (item !== null && item[key].normalize() !== wanted.normalize()) {
        throw shapeFault(`${reading.source}: another item than the one asked for`);
      }
      onReading?.(reading);
      return item;
    };
  }

  async function eventVersion(id: string, call: ContentApiCall) {
    if (!isSlug(id)) return null;
    const path = `/api/events/id/${encodeURIComponent(id)}`;
    const answer = await unlessMissing(http.request({ path, ...call }));
    const item = answer && normaliseEventAnswer(answer.json, options).item;
    if (item === null) return null;
    if (item.id !== id) throw shapeFault("events: another item than the one asked for");
    return { item, version: answer?.headers.etag ?? null };
  }

  const write = (
    to: HttpClient,
    request: Pick<HttpRequest, "method" | "path" | "body" | "headers">,
    call: ContentApiCall,
  ) => to.request({ ...call, ...request, headers: { ...call.headers, ...request.headers } });

  return {
    newsList: (call) => list("/api/news/", newsListSteps, call),
    newsBySlug: single("/api/news/", normaliseNewsAnswer, "slug"),
    newsById: single("/api/news/", normaliseNewsAnswer, "id"),
    eventList: (call) => list("/api/events/", eventListSteps, call),
    eventBySlug: single("/api/events/", normaliseEventAnswer, "slug"),
    eventById: single("/api/events/", normaliseEventAnswer, "id"),
    eventVersion,
    createEvent: (body, call) =>
      write(writes.events, { method: "POST", path: "/api/events/", body }, call),
    updateEvent: async (id, body, call) =>
      write(writes.events, { method: "PUT", path: eventPath(id), body }, call),
    deleteEvent: async (id, call) =>
      write(writes.events, { method: "DELETE", path: eventPath(id) }, call),
    postContact: (body, { idempotencyKey }, call) => {
      const headers = { "idempotency-key": idempotencyKey };
      return write(
        writes.contacts,
        { method: "POST", path: "/api/contacts/", body, headers },
        call,
      );
    },
  };
}

/**
 * An id that cannot stand in an address names no event: refused as the source would, without asking
 * it.
 */
function eventPath(id: string): string {
  if (isSlug(id)) return `/api/events/${encodeURIComponent(id)}`;
  throw new UpstreamError({ kind: "status", source: "content-api", status: 404, attempts: 0 });
}

async function unlessMissing(answer: Promise<HttpAnswer>): Promise<HttpAnswer | null> {
  try {
    return await answer;
  } catch (error) {
    const isMissing = error instanceof UpstreamError && [404, 410].includes(error.status ?? 0);
    if (isMissing) return null;
    throw error;
  }
}

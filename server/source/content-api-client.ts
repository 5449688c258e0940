import { isSlug } from "../../shared/paths.ts";
import type { HttpClient, HttpRequest } from "./http/http-client.ts";
import { UpstreamError } from "./http/upstream-error.ts";
import { eventNormaliser, newsNormaliser } from "./normalisers.ts";
import { readPages } from "./read-pages.ts";
import {
  type ReadReport,
  type RowNormaliser,
  readItem,
  readList,
  shapeError,
} from "./read-responses.ts";

/** What every call carries; `headers` are conditions and keys of writes. */
export type Call = Pick<
  HttpRequest,
  "requestId" | "headers" | "signal" | "traceparent" | "onSource"
>;

interface ContentApiOptions {
  baseUrl: string;
  /** The query parameter of the token of a next page, where the response does not name it. */
  nextParameter: string | undefined;
  /** Clients of the same base URL, one for each kind of call: one may fail while the others do not. */
  http: HttpClient;
  contactsHttp?: HttpClient;
  eventsHttp?: HttpClient;
  /** Called for each response read. */
  onReadReport: (report: ReadReport) => void;
}

export type ContentApiClient = ReturnType<typeof createContentApiClient>;

const EVENTS = "/api/events/";

/** The calls of spec section 7. All throw `UpstreamError`, or the reason of `call.signal` once it aborts. */
export function createContentApiClient(options: ContentApiOptions) {
  const { http, contactsHttp = http, eventsHttp = http } = options;
  return {
    news: itemReads(options, "/api/news/", newsNormaliser),
    events: itemReads(options, EVENTS, eventNormaliser),
    /** Sent once. `id` is that of an event that was read before. The JSON of the response is null when it is none. */
    writeEvent: (method: "POST" | "PUT" | "DELETE", id: string, call: Call & { body?: unknown }) =>
      eventsHttp.request({ ...call, method, path: `${EVENTS}${encodeURIComponent(id)}` }),
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

/** The reads of one kind of items. */
function itemReads<Item extends Record<"id" | "slug", string>>(
  options: ContentApiOptions,
  path: string,
  normaliser: RowNormaliser<Item>,
) {
  const { http, onReadReport, baseUrl, nextParameter } = options;
  const parser = { ...normaliser, baseUrl };
  return {
    /** In the order of the source, those without a readable date last. */
    list: async (call: Call): Promise<Item[]> => {
      const request = (page?: URL) => http.request({ path: page ?? path, ...call });
      const { json, announced } = await readPages(request, nextParameter);
      const { items, report } = await readList(json, parser, call.signal);
      onReadReport(announced === null ? report : { ...report, announced });
      return items;
    },
    /** With its entity tag, for a write to this very version. Null when the source does not have it. */
    item: async (by: "id" | "slug", name: string, call: Call) => {
      if (!isSlug(name)) return null;
      const folder = by === "id" ? `${path}id/` : path;
      const request = { path: `${folder}${encodeURIComponent(name)}`, ...call };
      const response = await http.request(request).catch((error: unknown) => {
        if (error instanceof UpstreamError && [404, 410].includes(error.status ?? 0)) return null;
        throw error;
      });
      if (response === null) return null;
      const { item, report } = readItem(response.json, parser);
      if (item[by].normalize() !== name.normalize())
        throw shapeError(`${report.source}: another item than requested`);
      onReadReport(report);
      return { item, version: response.headers.etag ?? null };
    },
  };
}

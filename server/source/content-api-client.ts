import { isSlug } from "../../shared/paths.ts";
import type { HttpClient, HttpRequest } from "./http/http-client.ts";
import { UpstreamError } from "./http/upstream-error.ts";
import { eventNormaliser, newsNormaliser } from "./normalisers.ts";
import { readPages } from "./read-pages.ts";
import {
  type ReadReport,
  type RowParser,
  readItem,
  readList,
  shapeError,
} from "./read-responses.ts";

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
}) {
  const { http, contactsHttp = http, eventsHttp = http, baseUrl } = options;

  const itemReads = <Item extends Record<"id" | "slug", string>>(
    path: string,
    parser: RowParser<Item>,
  ) => ({
    list: async (call: Call): Promise<Item[]> => {
      const request = (page?: URL) => http.request({ path: page ?? path, ...call });
      const { json, announced } = await readPages(request, options.nextParameter);
      const { items, report } = await readList(json, parser, call.signal);
      options.onReadReport(announced === null ? report : { ...report, announced });
      return items;
    },
    /** With its entity tag, for a write to this very version. Null when the source does not have it. */
    item: async (by: "id" | "slug", name: string, call: Call) => {
      if (!isSlug(name)) return null;
      const address = (by === "id" ? `${path}id/` : path) + encodeURIComponent(name);
      const response = await http.request({ path: address, ...call }).catch((error: unknown) => {
        if (error instanceof UpstreamError && [404, 410].includes(error.status ?? 0)) return null;
        throw error;
      });
      if (response === null) return null;
      const { item, report } = readItem(response.json, parser);
      if (item[by].normalize() !== name.normalize())
        throw shapeError(`${report.source}: another item than requested`);
      options.onReadReport(report);
      return { item, version: response.headers.etag ?? null };
    },
  });

  return {
    news: itemReads("/api/news/", { ...newsNormaliser, baseUrl }),
    events: itemReads("/api/events/", { ...eventNormaliser, baseUrl }),
    /** Sent once. `id` is that of an event that was read before. The JSON of the response is null when it is none. */
    writeEvent: (method: "POST" | "PUT" | "DELETE", id: string, call: Call & { body?: unknown }) =>
      eventsHttp.request({ ...call, method, path: `/api/events/${encodeURIComponent(id)}` }),
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

import { setImmediate as nextTurn } from "node:timers/promises";
import { isSlug } from "../../shared/paths.ts";
import { isSameName, readLine } from "./fields/values.ts";
import type { HttpClient, HttpRequest } from "./http/http-client.ts";
import { UpstreamError } from "./http/upstream-error.ts";
import { eventNormaliser, newsNormaliser } from "./normalisers.ts";
import { readPages, reportsFailure } from "./read-pages.ts";
import type { ReadReport } from "./read-report.ts";
import { readItem, readList, shapeError } from "./read-rows.ts";
import type { RowParser } from "./row-normaliser.ts";

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
      const request = (page?: URL) =>
        http.request({ path: page ?? path, breakerName: path, ...call });
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
      const request = http.request({ path: address, breakerName: path, ...call });
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
      if (!reportsFailure(json)) return json;
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
        ...call,
        method: "POST",
        path: "/api/contacts/",
        body,
        headers: { ...call.headers, "idempotency-key": key },
        // The key identifies the message wherever the request arrives.
        isRedirected: true,
      }),
  };
}

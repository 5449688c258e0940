import type {
  IncomingHttpHeaders,
  IncomingMessage,
  RequestListener,
  Server,
  ServerResponse,
} from "node:http";
import type { FastifyBaseLogger } from "fastify";
import { LRUCache } from "lru-cache";
import { createRequestStats } from "../observability/request-stats.ts";
import { type CacheHit, isEncodedFor, sendHit } from "./cache/send-cached.ts";
import { noteResponse } from "./pipelining.ts";
import { limitErrorOf } from "./request-limits.ts";
import { logLine, type OnRequestEnd } from "./request-log.ts";

/** Of which the hits are found without routing; the rest take the usual way. */
const MAX_URLS = 2_000;
/** Anyone can append parameters to a URL. */
const MAX_URL_LENGTH = 512;

/** Looks a response up in its cache, as the route does; null when the route has to handle the request. */
type FindHit = (headers: IncomingHttpHeaders) => CacheHit | null;

declare module "fastify" {
  interface FastifyInstance {
    /** From now on a GET of this URL, as it was written, is looked up before it is routed. */
    rememberHit: EarlyHits["remember"];
  }
}

interface Options {
  log: FastifyBaseLogger;
  requestIdOf: (request: IncomingMessage) => string;
  onEnd: OnRequestEnd;
  /** True while requests have to take the usual way. */
  isOff: () => boolean;
}

/** Cached responses that are sent before the framework sees the request. */
export interface EarlyHits {
  /** False when nothing was sent. */
  send(request: IncomingMessage, response: ServerResponse): boolean;
  /** `app.rememberHit`. */
  remember: (url: string, find: FindHit) => void;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

/**
 * A hit costs the framework's routing, hooks, request and reply a quarter of its CPU (docs/decisions/0063). Each route
 * says how its hits are found; what is looked up, logged, counted and sent is the same either way.
 */
export function createEarlyHits({ log, requestIdOf, onEnd, isOff }: Options): EarlyHits {
  const known = new LRUCache<string, FindHit>({ max: MAX_URLS });

  const find = (request: IncomingMessage): CacheHit | null => {
    if (request.method !== "GET" || isOff() || hasBody(request)) return null;
    if (limitErrorOf(request) !== undefined) return null;
    try {
      const hit = known.get(request.url ?? "")?.(request.headers) ?? null;
      return hit !== null && isEncodedFor(request.headers, hit) ? hit : null;
    } catch {
      // The route meets the same error, and responds with it.
      return null;
    }
  };

  return {
    send(request, response) {
      if (noteResponse(request.socket, response) > 0) return false;
      const stats = createRequestStats();
      const hit = find(request);
      if (hit === null) return false;
      const { headers } = request;
      const id = requestIdOf(request);
      const handled = { id, headers, raw: request, stats, spanTraceparent: null };
      response.on("close", () => {
        const line = logLine(handled, response, stats);
        log.info(line, "request");
        onEnd(line, stats);
      });
      sendHit(handled, response, hit);
      return true;
    },
    remember: (url, findHit) => {
      if (url.length <= MAX_URL_LENGTH) known.set(url, findHit);
    },
  };
}

/**
 * Calls the framework for the requests that are no known hits: it has no hook before routing. Where a host name has two addresses,
 * the server of the second one has the usual way alone.
 */
export function sendHitsFirst(server: Server, hits: EarlyHits): void {
  // The one that Fastify gave to `createServer`.
  const [route] = server.listeners("request") as RequestListener[];
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (!hits.send(request, response)) route?.(request, response);
  });
}

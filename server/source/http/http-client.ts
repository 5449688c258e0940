import { setTimeout as wait } from "node:timers/promises";
import { Agent, type Dispatcher } from "undici";
import {
  ACCEPT_ENCODING,
  dropBody,
  type JsonResponse,
  readHeader,
  readJsonResponse,
} from "./read-response.ts";
import type { SourceNote } from "./request-context.ts";
import { codeOf, toUpstreamError, UpstreamError } from "./upstream-error.ts";

export interface HttpLimits {
  /** Connections to the source. */
  connections: number;
  connectTimeoutMs: number;
  /** From sending a request to its response headers; undici is up to half a second late. */
  headersTimeoutMs: number;
  /** The whole call: both attempts and the body. */
  totalTimeoutMs: number;
  /** The largest body, counted after decompression. */
  maxBytes: number;
  /** A retry waits between one and two times this, so that many callers do not retry at once. */
  retryDelayMs: number;
}

const DEFAULT_LIMITS: HttpLimits = {
  connections: 16,
  connectTimeoutMs: 1000,
  headersTimeoutMs: 2500,
  totalTimeoutMs: 4000,
  maxBytes: 2 * 1024 * 1024,
  retryDelayMs: 50,
};

/** With less time left no attempt is made. */
const MIN_ATTEMPT_MS = 100;

/** https, another path and a slash. */
const MAX_REDIRECTS = 3;
const MAX_PLACE_LENGTH = 200;

export interface HttpRequest {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Begins with `/`, is already encoded, and is appended to the base URL; or a URL of its host. */
  path: string | URL;
  /** Sent as JSON; undefined sends none. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  requestId: string;
  traceparent?: string | undefined;
  signal?: AbortSignal | undefined;
  /** A response without JSON is no error. Default: for all but GET. */
  isBodyOptional?: boolean;
  /** A redirect within the host is followed: of a GET any, else 307 and 308. Default: for GET only. */
  isRedirected?: boolean;
  /** Called once, at the end of the whole call; see `instrumented-http-client.ts`. */
  onSource?: ((note: SourceNote) => void) | undefined;
}

export interface HttpResponse extends JsonResponse {
  /** After redirects. */
  url: URL;
  attempts: number;
}

export interface HttpClient {
  /**
   * Throws `UpstreamError` for every error of the source, a status other than 2xx included. When
   * the caller's signal aborts it throws that signal's reason instead. A GET is tried once more after network errors
   * and 502 to 504.
   */
  request: (request: HttpRequest) => Promise<HttpResponse>;
  /** Waits for requests under way, then closes all connections. */
  close: () => Promise<void>;
}

/**
 * The HTTP client of a content source, with a pool of keep-alive connections. `source` is its name in errors and logs;
 * the path of `baseUrl` goes before the path of every request.
 */
export function createHttpClient({
  source,
  baseUrl,
  ...given
}: Partial<HttpLimits> & { source: string; baseUrl: string }): HttpClient {
  const limits: HttpLimits = { ...DEFAULT_LIMITS, ...given };
  const agent = new Agent({
    connections: limits.connections,
    connect: { timeout: limits.connectTimeoutMs },
    headersTimeout: limits.headersTimeoutMs,
    // The time of the whole call counts.
    bodyTimeout: 0,
    allowH2: false,
  });
  const state: State = { source, limits, agent, baseUrl: baseUrl.replace(/\/+$/, "") };
  return { request: (details) => requestWithRetry(state, details), close: () => agent.close() };
}

interface State {
  source: string;
  limits: HttpLimits;
  agent: Agent;
  /** Without a slash at its end. */
  baseUrl: string;
}

async function requestWithRetry(state: State, request: HttpRequest): Promise<HttpResponse> {
  const { limits } = state;
  const endsAt = performance.now() + limits.totalTimeoutMs;
  const maxAttempts = isRead(request) ? 2 : 1;
  for (let attempts = 1; ; attempts += 1) {
    request.signal?.throwIfAborted();
    try {
      return { ...(await attempt(state, request, endsAt - performance.now())), attempts };
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      error.attempts = attempts;
      const delayMs = retryDelay(error, limits.retryDelayMs);
      const isTimeLeft = endsAt - performance.now() - delayMs >= MIN_ATTEMPT_MS;
      if (attempts >= maxAttempts || !isTimeLeft) throw error;
      await wait(delayMs);
    }
  }
}

/** Infinity after an error that a second attempt would meet again. */
function retryDelay(error: UpstreamError, retryDelayMs: number): number {
  const code = codeOf(error.cause);
  // The connection ended before its response, which says nothing about the load of the source.
  if (/^(?:ECONNRESET|EPIPE|UND_ERR_SOCKET)$/.test(code)) return 0;
  const isTransient =
    error.kind === "network" ||
    code === "UND_ERR_CONNECT_TIMEOUT" ||
    [502, 503, 504].includes(error.status ?? 0);
  return isTransient && !error.retryAfterSeconds
    ? retryDelayMs * (1 + Math.random())
    : Number.POSITIVE_INFINITY;
}

async function attempt(state: State, request: HttpRequest, remainingMs: number) {
  const { source, limits } = state;
  const { signal: caller, isBodyOptional = !isRead(request) } = request;
  const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(remainingMs)));
  try {
    const signal = caller ? AbortSignal.any([caller, timeout]) : timeout;
    const { response, url } = await send(state, request, signal);
    const options = { source, maxBytes: limits.maxBytes, isBodyOptional };
    return { ...(await readJsonResponse(response, options)), url };
  } catch (error) {
    caller?.throwIfAborted();
    throw toUpstreamError(error, source);
  }
}

const isRead = ({ method = "GET" }: HttpRequest) => method === "GET";

/** Sends the request to where it leads in the end. */
async function send(state: State, request: HttpRequest, signal: AbortSignal) {
  const { method = "GET", path } = request;
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  const headers = headersOf(request);
  let url = typeof path === "string" ? new URL(state.baseUrl + path) : path;
  for (let hops = 0; ; hops += 1) {
    const { origin, pathname, search } = url;
    const to = { origin, path: pathname + search };
    const response = await state.agent.request({ ...to, method, headers, body, signal });
    if (![301, 302, 303, 307, 308].includes(response.statusCode)) return { response, url };
    url = await followRedirect(response, { source: state.source, request, url, hops });
  }
}

/** The URL to which a response redirects. Throws when it may not be followed; the body is consumed in any case. */
async function followRedirect(
  response: Dispatcher.ResponseData,
  from: { source: string; request: HttpRequest; url: URL; hops: number },
): Promise<URL> {
  const { source, request, url, hops } = from;
  const { statusCode: status, headers } = response;
  await dropBody(response);
  const location = readHeader(headers, "location");
  const target = location === "" ? null : URL.parse(location, url.href);
  // Any other redirect makes of a write a GET without a body.
  const isKept = isRead(request) || status === 307 || status === 308;
  const isFollowed = (request.isRedirected ?? isRead(request)) && isKept;
  if (target && isFollowed && isSameHost(url, target) && hops < MAX_REDIRECTS) return target;
  const place = target ? placeOf(target) : "no URL";
  const detail = `status ${status} to ${place}${hops < MAX_REDIRECTS ? "" : ", too many"}`;
  throw new UpstreamError({ kind: "status", fault: "redirect", source, detail, status });
}

/** The same origin, or https on the same host. */
export const isSameHost = (from: URL, to: URL): boolean =>
  to.origin === from.origin ||
  (from.protocol === "http:" && to.protocol === "https:" && to.hostname === from.hostname);

/** Where a URL leads, for operators: without a query, which may hold a secret. */
export const placeOf = ({ protocol, host, pathname }: URL): string =>
  `${protocol}//${host}${pathname}`.slice(0, MAX_PLACE_LENGTH);

/** Without an id or a trace context that is malformed: https://www.w3.org/TR/trace-context/#traceparent-header. */
function headersOf({ body, headers, requestId, traceparent = "" }: HttpRequest) {
  const isTrace = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(traceparent);
  return {
    accept: "application/json",
    "accept-encoding": ACCEPT_ENCODING,
    "user-agent": "foundation-website",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...headers,
    ...(/^[\w.:-]{1,128}$/.test(requestId) && { "x-request-id": requestId }),
    ...(isTrace && { traceparent }),
  };
}

import { setTimeout as wait } from "node:timers/promises";
import { Agent } from "undici";
import type { SourceNote } from "../request-context.ts";
import { UpstreamError } from "../upstream-error.ts";
import { HttpError, toHttpError } from "./http-error.ts";
import { acceptEncoding } from "./read-body.ts";
import { type RawResponse, readResponse } from "./read-response.ts";
import { followedRedirect } from "./redirect.ts";

export interface HttpLimits {
  /** Connections to the source. */
  connections: number;
  connectTimeoutMs: number;
  /** From sending a request to its response headers; undici is up to half a second late. */
  headersTimeoutMs: number;
  /** The whole call: both attempts and the body. */
  totalTimeoutMs: number;
  /** Of the body, counted after decompression. */
  maxBytes: number;
  /** A retry waits between one and two times this, so that many callers do not retry at once. */
  retryDelayMs: number;
}

const defaultHttpLimits: HttpLimits = {
  connections: 16,
  connectTimeoutMs: 1000,
  headersTimeoutMs: 2500,
  totalTimeoutMs: 4000,
  maxBytes: 2 * 1024 * 1024,
  retryDelayMs: 50,
};

interface HttpClientOptions extends Partial<HttpLimits> {
  /** Name of the source in errors and logs. */
  source: string;
  /** http(s) URL; its path goes before the path of every request. */
  baseUrl: string;
}

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

export interface HttpResponse extends RawResponse {
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

/** With less time left no attempt is made. */
const minAttemptMs = 100;

interface State {
  source: string;
  limits: HttpLimits;
  agent: Agent;
  /** Without a slash at its end. */
  baseUrl: string;
}

/** The HTTP client of a content source, with a pool of keep-alive connections. */
export function createHttpClient({ source, baseUrl, ...given }: HttpClientOptions): HttpClient {
  const limits: HttpLimits = { ...defaultHttpLimits, ...given };
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

async function requestWithRetry(state: State, details: HttpRequest): Promise<HttpResponse> {
  const { source, limits } = state;
  const endsAt = performance.now() + limits.totalTimeoutMs;
  const maxAttempts = isRead(details) ? 2 : 1;
  for (let attempts = 1; ; attempts += 1) {
    details.signal?.throwIfAborted();
    try {
      return { ...(await attempt(state, details, endsAt - performance.now())), attempts };
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const { isTransient, isRetriedAtOnce, retryAfterSeconds } = error.details;
      const delayMs = isRetriedAtOnce ? 0 : limits.retryDelayMs * (1 + Math.random());
      const isTimeLeft = endsAt - performance.now() - delayMs >= minAttemptMs;
      if (attempts >= maxAttempts || !isTransient || retryAfterSeconds || !isTimeLeft)
        throw new UpstreamError({ ...error.details, source, attempts });
      await wait(delayMs);
    }
  }
}

async function attempt(state: State, request: HttpRequest, remainingMs: number) {
  const { signal: caller } = request;
  const timeout = AbortSignal.timeout(Math.max(0, Math.ceil(remainingMs)));
  try {
    const signal = caller ? AbortSignal.any([caller, timeout]) : timeout;
    const { response, url } = await send(state, request, signal);
    const isBodyOptional = request.isBodyOptional ?? !isRead(request);
    const { maxBytes } = state.limits;
    return { ...(await readResponse(response, { maxBytes, isBodyOptional })), url };
  } catch (error) {
    caller?.throwIfAborted();
    throw toHttpError(error);
  }
}

const isRead = ({ method = "GET" }: HttpRequest) => method === "GET";

/** Sends the request to where it leads in the end. */
async function send({ agent, baseUrl }: State, request: HttpRequest, signal: AbortSignal) {
  const { method = "GET", path } = request;
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  const headers = headersOf(request);
  const isFollowed = request.isRedirected ?? isRead(request);
  let url = typeof path === "string" ? new URL(baseUrl + path) : path;
  for (let hops = 0; ; hops += 1) {
    const { origin, pathname, search } = url;
    const to = { origin, path: pathname + search };
    const response = await agent.request({ ...to, method, headers, body, signal });
    const rules = { isFollowed, isRead: isRead(request), hops };
    const next = await followedRedirect(response, url, rules);
    if (next === null) return { response, url };
    url = next;
  }
}

/** Without an id or a trace context that is malformed: https://www.w3.org/TR/trace-context/#traceparent-header. */
function headersOf({ body, headers, requestId, traceparent = "" }: HttpRequest) {
  const isTrace = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(traceparent);
  return {
    accept: "application/json",
    "accept-encoding": acceptEncoding,
    "user-agent": "foundation-website",
    ...(body !== undefined && { "content-type": "application/json" }),
    ...headers,
    ...(/^[\w.:-]{1,128}$/.test(requestId) && { "x-request-id": requestId }),
    ...(isTrace && { traceparent }),
  };
}

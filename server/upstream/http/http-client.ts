import { setTimeout as wait } from "node:timers/promises";
import { Agent } from "undici";
import type { SourceNote } from "../../contract/request-context.ts";
import { UpstreamError } from "../upstream-error.ts";
import { createAttemptSignal } from "./attempt-signal.ts";
import { HttpError, toHttpError } from "./http-error.ts";
import type { HttpLimits } from "./http-limits.ts";
import { defaultHttpLimits } from "./http-limits.ts";
import type { RawResponse } from "./read-response.ts";
import { readResponse } from "./read-response.ts";
import { followedRedirect } from "./redirect.ts";
import { requestHeaders } from "./request-headers.ts";

export interface HttpClientOptions extends Partial<HttpLimits> {
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
  /** One retry on network errors and 502 to 504. Default: for GET only. */
  isRetried?: boolean;
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
  durationMs: number;
}

export interface HttpClient {
  /**
   * Throws `UpstreamError` for every error of the source, a status other than 2xx included. When
   * the caller's signal aborts it throws that signal's reason instead.
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
  /** For retries: each request opens a connection of its own. */
  freshAgent: Agent;
  /** Without a slash at its end. */
  baseUrl: string;
}

/** The HTTP client of a content source, with one pool of keep-alive connections and one without for retries. */
export function createHttpClient({ source, baseUrl, ...given }: HttpClientOptions): HttpClient {
  const limits: HttpLimits = { ...defaultHttpLimits, ...given };
  const options: Agent.Options = {
    connections: limits.connections,
    connect: { timeout: limits.connectTimeoutMs },
    // Our own timers end an attempt: undici's are up to half a second late.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  };
  const agent = new Agent(options);
  const freshAgent = new Agent({ ...options, pipelining: 0 });
  const state: State = { source, limits, agent, freshAgent, baseUrl: baseUrl.replace(/\/+$/, "") };
  return {
    request: (details) => requestWithRetry(state, details),
    close: async () => {
      await Promise.all([agent.close(), freshAgent.close()]);
    },
  };
}

async function requestWithRetry(state: State, details: HttpRequest): Promise<HttpResponse> {
  const { source, limits } = state;
  const startedAt = performance.now();
  const elapsed = (): number => performance.now() - startedAt;
  const maxAttempts = (details.isRetried ?? isRead(details)) ? 2 : 1;
  for (let attempt = 1; ; attempt += 1) {
    details.signal?.throwIfAborted();
    const attemptedAt = elapsed();
    try {
      const agent = attempt === 1 ? state.agent : state.freshAgent;
      const remainingMs = limits.totalTimeoutMs - attemptedAt;
      const response = await attemptOnce({ ...state, agent }, details, remainingMs);
      return { ...response, attempts: attempt, durationMs: elapsed() };
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const delayMs = error.details.isRetriedAtOnce ? 0 : limits.retryDelayMs * (1 + Math.random());
      const remainingMs = limits.totalTimeoutMs - elapsed() - delayMs;
      if (attempt >= maxAttempts || !isWorthRetrying(error, remainingMs)) {
        throw new UpstreamError({ ...error.details, source, attempts: attempt });
      }
      if (delayMs > 0) await pause(delayMs, details.signal);
    }
  }
}

async function attemptOnce(
  state: State,
  request: HttpRequest,
  remainingMs: number,
): Promise<RawResponse & { url: URL }> {
  const { signal: caller } = request;
  const { headersTimeoutMs, maxBytes } = state.limits;
  const attempt = createAttemptSignal(caller, { headersTimeoutMs, remainingMs });
  try {
    const { response, url } = await send(state, request, attempt.signal);
    attempt.headersArrived();
    const isBodyOptional = request.isBodyOptional ?? !isRead(request);
    return { ...(await readResponse(response, { maxBytes, isBodyOptional })), url };
  } catch (error) {
    caller?.throwIfAborted();
    throw error instanceof HttpError ? error : (attempt.timeoutError() ?? toHttpError(error));
  } finally {
    attempt.dispose();
  }
}

const isRead = ({ method = "GET" }: HttpRequest) => method === "GET";

/** Sends the request to where it leads in the end. */
async function send({ agent, baseUrl }: State, request: HttpRequest, signal: AbortSignal) {
  const { method = "GET", path } = request;
  const body = request.body === undefined ? null : JSON.stringify(request.body);
  const headers = requestHeaders(request);
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

function isWorthRetrying({ details }: HttpError, remainingMs: number): boolean {
  const retryAfterMs = (details.retryAfterSeconds ?? 0) * 1000;
  return details.isTransient === true && remainingMs >= minAttemptMs && retryAfterMs === 0;
}

async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(delayMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

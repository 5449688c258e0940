import { setTimeout as wait } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Agent } from "undici";
import type { SourceNote } from "../../http/read-context.ts";
import { type BreakerState, CircuitBreaker } from "./circuit-breaker.ts";
import { ACCEPT_ENCODING, readJsonResponse, redirectTarget } from "./read-response.ts";
import { codeOf, toUpstreamError, UpstreamError } from "./upstream-error.ts";

const DEFAULT_LIMITS = {
  connections: 16,
  connectTimeoutMs: 1000,
  /** The time from sending a request to its response headers; undici is up to half a second late. */
  headersTimeoutMs: 2500,
  /** The timeout of the whole call: both attempts and the body. */
  totalTimeoutMs: 4000,
  /** The largest allowed body, before and after decompression. */
  maxBytes: 2 * 1024 * 1024,
};
export type HttpLimits = typeof DEFAULT_LIMITS;

/** The base delay of a retry. A retry waits one to two times as long, so that many callers do not retry at once. */
const RETRY_DELAY_MS = 50;
export const SLOW_MS = 1_000;
/** The number of recent calls whose majority decides, so that one slow call does not. */
const SAMPLE_SIZE = 3;

export interface HttpRequest {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Either a path that begins with `/`, is already encoded and is appended to the base URL, or a URL on the same host. */
  path: string | URL;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  requestId: string;
  traceparent?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Accepts a response without JSON. By default true for every method except GET. */
  isBodyOptional?: boolean;
  /** Follows redirects within the host: any redirect of a GET, otherwise only 307 and 308. By default true for GET only. */
  isRedirected?: boolean;
  /** The part of the source that is called, because one part may be down while others work. */
  breakerName?: string;
  onSource?: ((note: SourceNote) => void) | undefined;
}

/** A response. `url` is the URL after redirects. */
export type HttpResponse = Awaited<ReturnType<typeof readJsonResponse>> & {
  url: URL;
  attempts: number;
};

export class HttpClient {
  readonly #options;
  readonly #agent;
  readonly #breaker;
  /** The start times of the calls in progress, oldest first. */
  readonly #underWay = new Set<{ startedMs: number }>();
  readonly #durations: number[] = [];

  constructor(options: {
    source: string;
    baseUrl: string;
    /** Sent as `Authorization: Bearer` to the origin of the base URL only, never to another origin after a redirect. */
    token?: string | undefined;
    limits?: Partial<HttpLimits>;
    /** The app, which the commands of operators do not have. */
    app?: FastifyInstance | undefined;
    onBreaker?: (state: BreakerState) => void;
  }) {
    const { source, baseUrl, app, onBreaker: onChange } = options;
    const limits = { ...DEFAULT_LIMITS, ...options.limits };
    this.#options = { ...options, limits, baseUrl: baseUrl.replace(/\/+$/, "") };
    this.#breaker = new CircuitBreaker({ source, now: app?.clock ?? Date.now, onChange });
    this.#agent = new Agent({
      connections: limits.connections,
      connect: { timeout: limits.connectTimeoutMs },
      headersTimeout: limits.headersTimeoutMs,
      // The timeout of the whole call covers the body.
      bodyTimeout: 0,
      maxResponseSize: limits.maxBytes,
      allowH2: false,
    });
  }

  breaker(): BreakerState {
    return this.#breaker.state();
  }

  /** Tells whether a response within `ms` is unlikely: a call in progress has already taken longer, or most of the last calls did. */
  isSlowerThan(ms: number): boolean {
    const [oldest] = this.#underWay;
    if (oldest !== undefined && performance.now() - oldest.startedMs > ms) return true;
    return this.#durations.filter((duration) => duration > ms).length > SAMPLE_SIZE / 2;
  }

  close(): Promise<void> {
    return this.#agent.close();
  }

  /**
   * Sends a request and retries a GET once. Throws `UpstreamError`, even for a status other than 2xx, or the reason of the caller's
   * signal.
   */
  async request(request: HttpRequest): Promise<HttpResponse> {
    const { source, app } = this.#options;
    const { method = "GET", traceparent, onSource } = request;
    const call = { startedMs: performance.now() };
    this.#underWay.add(call);
    const span = app?.tracing?.beginSpan(`${source} ${method}`, traceparent);
    const report = (status: SourceNote["status"], attempts: number, error?: unknown) => {
      const ms = performance.now() - call.startedMs;
      this.#underWay.delete(call);
      // A call aborted by its caller says nothing about the source.
      if (attempts > 0 && status !== "aborted") this.#durations.unshift(ms);
      this.#durations.length = Math.min(this.#durations.length, SAMPLE_SIZE);
      const note: SourceNote = { name: source, status, attempts, ms: Math.round(ms * 10) / 10 };
      span?.end({ source, status, attempts }, error);
      onSource?.(note);
      app?.metrics.sourceCalled(note);
    };
    const traced = span ? { ...request, traceparent: span.traceparent } : request;
    try {
      const attempt = () => this.#requestWithRetry(traced);
      const response = await this.#breaker.run(attempt, request.breakerName);
      report(response.status, response.attempts);
      return response;
    } catch (error) {
      if (error instanceof UpstreamError) report(error.outcome, error.attempts, error);
      else report("aborted", 1, error);
      throw error;
    }
  }

  async #requestWithRetry(request: HttpRequest): Promise<HttpResponse> {
    const { source, limits } = this.#options;
    const { totalTimeoutMs, maxBytes } = limits;
    const { signal: caller, isBodyOptional = !isRead(request) } = request;
    const timeout = AbortSignal.timeout(totalTimeoutMs);
    const signal = caller ? AbortSignal.any([caller, timeout]) : timeout;
    for (let attempts = 1; ; attempts += 1) {
      try {
        const { response, url } = await this.#send(request, signal);
        const read = await readJsonResponse(response, { source, maxBytes, isBodyOptional });
        return { ...read, url, attempts };
      } catch (thrown) {
        caller?.throwIfAborted();
        const error = toUpstreamError(thrown, source);
        error.attempts = attempts;
        const delayMs = retryDelay(error);
        if (!isRead(request) || attempts === 2 || timeout.aborted || delayMs === null) throw error;
        await wait(delayMs);
      }
    }
  }

  async #send(request: HttpRequest, signal: AbortSignal) {
    const { source, baseUrl, token } = this.#options;
    const { method = "GET", path } = request;
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    const usual = headersOf(request);
    const withToken = token === undefined ? usual : { ...usual, authorization: `Bearer ${token}` };
    const ownOrigin = new URL(baseUrl).origin;
    let url = typeof path === "string" ? new URL(baseUrl + path) : path;
    for (let hops = 0; ; hops += 1) {
      const to = { origin: url.origin, path: url.pathname + url.search };
      const headers = url.origin === ownOrigin ? withToken : usual;
      const response = await this.#agent.request({ ...to, method, headers, body, signal });
      if (![301, 302, 303, 307, 308].includes(response.statusCode)) return { response, url };
      // Any other redirect would turn a write into a GET without a body.
      const isKept = isRead(request) || [307, 308].includes(response.statusCode);
      const isFollowed = isKept && (request.isRedirected ?? isRead(request));
      url = redirectTarget(response, { source, url, hops: isFollowed ? hops : null });
    }
  }
}

const isRead = ({ method = "GET" }: HttpRequest) => method === "GET";

function retryDelay({ kind, status, retryAfterSeconds, cause }: UpstreamError): number | null {
  const code = codeOf(cause);
  // The connection ended before the response, which says nothing about the load of the source.
  if (["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"].includes(code)) return 0;
  if (retryAfterSeconds) return null;
  const isOfNetwork = kind === "network" || code === "UND_ERR_CONNECT_TIMEOUT";
  const isTransient = isOfNetwork || [502, 503, 504].includes(status ?? 0);
  return isTransient ? RETRY_DELAY_MS * (1 + Math.random()) : null;
}

const headersOf = ({ body, headers, requestId, traceparent }: HttpRequest) => ({
  accept: "application/json",
  "accept-encoding": ACCEPT_ENCODING,
  "user-agent": "foundation-website",
  ...(body !== undefined && { "content-type": "application/json" }),
  ...headers,
  "x-request-id": requestId,
  ...(traceparent !== undefined && { traceparent }),
});

import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "undici";
import type { SourceNote } from "../../shared/contract/api-data.ts";
import { createAttemptSignal } from "./http/attempt-signal.ts";
import { HttpFault, toHttpFault } from "./http/http-fault.ts";
import type { HttpLimits } from "./http/http-limits.ts";
import { defaultHttpLimits } from "./http/http-limits.ts";
import type { RawAnswer } from "./http/read-answer.ts";
import { readAnswer } from "./http/read-answer.ts";
import { requestHeaders } from "./http/request-headers.ts";
import type { UpstreamFault } from "./upstream-error.ts";
import { UpstreamError } from "./upstream-error.ts";

export interface HttpClientOptions extends Partial<HttpLimits> {
  /** Name of the source in errors and logs. */
  source: string;
  /** http(s) address, with or without a path that goes before every request's own. */
  baseUrl: string;
}

export interface HttpRequest {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Begins with `/`, is already encoded, and is appended to the base address. */
  path: string;
  /** Sent as JSON; undefined sends none. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  requestId: string;
  traceparent?: string | undefined;
  signal?: AbortSignal | undefined;
  /** One retry on network faults and 502 to 504. Default: for GET only. */
  isRetried?: boolean;
  /** An answer without JSON is an answer too. Default: for all but GET. */
  isBodyOptional?: boolean;
  onAttempt?: ((attempt: HttpAttempt) => void) | undefined;
  /** Told once, at the end of the whole call; see `observed-http-client.ts`. */
  onSource?: ((note: SourceNote) => void) | undefined;
}

/** One request that was made, for metrics. */
export interface HttpAttempt {
  source: string;
  attempt: number;
  outcome: "ok" | "aborted" | UpstreamFault;
  status: number | null;
  durationMs: number;
}

export interface HttpAnswer extends RawAnswer {
  attempts: number;
  durationMs: number;
}

export interface HttpClient {
  /**
   * Throws `UpstreamError` for every fault of the source, a status other than 2xx included. When
   * the caller's signal aborts it throws that signal's reason instead: nothing is wrong with the
   * source then.
   */
  request: (request: HttpRequest) => Promise<HttpAnswer>;
  /** Waits for requests under way, then closes all sockets. */
  close: () => Promise<void>;
}

/** Shorter than this no attempt is worth starting. */
const minAttemptMs = 100;

/** The only maker of requests to another server. Sockets are kept alive and shared. */
export function createHttpClient({ source, baseUrl, ...given }: HttpClientOptions): HttpClient {
  const limits: HttpLimits = { ...defaultHttpLimits, ...given };
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/+$/, "");
  const pool = new Pool(base.origin, {
    connections: limits.connections,
    connect: { timeout: limits.connectTimeoutMs },
    // Our own timers end an attempt: undici's are up to half a second late.
    headersTimeout: 0,
    bodyTimeout: 0,
    allowH2: false,
  });

  async function attemptOnce(request: HttpRequest, remainingMs: number): Promise<RawAnswer> {
    const { method = "GET", signal: caller } = request;
    const { headersTimeoutMs, maxBytes } = limits;
    const body = request.body === undefined ? null : JSON.stringify(request.body);
    const guard = createAttemptSignal(caller, { headersTimeoutMs, remainingMs });
    try {
      const response = await pool.request({
        method,
        path: `${prefix}${request.path}`,
        headers: requestHeaders(request),
        body,
        signal: guard.signal,
      });
      guard.headersArrived();
      const isBodyOptional = request.isBodyOptional ?? method !== "GET";
      return await readAnswer(response, { maxBytes, isBodyOptional });
    } catch (error) {
      caller?.throwIfAborted();
      throw error instanceof HttpFault ? error : (guard.timedOut() ?? toHttpFault(error));
    } finally {
      guard.dispose();
    }
  }

  async function request(details: HttpRequest): Promise<HttpAnswer> {
    const startedAt = performance.now();
    const elapsed = (): number => performance.now() - startedAt;
    const maxAttempts = (details.isRetried ?? (details.method ?? "GET") === "GET") ? 2 : 1;
    for (let attempt = 1; ; attempt += 1) {
      details.signal?.throwIfAborted();
      const attemptedAt = elapsed();
      const report = (outcome: HttpAttempt["outcome"], status: number | null): void =>
        details.onAttempt?.({
          source,
          attempt,
          outcome,
          status,
          durationMs: elapsed() - attemptedAt,
        });
      try {
        const answer = await attemptOnce(details, limits.totalTimeoutMs - attemptedAt);
        report("ok", answer.status);
        return { ...answer, attempts: attempt, durationMs: elapsed() };
      } catch (error) {
        if (!(error instanceof HttpFault)) {
          report("aborted", null);
          throw error;
        }
        report(error.details.kind, error.details.status ?? null);
        const delayMs = limits.retryDelayMs * (1 + Math.random());
        const remainingMs = limits.totalTimeoutMs - elapsed() - delayMs;
        if (attempt >= maxAttempts || !isWorthRetrying(error, remainingMs)) {
          throw new UpstreamError({ ...error.details, source, attempts: attempt });
        }
        await pause(delayMs, details.signal);
      }
    }
  }

  return { request, close: () => pool.close() };
}

function isWorthRetrying({ details }: HttpFault, remainingMs: number): boolean {
  const askedToWaitMs = (details.retryAfterSeconds ?? 0) * 1000;
  return details.isTransient === true && remainingMs >= minAttemptMs && askedToWaitMs === 0;
}

async function pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(delayMs, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

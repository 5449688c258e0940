import { LRUCache } from "lru-cache";
import { type CircuitBreaker, createCircuitBreaker } from "../../upstream/http/circuit-breaker.ts";
import type { SourceNote } from "../../upstream/request-context.ts";
import { UpstreamError } from "../../upstream/upstream-error.ts";
import type { PictureClient, PictureRequest, PictureResponse } from "./picture-client.ts";
import { PictureError, type PictureFault } from "./picture-error.ts";

const SOURCE = "pictures";
/** Breakers of hosts; an evicted one starts closed. */
const MAX_HOSTS = 200;
/** One request tells whether a host that asked for a pause is back: pages are open meanwhile. */
const MAX_PAUSE_MS = 4_000;

interface Options {
  client: PictureClient;
  /** The clock, milliseconds. */
  now: () => number;
  onCall: (note: SourceNote) => void;
}

export type FetchPicture = (request: PictureRequest) => Promise<PictureResponse>;

/**
 * Fetches pictures, with a circuit breaker for each host.
 * @throws PictureError
 */
export function createFetchPicture({ client, now, onCall }: Options): FetchPicture {
  const breakers = new LRUCache<string, CircuitBreaker<PictureRequest, PictureResponse>>({
    max: MAX_HOSTS,
  });
  const breakerOf = (address: string) => {
    const host = URL.canParse(address) ? new URL(address).host : "";
    const breaker =
      breakers.get(host) ??
      createCircuitBreaker(client, {
        source: SOURCE,
        now,
        onChange: () => {},
        maxPauseMs: MAX_PAUSE_MS,
      });
    breakers.set(host, breaker);
    return breaker;
  };

  return async (request) => {
    const startedMs = performance.now();
    const report = (status: SourceNote["status"], attempts: number) =>
      onCall({ name: SOURCE, status, attempts, ms: performance.now() - startedMs });
    try {
      const response = await breakerOf(request.address).request(request);
      report(response.status, 1);
      return response;
    } catch (error) {
      report(statusOf(error), attemptsOf(error));
      throw error instanceof UpstreamError
        ? new PictureError(faultOf(error), error.reason, error)
        : error;
    }
  };
}

function faultOf({ kind, status, attempts }: UpstreamError): PictureFault {
  if (kind === "timeout") return "timeout";
  return attempts === 0 || status === 429 || status === 503 ? "busy" : "unreachable";
}

function attemptsOf(error: unknown): number {
  if (error instanceof UpstreamError) return error.attempts;
  return error instanceof PictureError && error.fault === "forbidden" ? 0 : 1;
}

function statusOf(error: unknown): SourceNote["status"] {
  if (error instanceof UpstreamError)
    return error.kind === "status" ? (error.status ?? "network") : error.kind;
  if (!(error instanceof PictureError)) return "network";
  if (error.fault === "missing") return 404;
  return error.fault === "too-large" ? "size" : "shape";
}

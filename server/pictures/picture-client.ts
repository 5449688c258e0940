import type { FastifyInstance } from "fastify";
import { LRUCache } from "lru-cache";
import { Agent, type Dispatcher } from "undici";
import type { SourceNote } from "../http/read-context.ts";
import { CircuitBreaker } from "../source/http/circuit-breaker.ts";
import { readBytes, readHeader, readRetryAfter } from "../source/http/read-response.ts";
import { toUpstreamError, UpstreamError } from "../source/http/upstream-error.ts";
import { allowedUrl, createForeignAgent, type Network } from "./address-guard.ts";
import { PictureError, type PictureFault } from "./picture-error.ts";

const SOURCE = "pictures";
/** The limit of a whole fetch, redirects included. */
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const LIMITS = { connections: 4, headersTimeout: 0, bodyTimeout: 0, maxResponseSize: MAX_BYTES };
/** The longest pause that a host can ask for. Pages are open meanwhile, so one request soon tells whether the host is back. */
const MAX_PAUSE_MS = 4_000;

export type Validators = Record<"etag" | "lastModified", string | null>;

/** A fetched picture; null when the source has none that is newer than the known one. */
type Answer = (Validators & { bytes: Buffer; version: string }) | null;

type Site = Pick<FastifyInstance, "contentApiUrl" | "clock"> & {
  config: { CONTENT_API_TOKEN?: string | undefined };
  metrics: Pick<FastifyInstance["metrics"], "sourceCalled">;
};

/** The client for pictures on the content API's origin and on public https hosts, with a circuit breaker for each host. */
export class PictureClient {
  readonly #site: Site;
  readonly #network: Network;
  readonly #ownOrigin: string;
  readonly #own = new Agent(LIMITS);
  readonly #foreign: Agent;
  readonly #breakers: LRUCache<string, CircuitBreaker>;

  constructor(site: Site, network: Network) {
    this.#site = site;
    this.#network = network;
    this.#ownOrigin = new URL(site.contentApiUrl).origin;
    this.#foreign = createForeignAgent(network, LIMITS);
    const options = { source: SOURCE, now: site.clock, maxPauseMs: MAX_PAUSE_MS };
    // A breaker that was evicted starts closed again.
    this.#breakers = new LRUCache({ max: 200, memoMethod: () => new CircuitBreaker(options) });
  }

  /** Fetches a picture. `known` holds the validators of the kept version, for a conditional request. Throws PictureError. */
  async request(address: string, known: Validators | null): Promise<Answer> {
    try {
      const url = allowedUrl(address, this.#ownOrigin, this.#network);
      return await this.#breakers.memo(url.host).run(() => this.#call(url, known));
    } catch (thrown) {
      const error = toUpstreamError(thrown, SOURCE);
      throw new PictureError(faultOf(error), error.reason, error);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#own.destroy(), this.#foreign.destroy()]);
  }

  async #call(url: URL, known: Validators | null): Promise<Answer> {
    const startedMs = performance.now();
    let status: SourceNote["status"] = 200;
    try {
      return await this.#followRedirects(url, known);
    } catch (thrown) {
      const error = toUpstreamError(thrown, SOURCE);
      status = error.outcome;
      throw error;
    } finally {
      const ms = performance.now() - startedMs;
      this.#site.metrics.sourceCalled({ name: SOURCE, status, attempts: 1, ms });
    }
  }

  async #followRedirects(first: URL, known: Validators | null): Promise<Answer> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const usual = {
      accept: "image/avif,image/webp,image/jpeg,image/png,image/gif,image/svg+xml",
      "accept-encoding": "identity",
      "user-agent": "foundation-website",
      ...(known?.etag && { "if-none-match": known.etag }),
      ...(known?.lastModified && { "if-modified-since": known.lastModified }),
    };
    // The token is sent only to the origin of the content API.
    const token = this.#site.config.CONTENT_API_TOKEN;
    const ownHeaders = token ? { ...usual, authorization: `Bearer ${token}` } : usual;
    let url = first;
    let isOwn = true;
    for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
      const { origin, pathname, search } = url;
      // Another host must not redirect to the content API, which may be private and knows us by the token.
      isOwn &&= origin === this.#ownOrigin;
      const agent = isOwn ? this.#own : this.#foreign;
      const headers = isOwn ? ownHeaders : usual;
      const path = pathname + search;
      const response = await agent.request({ origin, path, method: "GET", headers, signal });
      const location = readHeader(response.headers, "location");
      if (![301, 302, 303, 307, 308].includes(response.statusCode) || location === "")
        return readPicture(response, known);
      void response.body.dump();
      const next = URL.parse(location, url.href)?.href ?? "";
      url = allowedUrl(next, isOwn ? this.#ownOrigin : "", this.#network);
    }
    throw new UpstreamError({ kind: "shape", source: SOURCE, detail: "too many redirects" });
  }
}

async function readPicture(response: Dispatcher.ResponseData, known: Validators | null) {
  const { statusCode: status, headers } = response;
  if (status !== 200) {
    void response.body.dump();
    if (status === 304 && known !== null) return null;
    const retryAfterSeconds = readRetryAfter(headers);
    throw new UpstreamError({ kind: "status", source: SOURCE, status, retryAfterSeconds });
  }
  const bytes = await readBytes(response, { source: SOURCE, maxBytes: MAX_BYTES });
  // `subtle` hashes in another thread: 20 MB would block the event loop.
  const hash = Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
  return {
    bytes,
    // The version changes with the bytes, whatever the source says about its versions.
    version: hash.slice(0, 12),
    etag: readHeader(headers, "etag").slice(0, 200) || null,
    lastModified: readHeader(headers, "last-modified").slice(0, 60) || null,
  };
}

function faultOf({ kind, status, attempts }: UpstreamError): PictureFault {
  if (status === 404 || status === 410) return "missing";
  if (kind === "size" || kind === "shape") return "broken";
  return attempts === 0 || status === 429 || status === 503 ? "busy" : "away";
}

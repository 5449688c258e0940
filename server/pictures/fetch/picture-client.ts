import { Agent, type Dispatcher } from "undici";
import { readBody, readHeader, readRetryAfter } from "../../upstream/http/read-response.ts";
import { toUpstreamError, UpstreamError } from "../../upstream/upstream-error.ts";
import { allowedUrl } from "./address-rules.ts";
import { createForeignAgent, ForbiddenAddressError, type Network } from "./foreign-agent.ts";
import { PictureError } from "./picture-error.ts";
import { createVersion } from "./picture-version.ts";

const SOURCE = "pictures";
const TIMEOUT_MS = 5_000;
const MAX_BYTES = 20 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const CONNECTIONS = 4;

/** The version that is kept already; the source may answer that it has no other. */
export interface KnownVersion {
  etag: string | null;
  lastModified: string | null;
}

export interface PictureRequest {
  address: string;
  known: KnownVersion | null;
}

/** What the source sent; null when it is the known version. */
export interface PictureResponse extends KnownVersion {
  picture: FetchedPicture | null;
  status: number;
}

export interface FetchedPicture {
  bytes: Buffer;
  /** Digest of the bytes: it changes with them, whatever the source says about its versions. */
  version: string;
}

export interface PictureClient {
  /** @throws PictureError, or UpstreamError for what a circuit breaker counts */
  request: (request: PictureRequest) => Promise<PictureResponse>;
  close: () => Promise<void>;
}

interface Options {
  baseUrl: string;
  network: Network;
  /** Of the whole fetch, redirects included. */
  timeoutMs?: number;
}

interface State {
  ownOrigin: string;
  network: Network;
  own: Agent;
  foreign: Agent;
}

/** Fetches pictures: five seconds, 20 MB, and nothing but the content API's origin and public https hosts. */
export function createPictureClient({
  baseUrl,
  network,
  timeoutMs = TIMEOUT_MS,
}: Options): PictureClient {
  const own = new Agent({ connections: CONNECTIONS, headersTimeout: 0, bodyTimeout: 0 });
  const foreign = createForeignAgent(network, CONNECTIONS);
  const state = { ownOrigin: new URL(baseUrl).origin, network, own, foreign };
  return {
    request: (request) => requestInTime(state, request, timeoutMs),
    close: async () => {
      await Promise.all([own.destroy(), foreign.destroy()]);
    },
  };
}

async function requestInTime(
  state: State,
  request: PictureRequest,
  timeoutMs: number,
): Promise<PictureResponse> {
  try {
    return await followRedirects(state, request, AbortSignal.timeout(timeoutMs));
  } catch (error) {
    throw toPictureError(error);
  }
}

async function followRedirects(
  state: State,
  { address, known }: PictureRequest,
  signal: AbortSignal,
): Promise<PictureResponse> {
  let url = allowedUrl(address, { ...state.network, ownOrigin: state.ownOrigin });
  for (let hops = 0; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await send(state, url, known, signal);
    const location = readHeader(response.headers, "location");
    if (![301, 302, 303, 307, 308].includes(response.statusCode) || location === "")
      return readPicture(response, known);
    drop(response);
    if (!URL.canParse(location, url.href))
      throw new PictureError("forbidden", "redirect to no URL");
    // Another host may not lead to the content API, which may be private.
    const ownOrigin = url.origin === state.ownOrigin ? state.ownOrigin : "";
    url = allowedUrl(new URL(location, url).href, { ...state.network, ownOrigin });
  }
  throw new PictureError("unreachable", "too many redirects");
}

function send(
  { ownOrigin, own, foreign }: State,
  url: URL,
  known: KnownVersion | null,
  signal: AbortSignal,
): Promise<Dispatcher.ResponseData> {
  const dispatcher = url.origin === ownOrigin ? own : foreign;
  return dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: "GET",
    headers: {
      accept: "image/avif,image/webp,image/jpeg,image/png,image/gif,image/svg+xml",
      "accept-encoding": "identity",
      "user-agent": "foundation-website",
      ...(known?.etag ? { "if-none-match": known.etag } : {}),
      ...(known?.lastModified ? { "if-modified-since": known.lastModified } : {}),
    },
    signal,
  });
}

function drop({ body }: Dispatcher.ResponseData): void {
  body.on("error", () => {});
  body.destroy();
}

async function readPicture(
  response: Dispatcher.ResponseData,
  known: KnownVersion | null,
): Promise<PictureResponse> {
  const { statusCode: status, headers } = response;
  if (status === 304 && known !== null) {
    drop(response);
    return { picture: null, status, ...known };
  }
  if (status !== 200) {
    drop(response);
    if (status === 404 || status === 410) throw new PictureError("missing", String(status));
    const retryAfterSeconds = readRetryAfter(headers);
    throw new UpstreamError({ kind: "status", source: SOURCE, status, retryAfterSeconds });
  }
  if (Number(readHeader(headers, "content-length")) > MAX_BYTES) {
    drop(response);
    throw new PictureError("too-large", "content-length");
  }
  const version = createVersion();
  const options = { source: SOURCE, maxBytes: MAX_BYTES, onPart: version.add };
  const bytes = await readBody(response.body, headers, options);
  return {
    picture: { bytes, version: version.end() },
    status,
    etag: readHeader(headers, "etag").slice(0, 200) || null,
    lastModified: readHeader(headers, "last-modified").slice(0, 60) || null,
  };
}

/** What is the source's outage stays an `UpstreamError`; everything else says something about this picture. */
function toPictureError(error: unknown): PictureError | UpstreamError {
  if (error instanceof PictureError) return error;
  if (error instanceof ForbiddenAddressError) return new PictureError("forbidden", error.message);
  const upstreamError = toUpstreamError(error, SOURCE);
  const { kind, reason } = upstreamError;
  if (kind === "size") return new PictureError("too-large", reason);
  return kind === "shape" ? new PictureError("wrong-type", reason) : upstreamError;
}

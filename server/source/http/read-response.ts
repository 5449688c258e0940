import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress, gunzip, type ZlibOptions } from "node:zlib";
import type { Dispatcher } from "undici";
import { DAY_MS, SECOND_MS } from "../../../shared/time.ts";
import { cleanText } from "../text/clean-text.ts";
import { TOO_LARGE, UpstreamError } from "./upstream-error.ts";

const MAX_TEXT_LENGTH = 200;
/** The maximum number of redirects: to https, to another path and to a trailing slash. */
const MAX_REDIRECTS = 3;
/** A content type of JSON, or none: `application/json`, `application/vnd.api+json`. */
const JSON_TYPE = /^\s*(?:(?:application|text)\/(?:json|[\w.!#$&^-]+\+json)\s*)?$/;
/** The content type of a web page: `text/html; charset=utf-8`, `application/xhtml+xml`. */
const WEB_PAGE = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;
/** The content types that an error message names, since any other may be a text. */
const COMMON_TYPES = ["text/html", "text/plain", "text/xml", "application/xml"];

export const ACCEPT_ENCODING = "gzip, br";
type Decompress = (bytes: NonSharedBuffer, options: ZlibOptions) => Promise<NonSharedBuffer>;
const asItIs: Decompress = async (bytes) => bytes;
const [ungzip, unbrotli] = [promisify(gunzip), promisify(brotliDecompress)];
const DECOMPRESSORS: ReadonlyMap<string, Decompress> = new Map(
  Object.entries({ "": asItIs, identity: asItIs, gzip: ungzip, "x-gzip": ungzip, br: unbrotli }),
);

type BodyOptions = { source: string; maxBytes: number };

/**
 * Reads a JSON response. `json` is null if there is no body, or if a write returned no JSON: an error here must not cause a second
 * write.
 */
export async function readJsonResponse(
  response: Dispatcher.ResponseData,
  options: BodyOptions & { isBodyOptional: boolean },
) {
  const { statusCode: status } = response;
  const headers: IncomingHttpHeaders = response.headers;
  const { source, isBodyOptional } = options;
  if (status < 200 || status > 299) throw await readErrorResponse(response, options);
  if (status === 204 || status === 206) void response.body.dump();
  if (status === 206) throw new UpstreamError({ kind: "shape", source, detail: "partial content" });
  if (status === 204) return { status, headers, json: null };
  const json = readJson(response, options);
  return { status, headers, json: await (isBodyOptional ? json.catch(() => null) : json) };
}

async function readJson(response: Dispatcher.ResponseData, options: BodyOptions): Promise<unknown> {
  const fail = (fault: "not-json" | "cut-off", detail: string) =>
    new UpstreamError({ kind: "shape", fault, source: options.source, detail });
  // Without a `content-type`, the parser decides. Any type other than JSON is an error. The error message names only common types.
  const [type = ""] = readHeader(response.headers, "content-type").toLowerCase().split(";");
  if (!JSON_TYPE.test(type)) {
    void response.body.dump();
    const known = COMMON_TYPES.find((common) => type.trim().startsWith(common)) ?? "another";
    throw fail("not-json", `content-type is ${known}, not JSON`);
  }
  const bytes = await readBytes(response, options);
  if (!isUtf8(bytes)) throw fail("not-json", "body is not UTF-8");
  // The decoder removes a byte order mark.
  const text = new TextDecoder().decode(bytes);
  try {
    return parseWithIds(text);
  } catch (error) {
    // The parser's message would quote the source, so we only check whether the error was at the end of the text.
    const atEnd = new RegExp(`end of JSON|Unterminated|position ${text.length}\\b`);
    if (/^\s*[[{]/.test(text) && atEnd.test(String(error)))
      throw fail("cut-off", "body ends within the JSON");
    throw fail("not-json", "body is not JSON");
  }
}

/**
 * Reads the whole body. The agent limits the bytes read to its `maxResponseSize`; the limit here stops a small compressed body from
 * expanding to a huge one.
 */
export async function readBytes(
  { headers, body }: Dispatcher.ResponseData,
  { source, maxBytes }: BodyOptions,
): Promise<NonSharedBuffer> {
  const encoding = readHeader(headers, "content-encoding").trim().toLowerCase();
  const decompress = DECOMPRESSORS.get(encoding);
  const isTooLarge = Number(readHeader(headers, "content-length")) > maxBytes;
  if (decompress && !isTooLarge)
    return decompress(Buffer.from(await body.arrayBuffer()), { maxOutputLength: maxBytes });
  void body.dump();
  if (isTooLarge) throw new UpstreamError({ kind: "size", source, detail: TOO_LARGE });
  throw new UpstreamError({ kind: "shape", source, detail: "unknown content-encoding" });
}

async function readErrorResponse(response: Dispatcher.ResponseData, options: BodyOptions) {
  const { statusCode: status, headers } = response;
  const { source } = options;
  // An HTML error page comes from a proxy or from a server without that route, and says nothing about the item.
  if ((status === 404 || status === 410) && WEB_PAGE.test(readHeader(headers, "content-type"))) {
    void response.body.dump();
    const detail = `${status} as a web page`;
    return new UpstreamError({ kind: "shape", fault: "not-json", source, detail });
  }
  const json = await readJson(response, options).catch(() => null);
  const message = typeof json === "object" && json !== null && "message" in json && json.message;
  const sourceMessage =
    (typeof message === "string" && cleanText(message, { maxLength: MAX_TEXT_LENGTH })) || null;
  const given = { status, retryAfterSeconds: readRetryAfter(headers), sourceMessage };
  return new UpstreamError({ kind: "status", source, detail: "refused", ...given });
}

/**
 * Returns the redirect target of a response after `hops` redirects. With null for `hops`, no redirect is followed. Throws if the
 * redirect may not be followed.
 */
export function redirectTarget(
  { statusCode: status, headers, body }: Dispatcher.ResponseData,
  { source, url, hops }: { source: string; url: URL; hops: number | null },
): URL {
  void body.dump();
  const location = readHeader(headers, "location");
  const target = location === "" ? null : URL.parse(location, url.href);
  const isTooMany = hops !== null && hops >= MAX_REDIRECTS;
  if (target && hops !== null && !isTooMany && isSameHost(url, target)) return target;
  const place = target ? withoutQuery(target) : "no URL";
  const detail = `status ${status} to ${place}${isTooMany ? ", too many" : ""}`;
  throw new UpstreamError({ kind: "status", fault: "redirect", source, detail, status });
}

/** Tells whether two URLs have the same origin, or the second one is https on the same host. */
export const isSameHost = (from: URL, to: URL): boolean =>
  to.origin === from.origin ||
  (from.protocol === "http:" && to.protocol === "https:" && to.hostname === from.hostname);

/** Describes a URL for operators, without its query, which may hold a secret. */
export const withoutQuery = ({ protocol, host, pathname }: URL): string =>
  `${protocol}//${host}${pathname}`.slice(0, MAX_TEXT_LENGTH);

export const readHeader = (headers: IncomingHttpHeaders, name: string): string =>
  [headers[name] ?? ""].flat()[0] ?? "";

/** Reads `Retry-After` (seconds or a date) as seconds from now, a day at most; null when absent or malformed. */
export function readRetryAfter(headers: IncomingHttpHeaders): number | null {
  const text = readHeader(headers, "retry-after").trim();
  if (text === "") return null;
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), DAY_MS / SECOND_MS);
}

/** Parses JSON and keeps ids above 2^53 as text, because such a number would lose digits. */
function parseWithIds(text: string): unknown {
  // A reviver makes parsing six times slower, so use one only for text with long ids. TypeScript does not know its third argument yet.
  const exactId = (key: string, value: unknown, { source = "" }: { source?: string } = {}) =>
    key === "id" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value;
  return JSON.parse(text, /"id"\s*:\s*-?\d{16}/.test(text) ? exactId : undefined);
}

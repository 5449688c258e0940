import { isUtf8 } from "node:buffer";
import type { IncomingHttpHeaders } from "node:http";
import { PassThrough, type Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import { DAY_MS, SECOND_MS } from "../../../shared/time.ts";
import { cleanText } from "../text/clean-text.ts";
import { UpstreamError } from "./upstream-error.ts";

export interface JsonResponse {
  status: number;
  headers: IncomingHttpHeaders;
  /** Null when the response has no body, or an optional one that is not JSON. */
  json: unknown;
  /** The length of the body as JSON. */
  bytes: number;
}

const MAX_ERROR_BYTES = 16 * 1024;
const MAX_MESSAGE_LENGTH = 200;
const MAX_RETRY_AFTER_SECONDS = DAY_MS / SECOND_MS;

/** https, another path and a slash. */
const MAX_REDIRECTS = 3;
const MAX_PLACE_LENGTH = 200;

export const ACCEPT_ENCODING = "gzip, br";
/** By their content-encoding. */
const DECOMPRESSORS = new Map<string, () => Transform>([
  ["", () => new PassThrough()],
  ["identity", () => new PassThrough()],
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["br", createBrotliDecompress],
]);

/** The body is optional after a write: the status says that it was done, and an error here must not cause a second one. */
export async function readJsonResponse(
  response: Dispatcher.ResponseData,
  options: { source: string; maxBytes: number; isBodyOptional: boolean },
): Promise<JsonResponse> {
  const { statusCode: status, headers } = response;
  const { source, isBodyOptional } = options;
  if (status < 200 || status > 299) throw await readErrorResponse(response, source);
  if (status === 204 || status === 206) await dropBody(response);
  if (status === 206) throw new UpstreamError({ kind: "shape", source, detail: "partial content" });
  const reading = status === 204 ? NO_JSON : readJson(response, options);
  const body = await (isBodyOptional ? Promise.resolve(reading).catch(() => NO_JSON) : reading);
  return { status, headers, ...body };
}

const NO_JSON: Pick<JsonResponse, "json" | "bytes"> = { json: null, bytes: 0 };

/** A short body is read to its end, so that the connection can be reused; any other is closed with it. */
export async function dropBody({ statusCode, headers, body }: Dispatcher.ResponseData) {
  body.on("error", () => {});
  const length = statusCode === 204 ? "0" : readHeader(headers, "content-length");
  // The caller throws the error it found before.
  if (/^\d{1,5}$/.test(length)) await body.dump().catch(() => {});
  else body.destroy();
}

async function readJson(
  response: Dispatcher.ResponseData,
  { source, maxBytes }: { source: string; maxBytes: number },
): Promise<Pick<JsonResponse, "json" | "bytes">> {
  const { headers, body } = response;
  // Without a `content-type` the parser decides; any other than JSON is believed.
  const type = readHeader(headers, "content-type").trim();
  const isJson = type === "" || /^application\/(?:json|[\w.!#$&^-]+\+json)\s*(?:;|$)/i.test(type);
  if (!isJson) await dropBody(response);
  const notJson = (detail: string) =>
    new UpstreamError({ kind: "shape", fault: "not-json", source, detail });
  if (!isJson) throw notJson(`content-type is ${knownType(type)}, not JSON`);
  const bytes = await readBody(body, headers, { source, maxBytes });
  if (!isUtf8(bytes)) throw notJson("body is not UTF-8");
  // Without a byte order mark.
  const text = new TextDecoder().decode(bytes);
  try {
    return { json: parseWithIds(text), bytes: bytes.length };
  } catch (error) {
    // The parser's message would quote the source.
    if (!isCutOff(text, error)) throw notJson("body is not JSON");
    const detail = "body ends within the JSON";
    throw new UpstreamError({ kind: "shape", fault: "cut-off", source, detail });
  }
}

/** The type of a response, where it is one of those that tell something: no text of the source is repeated. */
function knownType(contentType: string): string {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const known = ["text/html", "text/plain", "application/xml", "text/xml"].includes(type);
  return known ? type : "another";
}

const tooLarge = (source: string) =>
  new UpstreamError({ kind: "size", source, detail: "body over the limit" });

/** The whole body. Counted as it comes out, so a small one that expands to a huge one ends at the limit. */
export async function readBody(
  body: Readable,
  headers: IncomingHttpHeaders,
  options: { source: string; maxBytes: number; onPart?: (part: Buffer) => void },
): Promise<Buffer> {
  const { source, maxBytes, onPart } = options;
  // A body that is destroyed before its end emits an error, which is of no interest.
  body.on("error", () => {});
  if (Number(readHeader(headers, "content-length")) > maxBytes) {
    body.destroy();
    throw tooLarge(source);
  }
  const decompress = DECOMPRESSORS.get(
    readHeader(headers, "content-encoding").trim().toLowerCase(),
  );
  if (decompress === undefined) {
    body.destroy();
    throw new UpstreamError({ kind: "shape", source, detail: "unknown content-encoding" });
  }
  const parts: Buffer[] = [];
  let size = 0;
  const collect = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const part of chunks) {
      size += part.length;
      if (size > maxBytes) throw tooLarge(source);
      onPart?.(part);
      parts.push(part);
    }
  };
  await pipeline(body, decompress(), collect);
  return Buffer.concat(parts);
}

async function readErrorResponse(response: Dispatcher.ResponseData, source: string) {
  const { statusCode: status, headers } = response;
  const isWebPage = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;
  // It comes from a proxy, or from a server without that route: it says nothing about an item.
  if ((status === 404 || status === 410) && isWebPage.test(readHeader(headers, "content-type"))) {
    await dropBody(response);
    const detail = `${status} as a web page`;
    return new UpstreamError({ kind: "shape", fault: "not-json", source, detail });
  }
  const options = { source, maxBytes: MAX_ERROR_BYTES };
  const { json } = await readJson(response, options).catch(() => NO_JSON);
  const message = typeof json === "object" && json !== null && "message" in json && json.message;
  const sourceMessage =
    (typeof message === "string" && cleanText(message, { maxLength: MAX_MESSAGE_LENGTH })) || null;
  const given = { status, retryAfterSeconds: readRetryAfter(headers), sourceMessage };
  return new UpstreamError({ kind: "status", source, detail: "refused", ...given });
}

/** Where a response redirects to, after `hops` redirects; null follows none. Throws when it may not be followed. */
export async function redirectTarget(
  response: Dispatcher.ResponseData,
  { source, url, hops }: { source: string; url: URL; hops: number | null },
): Promise<URL> {
  const { statusCode: status, headers } = response;
  await dropBody(response);
  const location = readHeader(headers, "location");
  const target = location === "" ? null : URL.parse(location, url.href);
  const isTooMany = hops !== null && hops >= MAX_REDIRECTS;
  if (target && hops !== null && !isTooMany && isSameHost(url, target)) return target;
  const place = target ? placeOf(target) : "no URL";
  const detail = `status ${status} to ${place}${isTooMany ? ", too many" : ""}`;
  throw new UpstreamError({ kind: "status", fault: "redirect", source, detail, status });
}

/** The same origin, or https on the same host. */
export const isSameHost = (from: URL, to: URL): boolean =>
  to.origin === from.origin ||
  (from.protocol === "http:" && to.protocol === "https:" && to.hostname === from.hostname);

/** Where a URL leads, for operators: without a query, which may hold a secret. */
export const placeOf = ({ protocol, host, pathname }: URL): string =>
  `${protocol}//${host}${pathname}`.slice(0, MAX_PLACE_LENGTH);

/** One header as text, empty when absent. */
export function readHeader(headers: IncomingHttpHeaders, name: string): string {
  return [headers[name] ?? ""].flat()[0] ?? "";
}

/** `Retry-After` (seconds or a date) as seconds from now, a day at most; null when absent or malformed. */
export function readRetryAfter(headers: IncomingHttpHeaders): number | null {
  const text = readHeader(headers, "retry-after").trim();
  if (text === "") return null;
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS);
}

/** Whether V8 complains of the end of a text: `Unexpected end`, or what it expected there. */
function isCutOff(text: string, error: unknown): boolean {
  if (text === "" || !(error instanceof Error)) return false;
  const [, position] = /at position (\d+)/.exec(error.message) ?? [];
  return /^(?:Unexpected end|Unterminated)/.test(error.message) || Number(position) === text.length;
}

/** The compiler's library does not know the reviver's third argument yet. */
const parse = JSON.parse as (
  text: string,
  reviver?: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/** A whole number above 2^53 is no longer exact as a number: as an id it becomes text. */
function parseWithIds(text: string): unknown {
  // A reviver takes six times as long.
  if (!/"id"\s*:\s*-?\d{16}/.test(text)) return parse(text);
  return parse(text, (key, value, { source = "" }) =>
    key === "id" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source) ? source : value,
  );
}

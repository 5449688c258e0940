import type { IncomingHttpHeaders } from "node:http";
import type { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip } from "node:zlib";
import type { Dispatcher } from "undici";
import { DAY_MS, SECOND_MS } from "../../../shared/time.ts";
import { cleanText } from "../text/clean-text.ts";
import { UpstreamError } from "./upstream-error.ts";

export interface JsonResponse {
  status: number;
  /** A few only, names in lower case. */
  headers: Record<string, string>;
  /** Null when the response has no body, or an optional one that is not JSON. */
  json: unknown;
  /** The length of the body as JSON. */
  bytes: number;
}

/** What of a response callers may use. */
const PASSED_HEADERS = [
  ...["content-type", "etag", "last-modified", "link", "x-total-count", "x-wp-total"],
  ...["cache-control", "date", "retry-after", "x-request-id"],
];
const MAX_HEADER_LENGTH = 4_096;
const MAX_ERROR_BYTES = 16 * 1024;
const MAX_MESSAGE_LENGTH = 200;
const MAX_RETRY_AFTER_SECONDS = DAY_MS / SECOND_MS;

/** The encodings that `readBody` reads. */
export const ACCEPT_ENCODING = "gzip, br";

/**
 * Throws `UpstreamError` for any status but 2xx and for a body that is not JSON. After a write the body is optional:
 * the status says that it was done, and an error here must not cause a second one.
 */
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
  return { status, headers: pickHeaders(headers), ...body };
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
  const isTooLong = Number(readHeader(headers, "content-length")) > maxBytes;
  if (!isJson || isTooLong) await dropBody(response);
  const notJson = (detail: string) =>
    new UpstreamError({ kind: "shape", fault: "not-json", source, detail });
  if (!isJson) throw notJson(`content-type is ${knownType(type)}, not JSON`);
  if (isTooLong) throw tooLarge(source);
  const bytes = await readBody(body, headers, { source, maxBytes });
  const text = decodeUtf8(bytes);
  if (text === null) throw notJson("body is not UTF-8");
  try {
    return { json: parseWithIds(text), bytes: bytes.length };
  } catch (error) {
    // The parser's message would quote the source.
    throw isCutOff(text, error)
      ? new UpstreamError({
          kind: "shape",
          fault: "cut-off",
          source,
          detail: "body ends within the JSON",
        })
      : notJson("body is not JSON");
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

interface BodyOptions {
  source: string;
  maxBytes: number;
  /** Called with each part of the decompressed body, for a digest. */
  onPart?: (part: Buffer) => void;
}

/**
 * The whole body, decompressed. Bytes are counted before and after decompression, so a small body
 * that expands to a huge one ends at the limit. Throws `UpstreamError` or the error of the stream; the
 * body is consumed or destroyed in any case.
 */
export async function readBody(
  body: Readable,
  headers: IncomingHttpHeaders,
  { source, maxBytes, onPart = () => {} }: BodyOptions,
): Promise<Buffer> {
  // A body that is destroyed before its end emits an error, which is of no interest.
  body.on("error", () => {});
  const decompressor = createDecompressor(readHeader(headers, "content-encoding"));
  if (decompressor === undefined) {
    body.destroy();
    throw new UpstreamError({ kind: "shape", source, detail: "unknown content-encoding" });
  }
  async function* countBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > maxBytes) throw tooLarge(source);
      yield chunk;
    }
  }
  const parts: Buffer[] = [];
  const collect = async (chunks: AsyncIterable<Buffer>): Promise<void> => {
    for await (const part of countBytes(chunks)) {
      onPart(part);
      parts.push(part);
    }
  };
  if (decompressor === null) await pipeline(body, collect);
  else await pipeline(body, countBytes, decompressor, collect);
  return Buffer.concat(parts);
}

/** Null for no encoding, undefined for one that was not requested. */
function createDecompressor(encoding: string): Transform | null | undefined {
  switch (encoding.trim().toLowerCase()) {
    case "":
    case "identity":
      return null;
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    default:
      return undefined;
  }
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
  const retryAfterSeconds = readRetryAfter(headers);
  const sourceMessage = await readMessage(response, source);
  const detail = "refused";
  return new UpstreamError({
    kind: "status",
    source,
    detail,
    status,
    retryAfterSeconds,
    sourceMessage,
  });
}

async function readMessage(response: Dispatcher.ResponseData, source: string) {
  const options = { source, maxBytes: MAX_ERROR_BYTES };
  const { json } = await readJson(response, options).catch(() => NO_JSON);
  const isObject = typeof json === "object" && json !== null && "message" in json;
  if (!isObject || typeof json.message !== "string") return null;
  return cleanText(json.message, { maxLength: MAX_MESSAGE_LENGTH }) || null;
}

function pickHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const values = PASSED_HEADERS.map(
    (name) => [name, [headers[name] ?? []].flat().join(", ")] as const,
  );
  return Object.fromEntries(
    values
      .filter(([, value]) => value !== "")
      .map(([name, value]) => [name, value.slice(0, MAX_HEADER_LENGTH)]),
  );
}

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

const decoder = new TextDecoder("utf-8", { fatal: true });

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
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

import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { cleanText } from "../clean-text.ts";
import { HttpError } from "./http-error.ts";
import { readBody, readHeader, readRetryAfter } from "./read-body.ts";

export interface RawResponse {
  status: number;
  /** A few only, names in lower case. */
  headers: Record<string, string>;
  /** Null when the response has no body, or an optional one that is not JSON. */
  json: unknown;
  /** Of the body as JSON. */
  bytes: number;
}

export interface ResponseOptions {
  maxBytes: number;
  /** Whether a response without JSON is no error: after a write its status is enough. */
  isBodyOptional: boolean;
}

const passedHeaders = [
  "content-type",
  "etag",
  "last-modified",
  "link",
  "x-total-count",
  "x-wp-total",
  "cache-control",
  "date",
  "retry-after",
  "x-request-id",
];
const maxHeaderLength = 4_096;
const maxErrorBytes = 16 * 1024;
const maxMessageLength = 200;

/**
 * Throws `HttpError` for any status but 2xx and for a body that is not JSON.
 */
export async function readResponse(
  response: Dispatcher.ResponseData,
  { maxBytes, isBodyOptional }: ResponseOptions,
): Promise<RawResponse> {
  const { statusCode: status, headers } = response;
  if (status < 200 || status > 299) throw await readErrorResponse(response);
  const rest = { status, headers: pickHeaders(headers) };
  if (status === 206) {
    await dropBody(response);
    throw new HttpError({ kind: "shape", detail: "partial content" });
  }
  if (isBodyOptional) return { ...rest, ...(await readOptionalJson(response, maxBytes)) };
  if (status === 204) {
    await dropBody(response);
    return { ...rest, ...NO_JSON };
  }
  return { ...rest, ...(await readJsonBody(response, maxBytes)) };
}

type JsonBody = Pick<RawResponse, "json" | "bytes">;
const NO_JSON: JsonBody = { json: null, bytes: 0 };

async function readJsonBody(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<JsonBody> {
  const { headers, body } = response;
  const error = findHeaderError(headers, maxBytes);
  if (error !== null) {
    await dropBody(response);
    throw error;
  }
  const encoding = readHeader(headers, "content-encoding");
  const bytes = await readBody(body, { encoding, maxBytes });
  return { json: readJson(bytes), bytes: bytes.length };
}

/** The type of a response, where it is one of those that tell something: no text of the source is repeated. */
function knownType(contentType: string): string {
  const type = contentType.split(";")[0]?.trim().toLowerCase() ?? "";
  const known = ["text/html", "text/plain", "application/xml", "text/xml"].includes(type);
  return known ? type : "another";
}

/** Without a `content-type` the parser decides; any other than JSON is believed. */
function findHeaderError(headers: IncomingHttpHeaders, maxBytes: number): HttpError | null {
  const type = readHeader(headers, "content-type").trim();
  if (type !== "" && !isJsonType(type)) {
    const detail = `content-type is ${knownType(type)}, not JSON`;
    return new HttpError({ kind: "shape", fault: "not-json", detail });
  }
  const isTooLong = Number(readHeader(headers, "content-length")) > maxBytes;
  return isTooLong ? new HttpError({ kind: "size", detail: "body over the limit" }) : null;
}

/** A short body is read to its end, so that the connection can be reused; any other is closed with it. */
export async function dropBody({
  statusCode,
  headers,
  body,
}: Dispatcher.ResponseData): Promise<void> {
  body.on("error", () => {});
  const length = statusCode === 204 ? "0" : readHeader(headers, "content-length");
  if (!/^\d{1,5}$/.test(length)) {
    body.destroy();
    return;
  }
  try {
    await body.dump();
  } catch {
    // The caller throws the error it found before.
  }
}

async function readOptionalJson(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<JsonBody> {
  try {
    return await readJsonBody(response, maxBytes);
  } catch {
    // The status says that the write was done: an error here must not cause a second write.
    return NO_JSON;
  }
}

/** A "not found" as a web page comes from a proxy, or from a server without that route: it says nothing about an item. */
const isNotAboutItem = (status: number, contentType: string) =>
  (status === 404 || status === 410) &&
  /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);

async function readErrorResponse(response: Dispatcher.ResponseData): Promise<HttpError> {
  const { statusCode: status, headers } = response;
  if (isNotAboutItem(status, readHeader(headers, "content-type"))) {
    await dropBody(response);
    return new HttpError({ kind: "shape", fault: "not-json", detail: `${status} as a web page` });
  }
  return new HttpError({
    kind: "status",
    detail: "refused",
    status,
    retryAfterSeconds: readRetryAfter(headers),
    sourceMessage: await readMessage(response),
    isTransient: [502, 503, 504].includes(status),
  });
}

async function readMessage(response: Dispatcher.ResponseData): Promise<string | null> {
  const { json } = await readOptionalJson(response, maxErrorBytes);
  const isObject = typeof json === "object" && json !== null && "message" in json;
  if (!isObject || typeof json.message !== "string") return null;
  return cleanText(json.message, { maxLength: maxMessageLength }) || null;
}

/** The few headers that callers may use, with names in lower case. */
function pickHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of passedHeaders) {
    const value = [headers[name] ?? []].flat().join(", ");
    if (value !== "") passed[name] = value.slice(0, maxHeaderLength);
  }
  return passed;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Whether a `content-type` says JSON: `application/json` or any `+json`. */
function isJsonType(contentType: string): boolean {
  return /^application\/(?:json|[\w.!#$&^-]+\+json)\s*(?:;|$)/i.test(contentType.trim());
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

/** Throws an `HttpError` of kind `shape`, without the parser's message: that would quote the source. */
function readJson(bytes: Uint8Array): unknown {
  const text = decodeText(bytes);
  try {
    return parseWithIds(text);
  } catch (error) {
    throw isCutOff(text, error)
      ? new HttpError({ kind: "shape", fault: "cut-off", detail: "body ends within the JSON" })
      : new HttpError({ kind: "shape", fault: "not-json", detail: "body is not JSON" });
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new HttpError({ kind: "shape", fault: "not-json", detail: "body is not UTF-8" });
  }
}

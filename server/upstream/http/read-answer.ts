import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";
import { cleanText } from "../clean-text.ts";
import { keepHeaders, readHeader, readRetryAfter } from "./answer-headers.ts";
import { HttpFault } from "./http-fault.ts";
import { readBody } from "./read-body.ts";
import { isJsonType, readJson } from "./read-json.ts";

export interface RawAnswer {
  status: number;
  /** A few only, names in lower case. */
  headers: Record<string, string>;
  /** Null when the answer has no body, or none that had to be JSON. */
  json: unknown;
}

export interface AnswerOptions {
  maxBytes: number;
  /** Whether an answer without JSON is an answer too: after a write its status says all. */
  isBodyOptional: boolean;
}

const maxErrorBytes = 16 * 1024;
const maxMessageLength = 200;

/**
 * Throws `HttpFault` for any status but 2xx (a redirect is never followed) and for a body that is
 * not JSON.
 */
export async function readAnswer(
  response: Dispatcher.ResponseData,
  { maxBytes, isBodyOptional }: AnswerOptions,
): Promise<RawAnswer> {
  const { statusCode: status, headers } = response;
  if (status < 200 || status > 299) throw await readRefusal(response);
  const answer = { status, headers: keepHeaders(headers) };
  if (status === 206) {
    // Nobody asked for a part of the body.
    await dropBody(response);
    throw new HttpFault({ kind: "shape", detail: "a part of the body" });
  }
  if (isBodyOptional) return { ...answer, json: await readOptionalJson(response, maxBytes) };
  if (status === 204) {
    await dropBody(response);
    return { ...answer, json: null };
  }
  return { ...answer, json: await readJsonBody(response, maxBytes) };
}

async function readJsonBody(response: Dispatcher.ResponseData, maxBytes: number): Promise<unknown> {
  const { headers, body } = response;
  const fault = findFault(headers, maxBytes);
  if (fault !== null) {
    await dropBody(response);
    throw fault;
  }
  const encoding = readHeader(headers, "content-encoding");
  return readJson(await readBody(body, { encoding, maxBytes }));
}

function findFault(headers: IncomingHttpHeaders, maxBytes: number): HttpFault | null {
  if (!isJsonType(readHeader(headers, "content-type"))) {
    return new HttpFault({ kind: "shape", detail: "content-type is not JSON" });
  }
  const isTooLong = Number(readHeader(headers, "content-length")) > maxBytes;
  return isTooLong ? new HttpFault({ kind: "size", detail: "body over the limit" }) : null;
}

/**
 * A short body is read to its end, so that the socket can be used again; any other costs the
 * socket.
 */
async function dropBody({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<void> {
  body.on("error", () => {});
  const length = statusCode === 204 ? "0" : readHeader(headers, "content-length");
  if (!/^\d{1,5}$/.test(length)) {
    body.destroy();
    return;
  }
  try {
    await body.dump();
  } catch {
    // Cut off while being thrown away: what the caller hears is the fault that was found before.
  }
}

async function readOptionalJson(
  response: Dispatcher.ResponseData,
  maxBytes: number,
): Promise<unknown> {
  try {
    return await readJsonBody(response, maxBytes);
  } catch {
    // The status has already said that the write was done: a fault here must not have it done
    // twice.
    return null;
  }
}

/** "Not found" as a web page is the word of a server on the way, or of one that knows no such room: never about an item. */
const isNotAboutItem = (status: number, contentType: string) =>
  (status === 404 || status === 410) &&
  /^\s*(?:text\/html|application\/xhtml\+xml)\b/i.test(contentType);

async function readRefusal(response: Dispatcher.ResponseData): Promise<HttpFault> {
  const { statusCode: status, headers } = response;
  if (isNotAboutItem(status, readHeader(headers, "content-type"))) {
    await dropBody(response);
    return new HttpFault({ kind: "shape", detail: `${status} as a web page` });
  }
  return new HttpFault({
    kind: "status",
    detail: status >= 300 && status <= 399 ? "redirects are not followed" : "refused",
    status,
    retryAfterSeconds: readRetryAfter(headers),
    sourceMessage: await readMessage(response),
    isTransient: [502, 503, 504].includes(status),
  });
}

async function readMessage(response: Dispatcher.ResponseData): Promise<string | null> {
  const json = await readOptionalJson(response, maxErrorBytes);
  const isObject = typeof json === "object" && json !== null && "message" in json;
  if (!isObject || typeof json.message !== "string") return null;
  return cleanText(json.message, { maxLength: maxMessageLength }) || null;
}

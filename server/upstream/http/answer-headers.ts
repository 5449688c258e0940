import type { IncomingHttpHeaders } from "node:http";

const keptHeaders = [
  "content-type",
  "etag",
  "last-modified",
  "cache-control",
  "date",
  "retry-after",
  "x-request-id",
];
const maxHeaderLength = 500;
const maxRetryAfterSeconds = 86_400;

/** One header as text, empty when absent. */
export function readHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

/** The few headers a caller may use, lower case; the rest of the source's stay behind. */
export function keepHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = readHeader(headers, name);
    if (value !== "") kept[name] = value.slice(0, maxHeaderLength);
  }
  return kept;
}

/**
 * `Retry-After` as seconds from now (it may be a date), a day at most; null when absent or
 * unreadable.
 */
export function readRetryAfter(headers: IncomingHttpHeaders): number | null {
  const text = readHeader(headers, "retry-after").trim();
  if (text === "") return null;
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), maxRetryAfterSeconds);
}

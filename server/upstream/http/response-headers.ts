import type { IncomingHttpHeaders } from "node:http";
import { DAY_MS, SECOND_MS } from "../../../shared/time.ts";

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
const maxRetryAfterSeconds = DAY_MS / SECOND_MS;

/** One header as text, empty when absent. */
export function readHeader(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name];
  return (Array.isArray(value) ? value[0] : value) ?? "";
}

/** The few headers that callers may use, with names in lower case. */
export function pickHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const name of passedHeaders) {
    const value = [headers[name] ?? []].flat().join(", ");
    if (value !== "") passed[name] = value.slice(0, maxHeaderLength);
  }
  return passed;
}

/** `Retry-After` (seconds or a date) as seconds from now, a day at most; null when absent or malformed. */
export function readRetryAfter(headers: IncomingHttpHeaders): number | null {
  const text = readHeader(headers, "retry-after").trim();
  if (text === "") return null;
  const seconds = /^\d{1,9}$/.test(text)
    ? Number(text)
    : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? null : Math.min(Math.max(seconds, 0), maxRetryAfterSeconds);
}

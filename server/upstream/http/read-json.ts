import { HttpError } from "./http-error.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Whether a `content-type` says JSON: `application/json` or any `+json`. */
export function isJsonType(contentType: string): boolean {
  return /^application\/(?:json|[\w.!#$&^-]+\+json)\s*(?:;|$)/i.test(contentType.trim());
}

/** Throws an `HttpError` of kind `shape`, without the parser's message: that would quote the source. */
export function readJson(bytes: Uint8Array): unknown {
  const text = decodeText(bytes);
  try {
    return JSON.parse(text);
  } catch {
    throw new HttpError({ kind: "shape", detail: "body is not JSON" });
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new HttpError({ kind: "shape", detail: "body is not UTF-8" });
  }
}

import { HttpError } from "./http-error.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Whether a `content-type` says JSON: `application/json` or any `+json`. */
export function isJsonType(contentType: string): boolean {
  return /^application\/(?:json|[\w.!#$&^-]+\+json)\s*(?:;|$)/i.test(contentType.trim());
}

/** Whether V8 complains of the end of a text: `Unexpected end`, or what it expected there. */
function isCutOff(text: string, error: unknown): boolean {
  if (text === "" || !(error instanceof Error)) return false;
  const [, position] = /at position (\d+)/.exec(error.message) ?? [];
  return /^(?:Unexpected end|Unterminated)/.test(error.message) || Number(position) === text.length;
}

/** Throws an `HttpError` of kind `shape`, without the parser's message: that would quote the source. */
export function readJson(bytes: Uint8Array): unknown {
  const text = decodeText(bytes);
  try {
    return JSON.parse(text);
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

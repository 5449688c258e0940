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
export function readJson(bytes: Uint8Array): unknown {
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

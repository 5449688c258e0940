import type { FastifyInstance, FastifyRequest } from "fastify";

/** Every content type that some route of the site takes. */
export const ACCEPTED_TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "application/csp-report",
  "application/reports+json",
];

/** A body that cannot be parsed. The message is sent to the client, and contains nothing of the body. */
export class BodyError extends Error {
  override name = "BodyError";
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Names that may pollute a prototype when an object is copied. */
const REFUSED_NAMES = ["__proto__", "constructor", "prototype"];

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new BodyError(400, "body is not UTF-8");
  }
}

function refuseOtherCharsets(request: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(
    request.headers["content-type"] ?? "",
  )?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset))
    throw new BodyError(415, "charset is not UTF-8");
}

function refuseNames(names: Iterable<string>): void {
  for (const name of names) {
    if (REFUSED_NAMES.includes(name)) throw new BodyError(400, "a name that is refused");
  }
}

/** The error of a text that is not JSON, with its position where the engine reports one. */
function jsonError(text: string): BodyError {
  try {
    JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    const position = /at position (\d+)/.exec(message)?.[1];
    if (position !== undefined)
      return new BodyError(400, `body is not JSON: look at character ${Number(position) + 1}`);
    if (/Unexpected end/.test(message))
      return new BodyError(400, "body is not JSON: it ends too early");
    return new BodyError(400, "body is not JSON");
  }
  return new BodyError(400, "a name that is refused");
}

/**
 * Parses JSON only: one object, in valid UTF-8, without names that may pollute a prototype.
 * `mayBeAnything` leaves it to the route's schema to refuse other values.
 */
export function takeJsonOnly(app: FastifyInstance, { mayBeAnything = false } = {}): void {
  app.removeAllContentTypeParsers();
  // Refuses `__proto__` and `constructor.prototype` at any depth.
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, bytes, done) => {
      try {
        refuseOtherCharsets(request);
        const text = decode(bytes);
        parse(request, text, (error, body) => {
          if (error) return done(jsonError(text));
          if (typeof body !== "object" || body === null || Array.isArray(body))
            return mayBeAnything
              ? done(null, body)
              : done(new BodyError(400, "body is not an object"));
          try {
            refuseNames(Object.keys(body));
            done(null, body);
          } catch (error) {
            done(asError(error));
          }
        });
      } catch (error) {
        done(asError(error));
      }
    },
  );
}

/** A posted form: a name may occur more than once. `size` is that of the decoded names and values. */
export interface PostedForm {
  values: ReadonlyMap<string, readonly string[]>;
  size: number;
}

/** Far more than any form of the site has. */
const MAX_PAIRS = 100;

function readPairs(text: string): PostedForm {
  const values = new Map<string, string[]>();
  let size = 0;
  const pairs = text.split("&");
  if (pairs.length > MAX_PAIRS) throw new BodyError(400, "more fields than any form has");
  for (const pair of pairs) {
    const equals = pair.includes("=") ? pair.indexOf("=") : pair.length;
    const part = (from: number, to?: number) =>
      decodeURIComponent(pair.slice(from, to).replaceAll("+", " "));
    const name = part(0, equals);
    const value = part(equals + 1);
    size += Buffer.byteLength(name) + Buffer.byteLength(value) + 2;
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  refuseNames(values.keys());
  return { values, size };
}

/** Parses forms only, as browsers post them without scripts. Escapes that are not UTF-8 are refused. */
export function takeFormsOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    (request, bytes, done) => {
      try {
        refuseOtherCharsets(request);
        done(null, readPairs(decode(bytes)));
      } catch (error) {
        done(
          error instanceof URIError ? new BodyError(400, "escapes are not UTF-8") : asError(error),
        );
      }
    },
  );
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error("body could not be read", { cause: error });
}

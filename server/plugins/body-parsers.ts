import type { FastifyInstance, FastifyRequest } from "fastify";

/** A body that cannot be read. Its text is said to whoever sent it, and holds nothing of the body. */
export class BodyError extends Error {
  override name = "BodyError";
  readonly statusCode: number;

  constructor(statusCode: number, message: string) {
    super(message);
    this.statusCode = statusCode;
  }
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/** Names that reach into an object's inside when it is copied without care. */
const REFUSED_NAMES = ["__proto__", "constructor", "prototype"];

function decode(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new BodyError(400, "body is not UTF-8");
  }
}

/** Only UTF-8 is read; another charset would be read wrong. */
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

/** What is wrong with a text that is not JSON, and where, as far as the engine tells. */
function jsonFault(text: string): BodyError {
  try {
    JSON.parse(text);
  } catch (fault) {
    const said = fault instanceof Error ? fault.message : "";
    const position = /at position (\d+)/.exec(said)?.[1];
    if (position !== undefined)
      return new BodyError(400, `body is not JSON: look at character ${Number(position) + 1}`);
    if (/Unexpected end/.test(said))
      return new BodyError(400, "body is not JSON: it ends too early");
    return new BodyError(400, "body is not JSON");
  }
  return new BodyError(400, "a name that is refused");
}

/**
 * JSON and nothing else: one object, in true UTF-8, without names that reach into prototypes. Where the
 * schema refuses what is no object in words of its own, `mayBeAnything` leaves it to it.
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
        parse(request, text, (fault, body) => {
          if (fault) return done(jsonFault(text));
          if (typeof body !== "object" || body === null || Array.isArray(body))
            return mayBeAnything
              ? done(null, body)
              : done(new BodyError(400, "body is not an object"));
          try {
            refuseNames(Object.keys(body));
            done(null, body);
          } catch (refused) {
            done(asError(refused));
          }
        });
      } catch (fault) {
        done(asError(fault));
      }
    },
  );
}

/** A form's body as it was posted: a name may come more than once. `size` is that of the words, decoded. */
export interface PostedForm {
  values: ReadonlyMap<string, readonly string[]>;
  size: number;
}

/** Far more than any form of ours holds. */
const MAX_PAIRS = 100;

function readPairs(text: string): PostedForm {
  const values = new Map<string, string[]>();
  let size = 0;
  const pairs = text.split("&");
  if (pairs.length > MAX_PAIRS) throw new BodyError(400, "more fields than any form has");
  for (const pair of pairs) {
    const cut = pair.includes("=") ? pair.indexOf("=") : pair.length;
    const part = (from: number, to?: number) =>
      decodeURIComponent(pair.slice(from, to).replaceAll("+", " "));
    const [name, value] = [part(0, cut), part(cut + 1)];
    size += Buffer.byteLength(name) + Buffer.byteLength(value) + 2;
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  refuseNames(values.keys());
  return { values, size };
}

/** A form posted by a browser without scripts, and nothing else. Escapes that are not UTF-8 are refused. */
export function takeFormsOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    (request, bytes, done) => {
      try {
        refuseOtherCharsets(request);
        done(null, readPairs(decode(bytes)));
      } catch (fault) {
        done(
          fault instanceof URIError ? new BodyError(400, "escapes are not UTF-8") : asError(fault),
        );
      }
    },
  );
}

function asError(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error("body could not be read", { cause: fault });
}

import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** By some route of the site. */
export const ACCEPTED_TYPES = [
  "application/json",
  "application/x-www-form-urlencoded",
  "application/csp-report",
  "application/reports+json",
];

const utf8 = new TextDecoder("utf-8", { fatal: true });

export const NOT_UTF8 = "NOT_UTF8";

const refusal = (statusCode: number, message: string, code = "") =>
  Object.assign(new Error(message), { statusCode, code });

/** Fastify would read any bytes as UTF-8, compressed ones too. */
function textOf({ headers }: FastifyRequest, bytes: Buffer): string {
  const { "content-type": type = "", "content-encoding": encoding = "identity" } = headers;
  const [, charset = "utf-8"] = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(type) ?? [];
  if (!/^utf-?8$/i.test(charset)) throw refusal(415, "charset is not UTF-8");
  if (!/^(?:identity)?$/i.test(encoding)) throw refusal(415, "body is compressed");
  try {
    return utf8.decode(bytes);
  } catch {
    throw refusal(400, "body is not UTF-8", NOT_UTF8);
  }
}

/** Fastify's parser refuses names that may pollute a prototype, at any depth. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    // Many clients name the type of a body that a DELETE does not have.
    (request, bytes, done) =>
      request.method === "DELETE" && bytes.length === 0
        ? done(null)
        : parse(request, textOf(request, bytes), done),
  );
}

/** As browsers post them without scripts. A name may occur more than once. */
export function takeFormsOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (request: FastifyRequest, bytes: Buffer) => {
      const text = textOf(request, bytes);
      try {
        // It throws where what is encoded is not UTF-8, which `URLSearchParams` would replace.
        text.replace(/(?:%[\da-f]{2})+/gi, decodeURIComponent);
      } catch {
        throw refusal(400, "body is not UTF-8", NOT_UTF8);
      }
      return new URLSearchParams(text);
    },
  );
}

export const postedForm = ({ body }: FastifyRequest): URLSearchParams =>
  body instanceof URLSearchParams ? body : new URLSearchParams();

const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

export const hasUnreadBody = ({ complete, headers }: IncomingMessage) =>
  !complete &&
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);

/** The response reaches clients that send all before they read: closing with unread bytes would reset and discard it. */
export function discardUnreadBody(request: IncomingMessage, reply: FastifyReply): void {
  if (!hasUnreadBody(request)) return;
  const { socket } = request;
  const isLast = !reply.raw.shouldKeepAlive;
  // Fastify closes the connection of a body that it refused.
  reply.removeHeader("connection");
  reply.raw.shouldKeepAlive = true;
  let left = MAX_DISCARDED_BYTES;
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  if (!isLast) return;
  const ends = [once(request, "end"), once(reply.raw, "finish")];
  // An end that does not come: the connection is broken, and closed already.
  Promise.all(ends).then(
    () => socket.destroySoon(),
    () => {},
  );
}

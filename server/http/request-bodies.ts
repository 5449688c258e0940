import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

/** The content types that at least one route of the site accepts. */
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

/** Decodes a body strictly: Fastify would read any bytes as UTF-8, even compressed bytes. */
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

/** Accepts only JSON. Fastify's parser refuses names that could pollute a prototype, at any depth. */
export function takeJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser("error", "error");
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    // Many clients send a content type with a DELETE that has no body.
    (request, bytes, done) =>
      request.method === "DELETE" && bytes.length === 0
        ? done(null)
        : parse(request, textOf(request, bytes), done),
  );
}

/** Accepts only forms, as browsers post them without scripts. A name may occur more than once. */
export function takeFormsOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "buffer" },
    async (request: FastifyRequest, bytes: Buffer) => {
      const text = textOf(request, bytes);
      try {
        // `decodeURIComponent` throws when encoded bytes are not UTF-8; `URLSearchParams` would replace such bytes silently.
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

/**
 * Discards the rest of a body: closing the connection with unread bytes would reset it before a sending client has read the
 * response. The rest of a body that is late (408) may never come.
 */
export function discardUnreadBody(request: IncomingMessage, reply: FastifyReply): void {
  if (!hasUnreadBody(request) || reply.statusCode === 408) return;
  const { socket } = request;
  const isLast = !reply.raw.shouldKeepAlive;
  // Fastify would close the connection after refusing a body.
  reply.removeHeader("connection");
  reply.raw.shouldKeepAlive = true;
  let left = MAX_DISCARDED_BYTES;
  request.on("data", (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) socket.destroy();
  });
  if (!isLast) return;
  const ends = [once(request, "end"), once(reply.raw, "finish")];
  // If the end never comes, the connection is broken and already closed.
  Promise.all(ends).then(
    () => socket.destroySoon(),
    () => {},
  );
}

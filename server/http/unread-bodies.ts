import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { FastifyReply } from "fastify";
import fp from "fastify-plugin";

/** The most of a refused body that is read and thrown away. */
const MAX_DISCARDED_BYTES = 32 * 1024 * 1024;

const hasUnreadBody = ({ complete, headers }: IncomingMessage) =>
  !complete &&
  (headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0);

/**
 * Reads the rest of the body. A connection that is closed with unread bytes is reset, and the reset discards
 * the response at a client that still sends; so a connection that is to be closed is closed after both ends.
 */
function discardBody(request: IncomingMessage, reply: FastifyReply): void {
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

/** A response before the end of the body, such as 413, reaches clients that send all of it before they read. */
export const unreadBodiesPlugin = fp(
  async (app) => {
    app.addHook("onSend", (request, reply, _payload, done) => {
      if (hasUnreadBody(request.raw)) discardBody(request.raw, reply);
      done();
    });
  },
  { name: "unread-bodies" },
);

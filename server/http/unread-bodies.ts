import type { IncomingMessage } from "node:http";
import type { FastifyReply } from "fastify";
import fp from "fastify-plugin";

/** Of a body that was refused, at most this is read and thrown away. */
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
  let open = 2;
  const end = () => {
    open -= 1;
    if (open === 0) socket.destroySoon();
  };
  request.once("end", end);
  reply.raw.once("finish", end);
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

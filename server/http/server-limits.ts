import { randomUUID } from "node:crypto";
import { type Server, STATUS_CODES } from "node:http";
import type { FastifyBaseLogger, FastifyHttpOptions, FastifyInstance } from "fastify";
import { problemOf, STATUS_MESSAGES } from "./problems.ts";

/** Timeouts and limits of connections; times in milliseconds. */
export const SERVER_LIMITS = {
  /** From the connection, or the previous response, to the last header. */
  headersMs: 8_000,
  /** To the end of the body. */
  requestMs: 10_000,
  /** Node checks the two timeouts above this often. */
  checkEveryMs: 1_000,
  /** Without traffic in either direction: a client that does not read. */
  stuckMs: 60_000,
  /** Between two requests of one connection. */
  keepAliveMs: 65_000,
  /** Concurrent; those beyond are closed. Each takes some 15 kB. */
  connections: 4_000,
};

export type ServerLimits = typeof SERVER_LIMITS;

/** All header fields together, with the request line: Node's own default, made explicit. */
const MAX_HEADER_BYTES = 16 * 1024;

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** The limits as Fastify takes them, and what becomes of bytes that are not HTTP, and of requests that never end. */
export function serverOptions(limits: ServerLimits, log: FastifyBaseLogger) {
  return {
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.stuckMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: MAX_HEADER_BYTES,
    },
    // As Fastify's own, with a line in the log and a problem as the body.
    clientErrorHandler: (error, socket) => {
      if (error.code === "ECONNRESET" || socket.destroyed) return;
      const status = STATUS_BY_CODE[error.code] ?? 400;
      const reqId = randomUUID();
      // Too little is known of such a request for a line of the request log.
      log.info({ reqId, status, fault: error.code }, "request refused");
      // Else it would stand within a response that was begun.
      if (socket.writable && socket.bytesWritten === 0) {
        const message = STATUS_MESSAGES[status] ?? "";
        const body = JSON.stringify(problemOf({ status, message }, reqId));
        const headers = `content-type: application/problem+json; charset=utf-8\r\nx-request-id: ${reqId}\r\n`;
        socket.write(
          `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headers}content-length: ${body.length}\r\nconnection: close\r\n\r\n${body}`,
        );
      }
      socket.destroySoon();
    },
  } satisfies FastifyHttpOptions<Server>;
}

/** Closed connections are logged once in this time. */
const LOG_EVERY_MS = 60_000;

/** Closes new connections beyond the limit. */
export function limitConnections(app: FastifyInstance, { connections }: ServerLimits): void {
  let loggedAt = Number.NEGATIVE_INFINITY;
  app.server.maxConnections = connections;
  app.server.on("drop", () => {
    if (performance.now() - loggedAt < LOG_EVERY_MS) return;
    loggedAt = performance.now();
    app.log.warn({ connections }, "connection limit reached");
  });
}

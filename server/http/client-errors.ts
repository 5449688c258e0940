import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { FastifyBaseLogger, FastifyServerOptions } from "fastify";
import { problemOf, STATUS_MESSAGES } from "./problems.ts";

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Bytes that are not HTTP, and requests that never end: as Fastify handles them, with a line in the log. */
export const clientErrorHandler =
  (log: FastifyBaseLogger): NonNullable<FastifyServerOptions["clientErrorHandler"]> =>
  (error, socket) => {
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
  };

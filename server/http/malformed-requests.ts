import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import fp from "fastify-plugin";
import { problemOf, STATUS_MESSAGES } from "./problems.ts";
import { securityHeaders } from "./security/security-headers.ts";
import { unreadBodiesPlugin } from "./unread-bodies.ts";

/** The time a refused connection has to take its response. */
const LINGER_MS = 500;

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

type ClientError = Error & { code?: string };

declare module "fastify" {
  interface FastifyInstance {
    /** Responds to bytes that are not HTTP, and to requests that never end. */
    handleClientError: (error: ClientError, socket: Socket) => void;
  }
}

/** Responses that no hook runs for: in the form of every other problem, with the same headers. */
interface RawResponses {
  /** Logs the refusal, and makes its headers and body. */
  make: (status: number, cause: string) => { headers: Record<string, string>; body: string };
}

/** Too little is known of such a request for a line of the request log. */
function logRefused(
  app: FastifyInstance,
  line: { reqId: string; status: number; fault: string },
): void {
  app.log.info(line, "request refused");
}

function createRawResponses(app: FastifyInstance, options: { isSecure: boolean }): RawResponses {
  const common = {
    ...securityHeaders(options),
    "content-type": "application/problem+json; charset=utf-8",
    "cache-control": "no-store",
  };
  return {
    make(status, cause) {
      const requestId = randomUUID();
      logRefused(app, { reqId: requestId, status, fault: cause });
      const message = STATUS_MESSAGES[status] ?? "Not here.";
      const body = JSON.stringify(problemOf({ status, message }, requestId));
      const headers = {
        ...common,
        "x-request-id": requestId,
        "content-length": String(Buffer.byteLength(body)),
        connection: "close",
      };
      return { headers, body };
    },
  };
}

/** Writes a response on a socket that has no request, and closes it. */
function endSocket(
  socket: Duplex,
  status: number,
  { headers, body }: ReturnType<RawResponses["make"]>,
): void {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
}

/** Responds to what reaches no route: malformed HTTP, timeouts, tunnels, expectations. */
export const malformedRequestsPlugin = fp<{ isSecure: boolean }>(
  async (app, options) => {
    const responses = createRawResponses(app, options);
    await app.register(unreadBodiesPlugin);
    app.server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
      socket.on("error", () => socket.destroy());
      endSocket(socket, 405, responses.make(405, "CONNECT"));
    });
    app.server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
      const { headers, body } = responses.make(417, "Expect");
      response.writeHead(417, headers).end(body);
    });
    app.decorate("handleClientError", (error, socket) => {
      if (error.code === "ECONNRESET" || !socket.writable || socket.bytesWritten > 0) {
        socket.destroy(error);
        return;
      }
      const status = STATUS_BY_CODE[error.code ?? ""] ?? 400;
      endSocket(socket, status, responses.make(status, error.code ?? "(unknown)"));
    });
  },
  { name: "malformed-requests" },
);

/** Headers of the response to a URL that cannot be decoded: no hook runs for it. */
export function setMalformedRequestHeaders(
  reply: FastifyReply,
  { isSecure }: { isSecure: boolean },
): void {
  reply.headers({ ...securityHeaders({ isSecure }), "x-request-id": reply.request.id });
}

import { randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyInstance, FastifyReply } from "fastify";
import { problemKindOf, problemPath } from "../../shared/contract/problem-kinds.ts";
import { PLAIN_WORDS } from "./error-pages.ts";
import { securityHeaders } from "./security-headers.ts";

/** How long a refused connection may still take its answer. */
const LINGER_MS = 500;
/** Closed connections are told of once in this time, with their number. */
const TELL_EVERY_MS = 60_000;

/** Requests sent ahead of answers on one connection. No browser or proxy sends any; each would be drawn at once. */
const MAX_AHEAD = 16;

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

interface Options {
  isSecure: boolean;
  maxConnections: number;
}

/** An answer that no hook sees: too little is known of it for the line of a request. */
function logRaw(app: FastifyInstance, line: { reqId: string; status: number; fault: string }) {
  app.log.info(line, "request refused");
}

/**
 * Answers what does not come as far as a route: bytes that are no HTTP, requests that never end,
 * tunnels, expectations. In the form of any other fault, with the same headers and a line in the log.
 */
export function answerRawRequests(
  app: FastifyInstance,
  { isSecure, maxConnections }: Options,
): (error: Error & { code?: string }, socket: Duplex) => void {
  const common = {
    ...securityHeaders({ isSecure }),
    "content-type": "application/problem+json; charset=utf-8",
    "cache-control": "no-store",
  };
  /** The newest answer of a connection, and how many before it are still being made. */
  const answering = new WeakMap<object, { response: ServerResponse; ahead: number }>();

  function say(status: number, fault: string) {
    const reqId = randomUUID();
    logRaw(app, { reqId, status, fault });
    const message = PLAIN_WORDS[status] ?? "Not here.";
    const kind = problemKindOf(status);
    const type = kind === null ? "about:blank" : problemPath(kind);
    const problem = { type, title: STATUS_CODES[status], status, message };
    const body = JSON.stringify({ ...problem, requestId: reqId });
    const length = String(Buffer.byteLength(body));
    const headers = { ...common, "x-request-id": reqId, "content-length": length };
    return { headers: { ...headers, connection: "close" }, body };
  }

  function refuse(socket: Duplex, status: number, fault: string): void {
    const { headers, body } = say(status, fault);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  let dropped = 0;
  app.server.maxConnections = maxConnections;
  app.server.on("drop", () => {
    dropped += 1;
    if (dropped > 1) return;
    const tell = () => {
      app.log.warn({ dropped, maxConnections }, "connections closed: too many at once");
      dropped = 0;
    };
    setTimeout(tell, TELL_EVERY_MS).unref();
    app.log.warn({ maxConnections }, "more connections than are taken");
  });
  app.addHook("onRequest", (request, reply, done) => {
    const { socket } = request.raw;
    const before = answering.get(socket);
    const ahead = before && !before.response.writableEnded ? before.ahead + 1 : 0;
    answering.set(socket, { response: reply.raw, ahead });
    if (ahead <= MAX_AHEAD) return done();
    // Whoever sends so much does not wait for an answer: none is made.
    reply.hijack();
    if (ahead === MAX_AHEAD + 1)
      logRaw(app, { reqId: request.id, status: 0, fault: "requests sent ahead" });
    socket.destroy();
  });
  app.server.on("connect", (_request: IncomingMessage, socket: Duplex) => {
    socket.on("error", () => socket.destroy());
    refuse(socket, 405, "CONNECT");
  });
  app.server.on("checkExpectation", (_request: IncomingMessage, response: ServerResponse) => {
    const { headers, body } = say(417, "Expect");
    response.writeHead(417, headers).end(body);
  });

  return (error, socket) => {
    const { response, ahead = 0 } = answering.get(socket) ?? {};
    const isBegun = response?.headersSent === true && !response.writableFinished;
    const isWithinAnswer = ahead > 0 || isBegun;
    if (error.code === "ECONNRESET" || !socket.writable || isWithinAnswer) {
      socket.destroy(error);
      return;
    }
    refuse(socket, STATUS_BY_CODE[error.code ?? ""] ?? 400, error.code ?? "(unknown)");
  };
}

/** Headers of an answer to an address that could not even be read: no hook runs for it. */
export function dressUnreadable(reply: FastifyReply, { isSecure }: { isSecure: boolean }): void {
  reply.headers({ ...securityHeaders({ isSecure }), "x-request-id": reply.request.id });
}

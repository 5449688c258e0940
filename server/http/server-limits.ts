import type { Server } from "node:http";
import type { FastifyHttpOptions, FastifyInstance } from "fastify";

/** Timeouts and limits of connections; times in milliseconds. */
export interface ServerLimits {
  /** From the connection, or the previous response, to the last header. */
  headersMs: number;
  /** To the end of the body. */
  requestMs: number;
  /** Node checks the two timeouts above this often. */
  checkEveryMs: number;
  /** Without traffic in either direction: a client that does not read. */
  stuckMs: number;
  /** Between two requests of one connection. */
  keepAliveMs: number;
  /** Concurrent; those beyond are closed. Each takes some 15 kB. */
  connections: number;
}

const DEFAULTS: ServerLimits = {
  headersMs: 8_000,
  requestMs: 10_000,
  checkEveryMs: 1_000,
  stuckMs: 60_000,
  keepAliveMs: 65_000,
  connections: 4_000,
};

/** All header fields together, with the request line: Node's own default, made explicit. */
const MAX_HEADER_BYTES = 16 * 1024;

/** The limits of the site, but for those given. */
export const limitsOf = (given: Partial<ServerLimits> = {}): ServerLimits => ({
  ...DEFAULTS,
  ...given,
});

/** The limits as Fastify takes them. */
export function serverOptions(limits: ServerLimits) {
  return {
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.stuckMs,
    keepAliveTimeout: limits.keepAliveMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: MAX_HEADER_BYTES,
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

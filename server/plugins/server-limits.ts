import type { Server } from "node:http";
import type { FastifyHttpOptions } from "fastify";

/** How patient the site is with a connection; times in milliseconds. */
export interface ServerLimits {
  /** From the connection, or the answer before, to the last header. */
  headersMs: number;
  /** To the end of the body. */
  requestMs: number;
  /** Node looks this often for those who are too slow. */
  checkEveryMs: number;
  /** Nothing moves in either direction: a reader who does not read. */
  stuckMs: number;
  /** Between two requests of one connection. */
  keepAliveMs: number;
  /** At once; those beyond are closed. Each takes some 15 kB. */
  connections: number;
}

export const serverLimits: ServerLimits = {
  headersMs: 8_000,
  requestMs: 10_000,
  checkEveryMs: 1_000,
  stuckMs: 60_000,
  keepAliveMs: 65_000,
  connections: 4_000,
};

/** All header fields together, the request line with them: Node's own default, said aloud. */
const MAX_HEADER_BYTES = 16 * 1024;

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
      // `request-shape.ts` looks at the host: Node's own answer would be without our headers.
      requireHostHeader: false,
    },
  } satisfies FastifyHttpOptions<Server>;
}

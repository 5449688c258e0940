import { randomUUID } from "node:crypto";
import { type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import { BlockList, isIP } from "node:net";
import { normalizeIP } from "@fastify/rate-limit";
import type {
  FastifyBaseLogger,
  FastifyHttpOptions,
  FastifyInstance,
  FastifyRequest,
} from "fastify";
import { problemOf, STATUS_MESSAGES } from "./problems.ts";
import { hasUnreadBody } from "./request-bodies.ts";

/** Timeouts and limits of connections; times in milliseconds. */
export const SERVER_LIMITS = {
  /** From the connection, or the previous response, to the last header. */
  headersMs: 8_000,
  /** From the headers to the end of the body. */
  requestMs: 10_000,
  /** The same for files of staff: 20 MB take almost three minutes at 1 Mbit/s. */
  uploadMs: 10 * 60_000,
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
    // Node has one for all: `limitBodies` has the shorter one.
    requestTimeout: limits.uploadMs,
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

declare module "fastify" {
  interface FastifyRequest {
    /** Refuses the request when its body has not come in time. A route that takes files clears it. */
    bodyTimer: NodeJS.Timeout | undefined;
  }
}

/** Refuses bodies that trickle, as Node refuses headers that do. */
export function limitBodies(app: FastifyInstance, { requestMs }: ServerLimits): void {
  app.decorateRequest("bodyTimer");
  app.addHook("onRequest", (request, _reply, done) => {
    const { raw } = request;
    if (!hasUnreadBody(raw)) return done();
    const late = Object.assign(new Error("body too late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    const refuse = () => app.server.emit("clientError", late, raw.socket);
    request.bodyTimer = setTimeout(refuse, requestMs);
    for (const end of ["end", "close"]) raw.once(end, () => clearTimeout(request.bodyTimer));
    done();
  });
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

/** The address in a part of `X-Forwarded-For`, where some proxies write quotes, brackets and a port; null without one. */
function addressIn(part: string | undefined = ""): string | null {
  const address = part
    .replace(/^\s*"?\s*|\s*"?\s*$/g, "")
    .replace(/^\[(.*)\](?::\d+)?$|^(.*\.\d+):\d+$/, "$1$2")
    .replace(/%.*$/, "");
  return isIP(address) === 0 ? null : address;
}

/** Whether an address is one of these, or in one of these ranges. IPv4 in IPv6 is found as what it is. */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");
  for (const entry of entries) {
    const [address = "", prefix = address.includes(":") ? 128 : 32] = entry.split("/");
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

/** For `TRUST_PROXY`. What is no address, such as `unknown`, is skipped: else it would be one client with all who come so. */
export function proxyTrust(list: readonly string[]): (part: string, hop: number) => boolean {
  const isTrusted = addressList(list);
  return (part, hop) => {
    const address = addressIn(part);
    return address === null ? hop > 0 : isTrusted(address);
  };
}

/** What a request counts for: the address of the client; IPv4 in IPv6 is unwrapped, IPv6 cut to the /64 of one household. */
export function clientKey({ ip, socket }: FastifyRequest): string {
  const address = addressIn(ip) ?? addressIn(socket.remoteAddress);
  return address === null ? "unknown" : normalizeIP(address, 64);
}

/** The id of a request: the well-formed `X-Request-Id` of a trusted proxy or of this machine, else a new one. */
export function requestIds(proxies: readonly string[]) {
  const isTrusted = proxyTrust(["127.0.0.0/8", "::1/128", ...proxies]);
  return ({ headers, socket }: IncomingMessage): string => {
    const given = headers["x-request-id"];
    if (typeof given !== "string" || !/^[\w.-]{8,64}$/.test(given)) return randomUUID();
    return isTrusted(socket.remoteAddress ?? "", 0) ? given : randomUUID();
  };
}

import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import Fastify, {
  type ConnectionError,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { MINUTE_MS } from "../shared/time.ts";
import type { Config } from "./config.ts";
import { proxyTrust, requestIds } from "./http/client-address.ts";
import { cachePolicy, isBffUrl, securityHeaders } from "./http/headers.ts";
import { problemOf } from "./http/problems.ts";
import { hasUnreadBody } from "./http/request-bodies.ts";
import { logAtEnd } from "./http/request-log.ts";
import { withoutTracking } from "./http/tracking-parameters.ts";
import type { ClientSide } from "./pages/built-renderer.ts";

declare module "fastify" {
  interface FastifyInstance {
    config: Config;
    /** Returns the current time in milliseconds. */
    clock: () => number;
    client: ClientSide;
    /** The security headers of every response except files. Pages replace the content security policy with their own. */
    securityHeaders: Readonly<Record<string, string>>;
  }
  interface FastifyRequest {
    /** True for a form of the desk that may bring a picture. Its body has `uploadMs` instead of `requestMs`. */
    isUpload: boolean;
  }
}

/** The limits of the HTTP server, with times in milliseconds. */
export const SERVER_LIMITS = {
  /** The time from the connection, or the previous response, to the last header. */
  headersMs: 8_000,
  /** The time from the headers to the end of the body. */
  requestMs: 10_000,
  /** The same time for uploads by staff: 20 MB take almost three minutes at 1 Mbit/s. */
  uploadMs: 10 * 60_000,
  /** The interval at which Node checks the time limits of headers and uploads. */
  checkEveryMs: 1_000,
  /** The time a connection may stay without traffic in either direction, as with a client that does not read. */
  stuckMs: 60_000,
  /** The number of concurrent connections; more are closed. Each connection takes about 15 kB. */
  connections: 4_000,
};

export type ServerLimits = typeof SERVER_LIMITS;

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** The statuses after which a retry may succeed, with a default `Retry-After` for routes that set none. */
const RETRIED = [429, 503];
const RETRY_AFTER_SECONDS = 30;

/** The unfinished responses of each connection. */
const unfinished = new WeakMap<Socket, Set<ServerResponse>>();

function watchResponse({ raw: { socket } }: FastifyRequest, { raw: response }: FastifyReply): void {
  const responses = unfinished.get(socket) ?? new Set();
  unfinished.set(socket, responses.add(response));
  response.once("close", () => responses.delete(response));
}

/** Tells whether a response written to the socket now would neither interrupt another response nor overtake one. */
function takesResponse(socket: Socket): boolean {
  const responses = [...(unfinished.get(socket) ?? [])];
  return socket.writable && responses.length <= 1 && !responses[0]?.headersSent;
}

/** Refuses bytes that are not HTTP and headers that never end, as Fastify does, but with a log line and a problem document. */
function refuse(error: ConnectionError, socket: Socket, app: FastifyInstance): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const status = STATUS_BY_CODE[error.code] ?? 400;
  const reqId = randomUUID();
  // Too little is known about such a request for the request log.
  app.log.info({ reqId, status, fault: error.code }, "request refused");
  if (takesResponse(socket)) {
    const body = JSON.stringify(
      problemOf({ status }, { requestId: reqId, origin: app.config.PUBLIC_ORIGIN }),
    );
    const headers = {
      ...app.securityHeaders,
      "cache-control": cachePolicy.error,
      "x-request-id": reqId,
      "content-type": "application/problem+json; charset=utf-8",
      "content-length": body.length,
      connection: "close",
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  }
  socket.destroySoon();
}

/** Refuses a body that arrives too slowly with 408, and closes the connection, on which the rest of the body may never come. */
function limitBody(request: FastifyRequest, reply: FastifyReply, { requestMs }: ServerLimits) {
  const { raw } = request;
  if (!hasUnreadBody(raw)) return;
  const timer = setTimeout(() => {
    // The `requestTimeout` of Node ends an upload that is late.
    if (request.isUpload) return;
    if (reply.sent) {
      raw.socket.destroySoon();
      return;
    }
    reply.raw.once("finish", () => raw.socket.destroySoon());
    const late = Object.assign(new Error("the body is late"), { statusCode: 408 });
    reply.header("connection", "close").send(late);
  }, requestMs);
  for (const end of ["end", "close"]) raw.once(end, () => clearTimeout(timer));
}

/** Counts the `Host` headers of a request. Names and values alternate in `rawHeaders`. */
const hostLines = ({ raw: { rawHeaders } }: FastifyRequest) =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length;

/** Closes new connections beyond the limit, and logs the limit at most once a minute. */
function limitConnections(app: FastifyInstance, { connections }: ServerLimits): void {
  const logNext = () =>
    app.server.once("drop", () => {
      app.log.warn({ connections }, "connection limit reached");
      setTimeout(logNext, MINUTE_MS).unref();
    });
  app.server.maxConnections = connections;
  logNext();
}

export interface InstanceOptions {
  logger: FastifyBaseLogger;
  client: ClientSide;
  clock?: (() => number) | undefined;
  serverLimits?: Partial<ServerLimits> | undefined;
}

/** Creates the Fastify instance, without plugins and routes. */
export function createInstance(config: Config, options: InstanceOptions): FastifyInstance {
  const { logger, client, clock = Date.now } = options;
  const limits = { ...SERVER_LIMITS, ...options.serverLimits };
  const app: FastifyInstance = Fastify({
    // Node has one timeout for all requests. `limitBody` applies the shorter timeout of ordinary bodies.
    requestTimeout: limits.uploadMs,
    connectionTimeout: limits.stuckMs,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkEveryMs,
    },
    clientErrorHandler: (error, socket) => refuse(error, socket, app),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    rewriteUrl: ({ url = "/" }) => {
      // Accept the absolute form that proxies receive: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
      const own = url.replace(/^https?:\/\/[^/?#]+(?=\/)/i, "");
      // Strip tracking parameters here, since routes refuse unknown parameters and repeat the URL in links and cache keys.
      return isBffUrl(own) ? withoutTracking(own) : own;
    },
    genReqId: requestIds(config.TRUST_PROXY),
    requestIdHeader: false,
    trustProxy: config.TRUST_PROXY.length > 0 ? proxyTrust(config.TRUST_PROXY) : false,
    bodyLimit: 32 * 1024,
    return503OnClosing: false,
    // No timeout: the start waits as long as the store takes to respond.
    pluginTimeout: 0,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for a URL that cannot be decoded.
      reply.headers({ ...app.securityHeaders, "x-request-id": request.id });
      logAtEnd(request, reply);
      return app.errorHandler(error, request, reply);
    },
  });
  app.decorate("config", config).decorate("clock", clock).decorate("client", client);
  app.decorate("securityHeaders", securityHeaders(config));
  app.decorateRequest("stats").decorateRequest("traceparent").decorateRequest("isUpload", false);
  app.addHook("onRequest", (request, reply, done) => {
    logAtEnd(request, reply);
    watchResponse(request, reply);
    limitBody(request, reply, limits);
    // Node uses the first `Host`; a proxy in front may have used another (RFC 9112, section 3.2).
    const isAmbiguous = hostLines(request) > 1;
    done(isAmbiguous ? Object.assign(new Error("several hosts"), { statusCode: 400 }) : undefined);
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (RETRIED.includes(reply.statusCode) && !reply.hasHeader("retry-after"))
      reply.header("retry-after", RETRY_AFTER_SECONDS);
    done(null, payload);
  });
  limitConnections(app, limits);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

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
    /** Milliseconds. */
    clock: () => number;
    client: ClientSide;
    /** Of every response but files; pages have a policy of their own. */
    securityHeaders: Readonly<Record<string, string>>;
  }
  interface FastifyRequest {
    /** Refuses the request when its body has not come in time. A route that takes files clears it. */
    bodyTimer: NodeJS.Timeout | undefined;
  }
}

/** Times in milliseconds. */
export const SERVER_LIMITS = {
  /** From the connection, or the previous response, to the last header. */
  headersMs: 8_000,
  /** From the headers to the end of the body. */
  requestMs: 10_000,
  /** The same for files of staff: 20 MB take almost three minutes at 1 Mbit/s. */
  uploadMs: 10 * 60_000,
  /** How often Node checks the two above. */
  checkEveryMs: 1_000,
  /** Without traffic in either direction: a client that does not read. */
  stuckMs: 60_000,
  /** Concurrent; those beyond are closed. Each takes some 15 kB. */
  connections: 4_000,
};

export type ServerLimits = typeof SERVER_LIMITS;

const STATUS_BY_CODE: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** The statuses after which the same request may succeed, and when it is worth a try, unless the route knows better. */
const RETRIED = [429, 503];
const RETRY_AFTER_SECONDS = 30;

/** The responses of each connection that are not finished. */
const unfinished = new WeakMap<Socket, Set<ServerResponse>>();

function watchResponse({ raw: { socket } }: FastifyRequest, { raw: response }: FastifyReply): void {
  const responses = unfinished.get(socket) ?? new Set();
  unfinished.set(socket, responses.add(response));
  response.once("close", () => responses.delete(response));
}

/** Whether a response written now would not stand within another one, or before it. */
function takesResponse(socket: Socket): boolean {
  const responses = [...(unfinished.get(socket) ?? [])];
  return socket.writable && responses.length <= 1 && !responses[0]?.headersSent;
}

/** Answers bytes that are not HTTP, and requests that never end, as Fastify does, with a line in the log and a problem. */
function refuse(error: Pick<ConnectionError, "code">, socket: Socket, app: FastifyInstance): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const status = STATUS_BY_CODE[error.code] ?? 400;
  const reqId = randomUUID();
  // Too little is known of such a request for a line of the request log.
  app.log.info({ reqId, status, fault: error.code }, "request refused");
  if (takesResponse(socket)) {
    const body = JSON.stringify(problemOf({ status }, reqId));
    const headers = {
      ...{ ...app.securityHeaders, "cache-control": cachePolicy.error, "x-request-id": reqId },
      "content-type": "application/problem+json; charset=utf-8",
      ...{ "content-length": body.length, connection: "close" },
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`);
  }
  socket.destroySoon();
}

/** Refuses a body that trickles, as Node refuses headers that do. */
function limitBody(request: FastifyRequest, { requestMs }: ServerLimits): void {
  const { raw, server } = request;
  if (!hasUnreadBody(raw)) return;
  const late = { code: "ERR_HTTP_REQUEST_TIMEOUT" };
  request.bodyTimer = setTimeout(() => refuse(late, raw.socket, server), requestMs);
  for (const end of ["end", "close"]) raw.once(end, () => clearTimeout(request.bodyTimer));
}

/** How often the request names its host. Its fields and their values alternate. */
const hostLines = ({ raw: { rawHeaders } }: FastifyRequest) =>
  rawHeaders.filter((text, at) => at % 2 === 0 && text.toLowerCase() === "host").length;

/** Closes new connections beyond the limit, and says so once a minute. */
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

/** Without plugins and routes. */
export function createInstance(config: Config, options: InstanceOptions): FastifyInstance {
  const { logger, client, clock = Date.now } = options;
  const limits = { ...SERVER_LIMITS, ...options.serverLimits };
  const app: FastifyInstance = Fastify({
    // Node has one for all: `limitBody` has the shorter one.
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
      // As requests to proxies are sent: https://www.rfc-editor.org/rfc/rfc9112#section-3.2.2
      const own = url.replace(/^https?:\/\/[^/?#]+(?=\/)/i, "");
      // Once for all: routes refuse unknown parameters, and repeat the URL in links and keys of caches.
      return isBffUrl(own) ? withoutTracking(own) : own;
    },
    genReqId: requestIds(config.TRUST_PROXY),
    requestIdHeader: false,
    trustProxy: config.TRUST_PROXY.length > 0 ? proxyTrust(config.TRUST_PROXY) : false,
    bodyLimit: 32 * 1024,
    return503OnClosing: false,
    // A store that does not respond delays the start as long as it takes.
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
  app.decorateRequest("stats").decorateRequest("traceparent").decorateRequest("bodyTimer");
  app.addHook("onRequest", (request, reply, done) => {
    logAtEnd(request, reply);
    watchResponse(request, reply);
    limitBody(request, limits);
    // Node takes the first; a proxy in front may have taken another (RFC 9112, section 3.2).
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

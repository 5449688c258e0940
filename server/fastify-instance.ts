import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Config } from "./config.ts";
import { securityHeaders } from "./http/headers.ts";
import { logAtEnd } from "./http/request-log.ts";
import {
  limitBodies,
  limitConnections,
  proxyTrust,
  requestIds,
  SERVER_LIMITS,
  type ServerLimits,
  serverOptions,
} from "./http/server-options.ts";
import type { ClientSide } from "./pages/built-renderer.ts";

declare module "fastify" {
  interface FastifyInstance {
    config: Config;
    /** Milliseconds. */
    clock: () => number;
    client: ClientSide;
    /** Of every response but files; pages replace the strict policy by their own. */
    securityHeaders: Readonly<Record<string, string>>;
  }
}

export interface InstanceOptions {
  logger: FastifyBaseLogger;
  client: ClientSide;
  /** The system's unless given. */
  clock?: (() => number) | undefined;
  serverLimits?: Partial<ServerLimits> | undefined;
}

/** Fastify with our server, ids, log and limits; without plugins and routes. */
export function createInstance(config: Config, options: InstanceOptions): FastifyInstance {
  const { logger, client, clock = Date.now } = options;
  const limits = { ...SERVER_LIMITS, ...options.serverLimits };
  const app: FastifyInstance = Fastify({
    ...serverOptions(limits, logger),
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
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
  limitConnections(app, limits);
  limitBodies(app, limits);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

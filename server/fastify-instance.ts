import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Config } from "./config.ts";
import { proxyTrust } from "./http/client-address.ts";
import { clientErrorHandler } from "./http/client-errors.ts";
import { requestIds } from "./http/request-id.ts";
import { logAtEnd } from "./http/request-log.ts";
import { securityHeaders } from "./http/security/security-headers.ts";
import {
  limitConnections,
  limitsOf,
  type ServerLimits,
  serverOptions,
} from "./http/server-limits.ts";
import type { Metrics } from "./observability/metrics.ts";

interface InstanceDeps {
  logger: FastifyBaseLogger;
  metrics: Metrics;
  serverLimits?: Partial<ServerLimits>;
}

/** Fastify with our server, ids, log and limits; without plugins and routes. */
export function createInstance(
  config: Config,
  deps: InstanceDeps,
  isSecure: boolean,
): FastifyInstance {
  const limits = limitsOf(deps.serverLimits);
  const app: FastifyInstance = Fastify({
    ...serverOptions(limits),
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(config.TRUST_PROXY),
    requestIdHeader: false,
    trustProxy: config.TRUST_PROXY.length > 0 ? proxyTrust(config.TRUST_PROXY) : false,
    bodyLimit: 32 * 1024,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      // No hook runs for a URL that cannot be decoded.
      reply.headers({ ...securityHeaders({ isSecure }), "x-request-id": request.id });
      logAtEnd(request, reply, deps.metrics.requestEnded);
      return app.errorHandler(error, request, reply);
    },
    clientErrorHandler: clientErrorHandler(deps.logger),
  });
  limitConnections(app, limits);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  return app;
}

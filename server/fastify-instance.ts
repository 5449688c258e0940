import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Config } from "./config.ts";
import { proxyTrust } from "./http/client-address.ts";
import type { Draining } from "./http/draining.ts";
import { createEarlyHits, sendHitsFirst } from "./http/early-hits.ts";
import { setMalformedRequestHeaders } from "./http/malformed-requests.ts";
import { requestIds } from "./http/request-id.ts";
import { logAtEnd } from "./http/request-log.ts";
import { limitsOf, type ServerLimits, serverOptions } from "./http/server-limits.ts";
import type { Metrics } from "./observability/metrics.ts";
import type { Tracing } from "./observability/tracing.ts";

interface InstanceDeps {
  logger: FastifyBaseLogger;
  metrics: Metrics;
  tracing: Tracing | null;
  draining: Draining;
  serverLimits?: Partial<ServerLimits>;
}

/** Fastify with our server, ids, log and limits; without plugins and routes. */
export function createInstance(
  config: Config,
  deps: InstanceDeps,
  isSecure: boolean,
): FastifyInstance {
  const requestIdOf = requestIds(config.TRUST_PROXY);
  const earlyHits = createEarlyHits({
    log: deps.logger,
    requestIdOf,
    onEnd: deps.metrics.requestEnded,
    // Spans are begun and ended by hooks; while the site closes, Fastify closes connections.
    isOff: () => deps.tracing !== null || deps.draining.isDraining() || !app.server.listening,
  });
  const app: FastifyInstance = Fastify({
    ...serverOptions(limitsOf(deps.serverLimits)),
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: config.TRUST_PROXY.length > 0 ? proxyTrust(config.TRUST_PROXY) : false,
    bodyLimit: 32 * 1024,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      setMalformedRequestHeaders(reply, { isSecure });
      logAtEnd(request, reply, deps.metrics.requestEnded);
      return app.errorHandler(error, request, reply);
    },
    clientErrorHandler: (error, socket) => app.handleClientError(error, socket),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  sendHitsFirst(app.server, earlyHits);
  app.decorate("rememberHit", earlyHits.remember);
  return app;
}

import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { DataFor } from "../shared/contract/api-data.ts";
import type { Config } from "./config.ts";
import { createEvidence } from "./forms/evidence.ts";
import type { FormDesk } from "./forms/form-desk.ts";
import { addErrorPages } from "./plugins/error-pages.ts";
import { requestIds, trustedPeers } from "./plugins/request-id.ts";
import { addRequestLog } from "./plugins/request-log.ts";
import { addSecurityHeaders } from "./plugins/security-headers.ts";
import { addStaticFiles } from "./plugins/static-files.ts";
import { apiRoutes } from "./routes/api.ts";
import { formRoutes } from "./routes/forms.ts";
import { healthRoutes } from "./routes/health.ts";
import { pageRoutes } from "./routes/pages.ts";
import { type PageDeps, type Renderer, renderErrorPage, renderPage } from "./ssr/render-page.ts";

export interface AppDeps {
  renderer: Renderer;
  dataFor: DataFor;
  /** Takes what visitors hand in. */
  desk: FormDesk;
  logger: FastifyBaseLogger;
  /** The folder of built browser files; null when Vite serves them. */
  assetsDir: string | null;
  /** The clock, milliseconds. */
  now: () => number;
  isDraining: () => boolean;
}

/** The whole site as a Fastify instance that does not listen. Tests build this one. */
export async function buildApp(config: Config, deps: AppDeps): Promise<FastifyInstance> {
  const isTrusted = trustedPeers(config.TRUST_PROXY);
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(isTrusted),
    requestIdHeader: false,
    trustProxy: config.TRUST_PROXY.length > 0 ? [...config.TRUST_PROXY] : false,
    bodyLimit: 32 * 1024,
    requestTimeout: 10_000,
    http: { headersTimeout: 8_000 },
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => app.errorHandler(error, request, reply),
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const pageDeps: PageDeps = {
    renderer: deps.renderer,
    dataFor: deps.dataFor,
    publicOrigin: config.PUBLIC_ORIGIN,
    headStartMs: config.HEAD_START_MS,
    now: deps.now,
  };
  addRequestLog(app);
  addSecurityHeaders(app, { isSecure: config.PUBLIC_ORIGIN.startsWith("https:") });
  addErrorPages(app, {
    page: (request, reply) => renderPage(request, reply, pageDeps),
    errorPage: (reply, status) => renderErrorPage(reply, { status, deps: pageDeps }),
  });
  if (deps.assetsDir !== null) await addStaticFiles(app, deps.assetsDir);
  await app.register(healthRoutes, { isDraining: deps.isDraining });
  await app.register(apiRoutes, { dataFor: deps.dataFor });
  await app.register(formRoutes, {
    ...{ desk: deps.desk, evidence: createEvidence(deps.now), pages: pageDeps },
    limits: {
      max: config.FORM_RATE_MAX,
      windowSeconds: config.FORM_RATE_WINDOW_SECONDS,
      globalMax: config.FORM_RATE_GLOBAL_MAX,
    },
  });
  await app.register(pageRoutes, pageDeps);
  return app;
}

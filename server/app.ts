import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { DataTag } from "../shared/contract/data-tags.ts";
import { addProbes } from "./composition/probes.ts";
import type { Config } from "./config.ts";
import type { DataFor } from "./contract/api-data.ts";
import type { EventWrites } from "./contract/event-writes.ts";
import { createPageCache, type PageCache } from "./http/cache/response-cache.ts";
import type { createDraining } from "./http/draining.ts";
import { addErrorPages } from "./http/error-pages.ts";
import { answerRawRequests, setMalformedRequestHeaders } from "./http/malformed-requests.ts";
import { watchLoad } from "./http/overload/load-shedding.ts";
import { requestIds, trustedPeers } from "./http/request-id.ts";
import { checkRequestShape } from "./http/request-limits.ts";
import { addRequestLog } from "./http/request-log.ts";
import { addSecurityHeaders } from "./http/security/security-headers.ts";
import { type ServerLimits, serverLimits, serverOptions } from "./http/server-limits.ts";
import { addStaticFiles } from "./http/static-files.ts";
import type { Metrics } from "./observability/metrics.ts";
import type { SiteState } from "./observability/site-status.ts";
import type { Tracing } from "./observability/tracing.ts";
import { collectDescribed } from "./openapi/documented-routes.ts";
import { apiRoutes } from "./routes/bff/read-routes.ts";
import { docsRoutes } from "./routes/docs/docs.ts";
import { calendarRoutes } from "./routes/feeds/calendars.ts";
import { feedRoutes } from "./routes/feeds/feeds.ts";
import { formRoutes } from "./routes/forms/forms.ts";
import { type CspReport, cspReportRoutes } from "./routes/operations/csp-reports.ts";
import { healthRoutes } from "./routes/operations/health.ts";
import { metricsRoute } from "./routes/operations/metrics.ts";
import { pageRoutes } from "./routes/pages/pages.ts";
import { redirectRoutes } from "./routes/pages/redirects.ts";
import { siteFileRoutes } from "./routes/pages/site-files.ts";
import { socialCardRoutes } from "./routes/pages/social-cards.ts";
import { eventWriteRoutes } from "./routes/staff/event-writes.ts";
import { sourcesRoutes } from "./routes/staff/sources.ts";
import { type PageDeps, type Renderer, renderErrorPage, renderPage } from "./ssr/render-page.ts";
import type { RedisLink } from "./storage/redis-connection.ts";
import { createSpamCheck } from "./submissions/spam-check.ts";
import type { SubmissionService } from "./submissions/submission-service.ts";
import type { LatencyTracker } from "./upstream/http/latency-tracker.ts";

/** The most that rendered pages may take in memory. */
const PAGE_BYTES = 32 * 1024 * 1024;
/** The most that ready answers under `/bff` may take. */
const JSON_RESPONSE_BYTES = 16 * 1024 * 1024;

function pagesFor({ assetsDir, pageBytes = PAGE_BYTES, now }: AppDeps): PageCache | null {
  return assetsDir === null || pageBytes === 0
    ? null
    : createPageCache({ maxBytes: pageBytes, now });
}

export interface AppDeps {
  renderer: Renderer;
  dataFor: DataFor;
  eventWrites: EventWrites;
  /** Calls back after a write, here or at another instance. */
  onDataChange: (listener: (tags: readonly DataTag[]) => void) => void;
  /** Takes what visitors hand in. */
  desk: SubmissionService;
  /** Shared with other instances; without it the limits are this process's own. */
  redis?: RedisLink | null;
  logger: FastifyBaseLogger;
  /** The folder of built browser files; null when Vite serves them. */
  assetsDir: string | null;
  /** Bounds the pages kept ready; 0 draws each anew, which is how a render is measured. */
  pageBytes?: number;
  /** The clock, milliseconds. */
  now: () => number;
  draining: ReturnType<typeof createDraining>;
  /** How patient the site is with connections, where it is not as usual. */
  serverLimits?: Partial<ServerLimits>;
  /** Called for every breach of the pages' policy that a browser tells of. */
  onCspReport?: (report: CspReport) => void;
  state: SiteState;
  /** How quickly the source answers. */
  latency: Pick<LatencyTracker, "isSlowerThan">;
  metrics: Metrics;
  /** Null when nobody collects traces. */
  tracing: Tracing | null;
}

/** A source that fails quickly has its fault waited for this long: the page then has its true status. */
const QUICK_FAULT_MS = 600;

/** How long a page may wait for its data now; milliseconds. */
function headStartNow(
  { latency, state }: Pick<AppDeps, "latency" | "state">,
  usualMs: number,
): number {
  if (state.sourceIsWell() === false && !latency.isSlowerThan(QUICK_FAULT_MS))
    return Math.max(usualMs, QUICK_FAULT_MS);
  return latency.isSlowerThan(usualMs) ? 0 : usualMs;
}

/** The whole site as a Fastify instance that does not listen. Tests build this one. */
export async function buildApp(config: Config, deps: AppDeps): Promise<FastifyInstance> {
  const isTrusted = trustedPeers(config.TRUST_PROXY);
  const isSecure = config.PUBLIC_ORIGIN.startsWith("https:");
  const limits = { ...serverLimits, ...deps.serverLimits };
  const app: FastifyInstance = Fastify({
    loggerInstance: deps.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIds(isTrusted),
    requestIdHeader: false,
    trustProxy: config.TRUST_PROXY.length > 0 ? [...config.TRUST_PROXY] : false,
    bodyLimit: 32 * 1024,
    ...serverOptions(limits),
    return503OnClosing: false,
    routerOptions: { maxParamLength: 200 },
    frameworkErrors: (error, request, reply) => {
      setMalformedRequestHeaders(reply, { isSecure });
      requestLog.watch(request, reply);
      return app.errorHandler(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseRaw(error, socket),
  });
  const refuseRaw = answerRawRequests(app, { isSecure, maxConnections: limits.connections });
  deps.tracing?.addHooks(app);
  const requestLog = addRequestLog(app, deps.metrics.requestEnded);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);

  const pageDeps: PageDeps = {
    renderer: deps.renderer,
    dataFor: deps.dataFor,
    publicOrigin: config.PUBLIC_ORIGIN,
    headStartMs: () => headStartNow(deps, config.HEAD_START_MS),
    freshSeconds: config.FRESH_SECONDS,
    pages: pagesFor(deps),
    now: deps.now,
    tracing: deps.tracing,
  };
  const kept = createPageCache({ maxBytes: JSON_RESPONSE_BYTES, now: deps.now, isImproved: false });
  watchLoad(app, { shedAboveMs: config.SHED_ABOVE_MS, isSecure });
  deps.draining.watch(app);
  deps.onDataChange((tags) => {
    pageDeps.pages?.purge(tags);
    kept.purge(tags);
  });
  const described = collectDescribed(app);
  addSecurityHeaders(app, { isSecure });
  checkRequestShape(app);
  addErrorPages(app, {
    page: (request, reply) => renderPage(request, reply, { key: null, deps: pageDeps }),
    errorPage: (reply, status) => renderErrorPage(reply, { status, deps: pageDeps }),
    onError: deps.metrics.requestFailed,
  });
  if (deps.assetsDir !== null) await addStaticFiles(app, deps.assetsDir);
  const { isDraining } = deps.draining;
  const isOverloaded = () => app.isEventLoopDelayed();
  const readiness = addProbes(config, {
    ...deps,
    pages: pageDeps.pages,
    isOverloaded,
  });
  await app.register(healthRoutes, { isDraining, readiness });
  if (config.METRICS_PORT === undefined)
    await app.register(metricsRoute, { metrics: deps.metrics });
  await app.register(apiRoutes, {
    dataFor: deps.dataFor,
    kept,
    isSecure,
    freshSeconds: config.FRESH_SECONDS,
    now: deps.now,
  });
  await app.register(sourcesRoutes, { dataFor: deps.dataFor });
  await app.register(eventWriteRoutes, {
    writes: deps.eventWrites,
    token: config.EVENTS_WRITE_TOKEN ?? null,
    publicOrigin: config.PUBLIC_ORIGIN,
  });
  await app.register(formRoutes, {
    desk: deps.desk,
    spamCheck: createSpamCheck(deps.now),
    pages: pageDeps,
    limits: {
      max: config.FORM_RATE_MAX,
      windowSeconds: config.FORM_RATE_WINDOW_SECONDS,
      globalMax: config.FORM_RATE_GLOBAL_MAX,
      redis: deps.redis ?? null,
    },
  });
  await app.register(cspReportRoutes, {
    addresses: deps.renderer.addresses(),
    now: deps.now,
    onReport: (report) => {
      deps.metrics.cspReported(report.directive);
      deps.onCspReport?.(report);
    },
  });
  await app.register(docsRoutes, {
    routes: described,
    publicOrigin: config.PUBLIC_ORIGIN,
    isSecure,
    kept,
  });
  await app.register(redirectRoutes);
  await app.register(siteFileRoutes, pageDeps);
  await app.register(feedRoutes, pageDeps);
  await app.register(calendarRoutes, pageDeps);
  await app.register(socialCardRoutes, pageDeps);
  await app.register(pageRoutes, pageDeps);
  return app;
}

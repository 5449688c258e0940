import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { DataFor } from "../shared/contract/api-data.ts";
import type { DataTag } from "../shared/contract/data-tags.ts";
import type { EventWrites } from "../shared/contract/event-writes.ts";
import type { Config } from "./config.ts";
import { createEvidence } from "./forms/evidence.ts";
import type { FormDesk } from "./forms/form-desk.ts";
import { addProbes } from "./observe/add-probes.ts";
import type { Metrics } from "./observe/metrics.ts";
import type { SiteState } from "./observe/site-state.ts";
import type { Tracing } from "./observe/tracing.ts";
import { collectDescribed } from "./openapi/described-routes.ts";
import type { createDraining } from "./plugins/draining.ts";
import { addErrorPages } from "./plugins/error-pages.ts";
import { watchLoad } from "./plugins/load-shedding.ts";
import { answerRawRequests, dressUnreadable } from "./plugins/raw-requests.ts";
import { requestIds, trustedPeers } from "./plugins/request-id.ts";
import { addRequestLog } from "./plugins/request-log.ts";
import { checkRequestShape } from "./plugins/request-shape.ts";
import { addSecurityHeaders } from "./plugins/security-headers.ts";
import { type ServerLimits, serverLimits, serverOptions } from "./plugins/server-limits.ts";
import { addStaticFiles } from "./plugins/static-files.ts";
import { apiRoutes } from "./routes/api.ts";
import { calendarRoutes } from "./routes/calendars.ts";
import { type CspReport, cspReportRoutes } from "./routes/csp-reports.ts";
import { docsRoutes } from "./routes/docs.ts";
import { eventWriteRoutes } from "./routes/event-writes.ts";
import { feedRoutes } from "./routes/feeds.ts";
import { formRoutes } from "./routes/forms.ts";
import { healthRoutes } from "./routes/health.ts";
import { metricsRoute } from "./routes/metrics.ts";
import { pageRoutes } from "./routes/pages.ts";
import { redirectRoutes } from "./routes/redirects.ts";
import { siteFileRoutes } from "./routes/site-files.ts";
import { socialCardRoutes } from "./routes/social-cards.ts";
import { sourcesRoutes } from "./routes/sources.ts";
import { createPageCache, type PageCache } from "./ssr/page-cache.ts";
import { type PageDeps, type Renderer, renderErrorPage, renderPage } from "./ssr/render-page.ts";
import type { RedisLink } from "./storage/redis-link.ts";
import type { Pace } from "./upstream/pace.ts";

/** The most that rendered pages may take in memory. */
const PAGE_BYTES = 32 * 1024 * 1024;
/** The most that ready answers under `/bff` may take. */
const ANSWER_BYTES = 16 * 1024 * 1024;

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
  desk: FormDesk;
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
  pace: Pick<Pace, "isSlowerThan">;
  metrics: Metrics;
  /** Null when nobody collects traces. */
  tracing: Tracing | null;
}

/** A source that fails quickly has its fault waited for this long: the page then has its true status. */
const QUICK_FAULT_MS = 600;

/** How long a page may wait for its data now; milliseconds. */
function headStartNow({ pace, state }: Pick<AppDeps, "pace" | "state">, usualMs: number): number {
  if (state.sourceIsWell() === false && !pace.isSlowerThan(QUICK_FAULT_MS))
    return Math.max(usualMs, QUICK_FAULT_MS);
  return pace.isSlowerThan(usualMs) ? 0 : usualMs;
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
      dressUnreadable(reply, { isSecure });
      requestLog.watch(request, reply);
      return app.errorHandler(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseRaw(error, socket),
  });
  const refuseRaw = answerRawRequests(app, { isSecure, maxConnections: limits.connections });
  await deps.tracing?.register(app);
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
  const kept = createPageCache({ maxBytes: ANSWER_BYTES, now: deps.now, isImproved: false });
  await watchLoad(app, { shedAboveMs: config.SHED_ABOVE_MS, isSecure });
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
    onFault: deps.metrics.faulted,
  });
  if (deps.assetsDir !== null) await addStaticFiles(app, deps.assetsDir);
  const { isDraining } = deps.draining;
  const isOutOfBreath = () => app.isUnderPressure();
  const readiness = addProbes(config, { ...deps, pages: pageDeps.pages, isOutOfBreath });
  await app.register(healthRoutes, { isDraining, readiness });
  if (config.METRICS_PORT === undefined)
    await app.register(metricsRoute, { metrics: deps.metrics });
  await app.register(apiRoutes, {
    ...{ dataFor: deps.dataFor, kept, isSecure },
    ...{ freshSeconds: config.FRESH_SECONDS, now: deps.now },
  });
  await app.register(sourcesRoutes, { dataFor: deps.dataFor });
  await app.register(eventWriteRoutes, {
    writes: deps.eventWrites,
    token: config.EVENTS_WRITE_TOKEN ?? null,
    publicOrigin: config.PUBLIC_ORIGIN,
  });
  await app.register(formRoutes, {
    ...{ desk: deps.desk, evidence: createEvidence(deps.now), pages: pageDeps },
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
    ...{ routes: described, publicOrigin: config.PUBLIC_ORIGIN, isSecure, kept },
  });
  await app.register(redirectRoutes);
  await app.register(siteFileRoutes, pageDeps);
  await app.register(feedRoutes, pageDeps);
  await app.register(calendarRoutes, pageDeps);
  await app.register(socialCardRoutes, pageDeps);
  await app.register(pageRoutes, pageDeps);
  return app;
}

import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import type { DataTag } from "../shared/contract/data-tags.ts";
import type { DataFor } from "./bff/bff-data.ts";
import type { EventWrites } from "./bff/events/event-writes.ts";
import type { Config } from "./config.ts";
import { createInstance } from "./fastify-instance.ts";
import { allowedMethodsPlugin } from "./http/allowed-methods.ts";
import { createResponseCache, type ResponseCache } from "./http/cache/response-cache.ts";
import type { Draining } from "./http/draining.ts";
import { errorPagesPlugin } from "./http/error-pages.ts";
import { finishResponsePlugin } from "./http/finish-response.ts";
import { loadSheddingPlugin } from "./http/load-shedding.ts";
import { requestLogPlugin } from "./http/request-log.ts";
import type { ServerLimits } from "./http/server-limits.ts";
import { type StaticFiles, staticFilesPlugin } from "./http/static-files.ts";
import { unreadBodiesPlugin } from "./http/unread-bodies.ts";
import type { Metrics } from "./observability/metrics.ts";
import type { Readiness } from "./observability/readiness.ts";
import type { Tracing } from "./observability/tracing.ts";
import { openApiDocument } from "./openapi/openapi-document.ts";
import type { PictureStore } from "./pictures/pictures.ts";
import { readRoutes } from "./routes/bff/read-routes.ts";
import { docsRoutes } from "./routes/docs/docs.ts";
import { calendarRoutes } from "./routes/feeds/calendars.ts";
import { feedRoutes } from "./routes/feeds/feeds.ts";
import { formRoutes } from "./routes/forms/forms.ts";
import type { FormParts } from "./routes/forms/submit-form.ts";
import { paymentWebhookRoutes } from "./routes/giving/payment-webhook.ts";
import { type CspReport, cspReportRoutes } from "./routes/operations/csp-reports.ts";
import { healthRoutes } from "./routes/operations/health.ts";
import { metricsRoute } from "./routes/operations/metrics.ts";
import { pageRoutes } from "./routes/pages/pages.ts";
import { pictureRoutes } from "./routes/pages/pictures.ts";
import { redirectRoutes } from "./routes/pages/redirects.ts";
import { serviceWorkerRoute } from "./routes/pages/service-worker.ts";
import { siteFileRoutes } from "./routes/pages/site-files.ts";
import type { DataRouteDeps } from "./routes/route-deps.ts";
import { eventWriteRoutes } from "./routes/staff/event-writes.ts";
import { sourcesRoutes } from "./routes/staff/sources.ts";
import type { ClientSide } from "./ssr/client-side.ts";
import { type PageDeps, type Renderer, renderErrorPage, renderPage } from "./ssr/render-page.ts";
import type { Store } from "./store/store.ts";

/** Limits of the caches in memory: pages, and responses of `/bff`. */
const PAGE_BYTES = 32 * 1024 * 1024;
const JSON_RESPONSE_BYTES = 16 * 1024 * 1024;

export interface AppDeps extends FormParts, StaticFiles {
  renderer: Renderer;
  feedContent: ClientSide["feedContent"];
  dataFor: DataFor;
  eventWrites: EventWrites;
  /** Calls back after a write, here or at another instance. */
  onDataChange: (listener: (tags: readonly DataTag[]) => void) => void;
  pictures: PictureStore;
  /** Of the limits on posts. */
  store: Store;
  logger: FastifyBaseLogger;
  /** Bounds the cached pages; 0 renders every request, which is how a render is measured. */
  pageBytes?: number;
  /** Whether cached pages get their smallest encodings in the background, which is most of the work of a short run. */
  arePagesImproved?: boolean;
  /** How long a page may wait for its data now, milliseconds. */
  headStartMs: (role: "page" | "part") => number;
  /** The clock, milliseconds. */
  now: () => number;
  draining: Draining;
  serverLimits?: Partial<ServerLimits>;
  onCspReport?: (report: CspReport) => void;
  /** Connects readiness and gauges to the running application. */
  addProbes: (running: {
    pageCache: ResponseCache | null;
    isOverloaded: () => boolean;
  }) => () => Readiness;
  metrics: Metrics;
  tracing: Tracing | null;
}

interface Shared {
  data: DataRouteDeps;
  pageDeps: PageDeps;
  /** Responses of `/bff` as bytes, by their URL. */
  jsonCache: ResponseCache;
}

function createPageDeps(config: Config, deps: AppDeps): PageDeps {
  const { renderer, dataFor, headStartMs, now, tracing, assetsDir, pageBytes = PAGE_BYTES } = deps;
  const isCached = assetsDir !== null && pageBytes > 0;
  const isImproved = deps.arePagesImproved ?? true;
  return {
    renderer,
    dataFor,
    publicOrigin: config.PUBLIC_ORIGIN,
    // Without a source of its own the site serves the embedded one.
    hasSampleContent: config.CONTENT_API_URL === undefined || renderer.hasPlaceholders,
    formOrigins: deps.payments?.pageOrigins ?? [],
    headStartMs,
    freshSeconds: config.FRESH_SECONDS,
    pageCache: isCached ? createResponseCache({ maxBytes: pageBytes, now, isImproved }) : null,
    now,
    tracing,
  };
}

/** The log, load shedding and the end of the process. */
async function addServerPlugins(app: FastifyInstance, config: Config, deps: AppDeps) {
  deps.tracing?.addHooks(app);
  await app.register(requestLogPlugin, { onEnd: deps.metrics.requestEnded });
  await app.register(unreadBodiesPlugin);
  await app.register(loadSheddingPlugin, { maxDelayMs: config.MAX_QUEUE_DELAY_MS });
  await app.register(deps.draining.plugin);
}

async function addCommonPlugins(
  app: FastifyInstance,
  deps: AppDeps,
  { isSecure, pageDeps }: { isSecure: boolean; pageDeps: PageDeps },
): Promise<void> {
  await app.register(finishResponsePlugin, { isSecure });
  await app.register(allowedMethodsPlugin);
  await app.register(errorPagesPlugin, {
    renderPage: (request, reply) => renderPage(request, reply, { key: null, deps: pageDeps }),
    renderErrorPage: (reply, status) => renderErrorPage(reply, { status, deps: pageDeps }),
    onError: deps.metrics.requestFailed,
  });
  await app.register(staticFilesPlugin, deps);
}

async function addOperationRoutes(
  app: FastifyInstance,
  config: Config,
  { draining, metrics, addProbes, assetsDir }: AppDeps,
  pageDeps: PageDeps,
): Promise<void> {
  const isOverloaded = () => app.isOverloaded();
  const readiness = addProbes({ pageCache: pageDeps.pageCache, isOverloaded });
  await app.register(healthRoutes, { isDraining: draining.isDraining, readiness });
  await app.register(serviceWorkerRoute, { isOn: config.SERVICE_WORKER === "on", assetsDir });
  if (config.METRICS_PORT === undefined) await app.register(metricsRoute, { metrics });
}

/** Everything below `/bff`, and the posts of the forms' own pages. */
async function addApiRoutes(
  app: FastifyInstance,
  config: Config,
  deps: AppDeps,
  { data, pageDeps, jsonCache }: Shared,
): Promise<void> {
  const { publicOrigin, dataFor, now } = data;
  const freshSeconds = config.FRESH_SECONDS;
  await app.register(readRoutes, { ...data, cache: jsonCache, freshSeconds });
  await app.register(sourcesRoutes, { dataFor });
  await app.register(eventWriteRoutes, {
    writes: deps.eventWrites,
    idempotency: deps.idempotency,
    token: config.EVENTS_WRITE_TOKEN ?? null,
    publicOrigin,
  });
  await app.register(formRoutes, {
    ...deps,
    pageDeps,
    limits: {
      max: config.FORM_RATE_MAX,
      windowSeconds: config.FORM_RATE_WINDOW_SECONDS,
      globalMax: config.FORM_RATE_GLOBAL_MAX,
      store: deps.store,
      now,
    },
  });
  const { payments, metrics } = deps;
  await app.register(paymentWebhookRoutes, { payments, onWebhook: metrics.webhookTaken });
  await app.register(cspReportRoutes, {
    staticPaths: deps.renderer.staticPaths(),
    now,
    onReport: (report) => {
      deps.metrics.cspReported(report.directive);
      deps.onCspReport?.(report);
    },
  });
  await app.register(docsRoutes, { publicOrigin });
}

async function addPageRoutes(
  app: FastifyInstance,
  { renderer, feedContent, pictures, metrics }: AppDeps,
  { data, pageDeps }: Shared,
): Promise<void> {
  await app.register(redirectRoutes);
  await app.register(siteFileRoutes, { ...data, staticPaths: renderer.staticPaths });
  await app.register(feedRoutes, { ...data, feedContent });
  await app.register(calendarRoutes, { ...data, feedContent });
  await app.register(pictureRoutes, { pictures, metrics });
  await app.register(pageRoutes, pageDeps);
}

/** The whole site as a Fastify instance that does not listen. */
export async function buildApp(config: Config, deps: AppDeps): Promise<FastifyInstance> {
  const { dataFor, now } = deps;
  const isSecure = config.PUBLIC_ORIGIN.startsWith("https:");
  const app = createInstance(config, deps, isSecure);
  const pageDeps = createPageDeps(config, deps);
  const jsonCache = createResponseCache({ maxBytes: JSON_RESPONSE_BYTES, now, isImproved: false });
  await addServerPlugins(app, config, deps);
  deps.onDataChange((tags) => {
    pageDeps.pageCache?.purge(tags);
    jsonCache.purge(tags);
  });
  const data = { dataFor, publicOrigin: config.PUBLIC_ORIGIN, now };
  const shared: Shared = { data, pageDeps, jsonCache };
  await addCommonPlugins(app, deps, { isSecure, pageDeps });
  await app.register(openApiDocument, data);
  await addOperationRoutes(app, config, deps, pageDeps);
  await addApiRoutes(app, config, deps, shared);
  await addPageRoutes(app, deps, shared);
  return app;
}

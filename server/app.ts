import type { FastifyInstance } from "fastify";
import { siteDataPlugin } from "./bff/plugin.ts";
import type { Config } from "./config.ts";
import { embeddedApiPlugin } from "./embedded-api/plugin.ts";
import { createInstance, type InstanceOptions } from "./fastify-instance.ts";
import { givingPlugin } from "./giving/plugin.ts";
import { drainingPlugin } from "./http/draining.ts";
import { errorPagesPlugin } from "./http/error-pages.ts";
import { finishResponsePlugin } from "./http/finish-response.ts";
import { loadSheddingPlugin } from "./http/load-shedding.ts";
import { requestLogPlugin } from "./http/request-log.ts";
import { staticFilesPlugin } from "./http/static-files.ts";
import { unreadBodiesPlugin } from "./http/unread-bodies.ts";
import { observabilityPlugin } from "./observability/plugin.ts";
import { readinessPlugin } from "./observability/readiness.ts";
import { openApiDocument } from "./openapi/openapi-document.ts";
import { picturesPlugin } from "./pictures/plugin.ts";
import { readRoutes } from "./routes/bff/read-routes.ts";
import { docsRoutes } from "./routes/docs/docs.ts";
import { feedRoutes } from "./routes/feeds/feeds.ts";
import { formRoutes } from "./routes/forms/forms.ts";
import { paymentWebhookRoutes } from "./routes/giving/payment-webhook.ts";
import { type CspReport, cspReportRoutes } from "./routes/operations/csp-reports.ts";
import { healthRoutes, metricsRoute } from "./routes/operations/probes.ts";
import { dataSaverRoutes } from "./routes/pages/data-saver.ts";
import { pageRoutes } from "./routes/pages/pages.ts";
import { pictureRoutes } from "./routes/pages/pictures.ts";
import { searchPageRoutes } from "./routes/pages/search-page.ts";
import { serviceWorkerRoute } from "./routes/pages/service-worker.ts";
import { siteFileRoutes } from "./routes/pages/site-files.ts";
import { eventWriteRoutes } from "./routes/staff/event-writes.ts";
import { sourcesRoutes } from "./routes/staff/sources.ts";
import { searchPlugin } from "./search/plugin.ts";
import { sourcePlugin } from "./source/plugin.ts";
import { type PageCacheOptions, pagesPlugin } from "./ssr/plugin.ts";
import { storePlugin } from "./store/plugin.ts";
import { submissionsPlugin } from "./submissions/plugin.ts";
import type { HttpLimits } from "./upstream/http/http-client.ts";

/** How tests and measurements differ from the usual application. */
export interface AppOptions extends InstanceOptions, PageCacheOptions {
  /** Of calls to the source. */
  sourceLimits?: Partial<HttpLimits> | undefined;
  onCspReport?: ((report: CspReport) => void) | undefined;
}

/** The whole site as a Fastify instance that does not listen. What was opened last is closed first. */
export async function buildApp(config: Config, options: AppOptions): Promise<FastifyInstance> {
  const app = createInstance(config, options);
  // The first hooks: traces, the log, load shedding and the end of the process.
  await app.register(observabilityPlugin);
  await app.register(requestLogPlugin);
  await app.register(unreadBodiesPlugin);
  await app.register(loadSheddingPlugin);
  await app.register(drainingPlugin);

  await app.register(storePlugin);
  await app.register(embeddedApiPlugin);
  await app.register(sourcePlugin, { limits: options.sourceLimits });
  await app.register(picturesPlugin);
  await app.register(searchPlugin);
  await app.register(siteDataPlugin);
  await app.register(submissionsPlugin);
  await app.register(givingPlugin);
  await app.register(pagesPlugin, options);
  await app.register(readinessPlugin);

  await app.register(finishResponsePlugin);
  await app.register(errorPagesPlugin);
  await app.register(staticFilesPlugin);
  await app.register(openApiDocument);

  for (const routes of [healthRoutes, serviceWorkerRoute]) await app.register(routes);
  if (config.METRICS_PORT === undefined) await app.register(metricsRoute);
  for (const routes of [readRoutes, sourcesRoutes, eventWriteRoutes, formRoutes])
    await app.register(routes);
  await app.register(paymentWebhookRoutes);
  await app.register(cspReportRoutes, { onReport: options.onCspReport });
  for (const routes of [docsRoutes, siteFileRoutes, feedRoutes, pictureRoutes])
    await app.register(routes);
  for (const routes of [searchPageRoutes, dataSaverRoutes, pageRoutes]) await app.register(routes);
  app.addHook("onClose", options.client.close);
  await options.client.attach(app);
  return app;
}

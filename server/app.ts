import type { FastifyInstance } from "fastify";
import { docsRoutes } from "./bff/docs.ts";
import { eventWriteRoutes } from "./bff/event-write-routes.ts";
import { openApiDocument } from "./bff/openapi/openapi-document.ts";
import { readRoutes, sourcesRoutes } from "./bff/read-routes.ts";
import { statusRoutes } from "./bff/status.ts";
import { tryPageRoutes } from "./bff/try-routes.ts";
import type { Config } from "./config.ts";
import { contentEditsPlugin, contentFileRoutes, contentPlugin } from "./content/plugin.ts";
import type { Content } from "./content/site-content.ts";
import { deskRoutes } from "./desk/plugin.ts";
import { embeddedApiPlugin } from "./embedded-api/embedded-api.ts";
import { createInstance, type InstanceOptions } from "./fastify-instance.ts";
import { formApiRoutes } from "./forms/form-api.ts";
import { formPageRoutes } from "./forms/form-pages.ts";
import { submissionsPlugin } from "./forms/messages.ts";
import { givingPlugin, paymentWebhookRoutes } from "./gifts/gift-payments.ts";
import { drainingPlugin } from "./http/draining.ts";
import { errorPagesPlugin } from "./http/error-pages.ts";
import { finishResponsePlugin } from "./http/finish-response.ts";
import { loadSheddingPlugin } from "./http/load-shedding.ts";
import { rateLimitsPlugin } from "./http/rate-limits.ts";
import { staticFileRoutes } from "./http/static-files.ts";
import { mailPlugin } from "./mail/mails.ts";
import { cspReportRoutes } from "./ops/csp-reports.ts";
import { healthRoutes, metricsRoutes, readinessPlugin } from "./ops/health.ts";
import { observabilityPlugin } from "./ops/metrics.ts";
import { dataSaverRoutes } from "./pages/data-saver.ts";
import { feedRoutes } from "./pages/feeds/feeds.ts";
import { giftPageRoutes } from "./pages/gift-pages.ts";
import { pageRoutes, searchPageRoutes } from "./pages/pages.ts";
import { pagesPlugin } from "./pages/render-page.ts";
import { serviceWorkerRoute, siteFileRoutes } from "./pages/site-files.ts";
import { pictureRoutes, picturesPlugin } from "./pictures/plugin.ts";
import { searchPlugin } from "./search/site-search.ts";
import type { HttpLimits } from "./source/http/http-client.ts";
import { sourcePlugin } from "./source/plugin.ts";
import { storePlugin } from "./store/store.ts";

/** The options by which tests and measurements change the application. */
export interface AppOptions extends InstanceOptions {
  sourceLimits?: Partial<HttpLimits> | undefined;
  /** Whether cached pages are recompressed in the background, which would be most of the work of a short run. */
  arePagesImproved?: boolean | undefined;
  /** The files of the content, read and checked already: many sites in one process read them once. */
  content?: Content | undefined;
}

/** Builds the whole site as a Fastify instance that does not listen yet. Plugins close in the reverse order of their registration. */
export async function buildApp(config: Config, options: AppOptions): Promise<FastifyInstance> {
  const app = createInstance(config, options);
  // Tracing, load shedding and draining must have the first hooks after the request log's.
  for (const plugin of [observabilityPlugin, loadSheddingPlugin, drainingPlugin])
    await app.register(plugin);

  await app.register(contentPlugin, { files: options.content });
  for (const plugin of [storePlugin, rateLimitsPlugin, embeddedApiPlugin, picturesPlugin])
    await app.register(plugin);
  await app.register(searchPlugin);
  await app.register(sourcePlugin, { limits: options.sourceLimits });
  await app.register(contentEditsPlugin);
  for (const plugin of [submissionsPlugin, givingPlugin, mailPlugin]) await app.register(plugin);
  await app.register(pagesPlugin, options);

  for (const plugin of [readinessPlugin, finishResponsePlugin, errorPagesPlugin, openApiDocument])
    await app.register(plugin);
  for (const routes of [
    staticFileRoutes,
    contentFileRoutes,
    healthRoutes,
    metricsRoutes,
    serviceWorkerRoute,
  ])
    await app.register(routes);
  for (const routes of [readRoutes, statusRoutes, sourcesRoutes, eventWriteRoutes])
    await app.register(routes);
  // Visitors send forms as JSON below `/bff`, or as plain posts to the forms' own pages.
  for (const routes of [formApiRoutes, formPageRoutes, giftPageRoutes, paymentWebhookRoutes])
    await app.register(routes);
  for (const routes of [deskRoutes, cspReportRoutes]) await app.register(routes);
  for (const routes of [docsRoutes, siteFileRoutes, feedRoutes, pictureRoutes])
    await app.register(routes);
  for (const routes of [searchPageRoutes, tryPageRoutes, dataSaverRoutes, pageRoutes])
    await app.register(routes);
  await options.client.attach?.(app);
  return app;
}

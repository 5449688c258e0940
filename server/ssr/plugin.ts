import fp from "fastify-plugin";
import { createResponseCache } from "../http/cache/response-cache.ts";
import type { PageDeps } from "./render-page.ts";

declare module "fastify" {
  interface FastifyInstance {
    /** What pages are rendered with. */
    pages: PageDeps;
  }
}

const PAGE_BYTES = 32 * 1024 * 1024;

export interface PageCacheOptions {
  /** Bounds the cached pages; 0 renders every request, which is how a render is measured. */
  pageBytes?: number | undefined;
  /** Whether cached pages get their smallest encodings in the background, which is most of the work of a short run. */
  arePagesImproved?: boolean | undefined;
}

export const pagesPlugin = fp<PageCacheOptions>(
  async (app, { pageBytes = PAGE_BYTES, arePagesImproved = true }) => {
    const { config, siteData, giving, clock: now } = app;
    const { renderer, assetsDir } = app.client;
    const pageCache =
      assetsDir !== null && pageBytes > 0
        ? createResponseCache({ maxBytes: pageBytes, now, isImproved: arePagesImproved })
        : null;
    siteData.onChange((tags) => pageCache?.purge(tags));
    app.decorate("pages", {
      renderer,
      dataFor: siteData.dataFor,
      publicOrigin: config.PUBLIC_ORIGIN,
      // Without a source of its own the site serves the embedded one.
      hasSampleContent: config.CONTENT_API_URL === undefined || renderer.hasPlaceholders,
      formOrigins: giving.payments?.pageOrigins ?? [],
      headStartMs: app.source.headStartMs,
      freshSeconds: config.FRESH_SECONDS,
      pageCache,
      now,
      tracing: app.tracing,
    });
  },
  { name: "pages", dependencies: ["site-data", "giving"] },
);

import fp from "fastify-plugin";
import { Pages } from "./render-page.ts";

declare module "fastify" {
  interface FastifyInstance {
    pages: Pages;
  }
}

export interface PageCacheOptions {
  /** Bounds the cached pages; 0 renders every request, which is how a render is measured. */
  pageBytes?: number | undefined;
  /** Whether cached pages get their smallest encodings in the background, which is most of the work of a short run. */
  arePagesImproved?: boolean | undefined;
}

export const pagesPlugin = fp<PageCacheOptions>(
  async (app, { pageBytes = 32 * 1024 * 1024, arePagesImproved: isImproved = true }) => {
    // No page has room in a byte.
    app.decorate("pages", new Pages(app, { maxBytes: Math.max(1, pageBytes), isImproved }));
  },
  { name: "pages", dependencies: ["source", "giving"] },
);

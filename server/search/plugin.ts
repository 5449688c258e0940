import fp from "fastify-plugin";
import { LANGUAGES } from "../../shared/languages.ts";
import { type ComposedSearch, createSiteSearch } from "./site-search.ts";

declare module "fastify" {
  interface FastifyInstance {
    siteSearch: Omit<ComposedSearch, "start"> & {
      /** Indexes the content; to be called when the site listens. Rejects when a page cannot be read. */
      start: () => Promise<void>;
    };
  }
}

export const searchPlugin = fp(
  async (app) => {
    const search = createSiteSearch((err) =>
      app.log.error({ err }, "search index is not up to date"),
    );
    const { renderer } = app.client;
    const editions = LANGUAGES.map((language) => ({
      language,
      documents: () => renderer.searchDocuments(language),
    }));
    app.decorate("siteSearch", { ...search, start: () => search.start(editions) });
    app.addHook("onClose", async () => search.close());
  },
  { name: "search" },
);

import fp from "fastify-plugin";
import { SiteSearch } from "./site-search.ts";

declare module "fastify" {
  interface FastifyInstance {
    siteSearch: SiteSearch;
  }
}

export const searchPlugin = fp(
  async (app) => {
    const search = new SiteSearch(app);
    app.decorate("siteSearch", search);
    app.addHook("onClose", async () => search.close());
  },
  { name: "search" },
);

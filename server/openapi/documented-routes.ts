import type { FastifyInstance, FastifySchema } from "fastify";

/** A route as it runs, with the words that describe it. */
export interface DescribedRoute {
  method: string;
  url: string;
  schema: FastifySchema;
}

/** Collects the routes that carry an `operationId`, from the schemas they run with. Call before routes are added. */
export function collectDescribed(app: FastifyInstance): readonly DescribedRoute[] {
  const routes: DescribedRoute[] = [];
  app.addHook("onRoute", ({ method, url, schema }) => {
    if (schema?.operationId === undefined || typeof method !== "string" || method === "HEAD")
      return;
    routes.push({ method, url, schema });
  });
  return routes;
}

import type { FastifyInstance } from "fastify";
import list from "../../../content/redirects.json" with { type: "json" };
import { cachePolicy } from "../../http/cache/cache-control.ts";

/** Permanent redirects, as editors list them in `content/redirects.json`. */
export async function redirectRoutes(app: FastifyInstance): Promise<void> {
  for (const { from, to } of list.redirects) {
    app.get(from, async (_request, reply) => {
      reply.header("cache-control", cachePolicy.redirect);
      return reply.redirect(to, 308);
    });
  }
}

import type { FastifyInstance } from "fastify";
import list from "../../content/redirects.json" with { type: "json" };
import { cachePolicy } from "../ssr/cache-policy.ts";

/** Addresses that lead elsewhere for good, as editors keep them in `content/redirects.json`. */
export async function redirectRoutes(app: FastifyInstance): Promise<void> {
  for (const { from, to } of list.redirects) {
    app.get(from, async (_request, reply) => {
      reply.header("cache-control", cachePolicy.redirect);
      return reply.redirect(to, 308);
    });
  }
}

import type { FastifyInstance } from "fastify";
import list from "../../../content/redirects.json" with { type: "json" };
import { PREFIXES, withPrefix } from "../../../shared/languages.ts";
import { cachePolicy } from "../../http/cache/cache-control.ts";

/** Permanent redirects, as editors list them in `content/redirects.json`, in each language. */
export async function redirectRoutes(app: FastifyInstance): Promise<void> {
  for (const prefix of Object.values(PREFIXES)) {
    for (const { from, to } of list.redirects) {
      app.get(prefix + from, async (_request, reply) => {
        reply.header("cache-control", cachePolicy.redirect);
        return reply.redirect(withPrefix(prefix, to), 308);
      });
    }
  }
}

import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { sourcesReport } from "../../shared/contract/sources-report.schema.ts";
import { refuseParameters, sendProblem } from "../http/problems.ts";
import { requestContextOf } from "../http/request-context.ts";

/** The response of `/bff/sources`, in the envelope of all responses under `/bff`. */
const sourcesResponse = z
  .object({
    data: sourcesReport,
    meta: z.object({ now: z.iso.datetime(), fetchedAt: z.iso.datetime(), stale: z.boolean() }),
    links: z.object({ self: z.string(), page: z.string() }),
  })
  .meta({ id: "SourcesReport", description: "What the content source has sent to this instance." });

/**
 * `/bff/sources`, the same report as the page /staff/sources renders. For staff and operators: without a tag, it is not in
 * the OpenAPI document.
 */
export async function sourcesRoutes(instance: FastifyInstance): Promise<void> {
  const { dataFor } = instance.siteData;
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get(
    "/bff/sources",
    { schema: { response: { 200: sourcesResponse } }, onRequest: refuseParameters },
    async (request, reply) => {
      reply.header("cache-control", "no-store");
      const outcome = await dataFor(requestContextOf(request, reply)).sources();
      if (outcome.kind !== "ok")
        return sendProblem(reply, { status: 503, message: "There is no report." });
      const { data, meta } = outcome;
      return reply.send({ data, meta, links: { self: "/bff/sources", page: "/staff/sources" } });
    },
  );
}

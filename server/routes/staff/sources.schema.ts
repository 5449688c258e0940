import { z } from "zod";
import { sourcesReport } from "../../../shared/contract/sources-report.schema.ts";

/** The response of `/bff/sources`, in the envelope of all responses under `/bff`. */
export const sourcesResponse = z
  .object({
    data: sourcesReport,
    meta: z.object({ now: z.iso.datetime(), fetchedAt: z.iso.datetime(), stale: z.boolean() }),
    links: z.object({ self: z.string(), page: z.string() }),
  })
  .meta({ id: "SourcesReport", description: "What the content source has sent to this instance." });

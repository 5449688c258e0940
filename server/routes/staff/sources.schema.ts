import { z } from "zod";
import { DATA_TAGS } from "../../../shared/contract/data-tags.ts";

const moment = z.iso.datetime().nullable();
const count = z.number().int().nonnegative();

const answers = z.object({
  answers: count,
  lastGoodAt: moment,
  rows: count,
  dropped: z.array(z.object({ reason: z.string(), count })),
  unread: count,
  fields: z.array(
    z.object({
      field: z.string(),
      filled: count,
      aliases: z.array(z.object({ alias: z.string(), count })),
    }),
  ),
});

const change = z.object({
  at: z.iso.datetime(),
  answers: z.enum(["list", "item"]),
  appeared: z.array(z.string()),
  disappeared: z.array(z.string()),
  unread: count,
  dropped: count,
});

const source = z.object({
  name: z.enum(DATA_TAGS),
  list: answers,
  item: answers,
  faults: z.object({
    count,
    lastAt: moment,
    lastKind: z.string().nullable(),
    lastStatus: z.number().nullable(),
  }),
  copies: z.object({ kept: count, doubted: count, newestAt: moment, oldestAt: moment }),
  changes: z.array(change),
});

/** The response of `/bff/sources`, in the envelope of all responses under `/bff`. */
export const sourcesResponse = z
  .object({
    data: z.object({
      startedAt: z.iso.datetime(),
      breaker: z.object({
        state: z.enum(["closed", "open", "probing", "paused"]),
        since: moment,
      }),
      sources: z.array(source),
    }),
    meta: z.object({ now: z.string(), fetchedAt: z.string(), stale: z.boolean() }),
    links: z.object({ self: z.string(), page: z.string() }),
  })
  .meta({ id: "SourcesReport", description: "How the content source has answered this instance." });

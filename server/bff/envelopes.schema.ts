import { z } from "zod";

const meta = z.object({
  now: z.iso.datetime().meta({ description: "The server's clock, cut to the minute." }),
  fetchedAt: z.iso.datetime().meta({ description: "When the source sent this data." }),
  stale: z.boolean().meta({
    description: "True when the source is down and this is cached data.",
  }),
});
const outcomeMeta = meta.meta({
  id: "AnswerMeta",
  description: "How old the data is, and the clock it was made by. ISO 8601 UTC.",
});
const listMeta = meta
  .extend({ total: z.int().nonnegative().meta({ description: "Items on all pages together." }) })
  .meta({ id: "ListMeta" });

const links = z.record(z.string(), z.string().nullable()).meta({
  id: "Links",
  description: "The same item in other forms; URLs relative to the site.",
});
const listLinks = z
  .object({
    self: z.string(),
    next: z.string().nullable().meta({ description: "The page after this one." }),
    prev: z.string().nullable().meta({ description: "The page before this one." }),
    first: z.string(),
  })
  .meta({ id: "ListLinks", description: "Also in the Link header." });

/** The envelope of every response under /bff. */
export const envelope = <T extends z.ZodType>(data: T) =>
  z.object({ data, meta: outcomeMeta, links });

/** The envelope of a list: `meta.total` counts all its pages, `links.next` is the next one. */
export const listEnvelope = <T extends z.ZodType>(item: T) =>
  z.object({ data: z.array(item), meta: listMeta, links: listLinks });

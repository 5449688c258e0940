import { z } from "zod";

/** A row of a related list: what a link needs. */
export const relatedLinkSchema = z.object({ id: z.number(), slug: z.string(), title: z.string() });

export type RelatedLink = z.infer<typeof relatedLinkSchema>;

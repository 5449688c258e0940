import { z } from "zod";

/** The fields of a link to a related news item or event. */
export const itemLink = z
  .object({
    id: z.string().meta({ example: "104" }),
    slug: z.string().meta({ example: "handwashing-stations" }),
    title: z.string().meta({ example: "Handwashing stations in twelve schools" }),
  })
  .meta({ id: "ItemLink", description: "A related item." });
export type ItemLink = z.infer<typeof itemLink>;

import { z } from "zod";

/** A picture as the store keeps it; `url` may be a path on this API's own host. */
export const storedImageSchema = z.object({
  url: z.string(),
  alt: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});

export type StoredImage = z.infer<typeof storedImageSchema>;

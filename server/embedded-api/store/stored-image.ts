import { z } from "zod";

/** An image in the store; `url` may be a path on this API's own host. */
export const storedImageSchema = z.object({
  url: z.string(),
  alt: z.string(),
  width: z.number().nullable(),
  height: z.number().nullable(),
});

export type StoredImage = z.infer<typeof storedImageSchema>;

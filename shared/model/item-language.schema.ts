import { z } from "zod";

/** Of the words of an item. */
export const itemLanguage = z.string().nullable().meta({
  description:
    "A language tag (BCP 47): as the source states it, else as script or words tell; null where that is not sure.",
  example: "en",
});

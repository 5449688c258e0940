import { z } from "zod";

/** Of the words of an item. */
export const itemLanguage = z.enum(["en", "sw"]).nullable().meta({
  description: "As the source states it, else as its words tell; null where that is not sure.",
  example: "en",
});

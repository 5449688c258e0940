import { z } from "zod";
import { webUrl } from "./web-url.schema.ts";

const size = z.int().nonnegative().nullable();

/** An image on another host. Sizes are CSS pixels where the source gave them. */
export const picture = z
  .object({
    url: webUrl.meta({ description: "Absolute http(s).", example: "https://example.org/tap.jpg" }),
    alt: z.string().meta({
      description: "Empty when the source gave none: the picture is then decorative.",
      example: "Pupils at the new tap",
    }),
    width: size.meta({ example: 1600 }),
    height: size.meta({ example: 900 }),
  })
  .meta({ id: "Picture", description: "An image on another host; sizes in CSS pixels." });
export type Picture = z.infer<typeof picture>;

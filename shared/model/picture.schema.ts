import { z } from "zod";
import { httpUrl } from "./item-fields.schema.ts";
import { PICTURE_TYPES } from "./picture-widths.ts";

const size = z.int().nonnegative().nullable();
const alt = z.string().meta({
  description: "The alternative text; empty for a decorative picture.",
  example: "Pupils at the new tap",
});

/** A picture with its URL at the source, as in cached items. Sizes are those the source gave. */
export const sourcePicture = z
  .object({
    url: httpUrl.meta({ example: "https://example.org/tap.jpg" }),
    alt,
    width: size.meta({ example: 1600 }),
    height: size.meta({ example: 900 }),
  })
  .meta({ id: "SourcePicture" });
export type SourcePicture = z.infer<typeof sourcePicture>;

const variant = z
  .object({
    url: httpUrl.meta({ example: "https://site.example.org/pictures/Zm91bmQ/640.avif" }),
    width: z.int().positive().meta({ example: 640 }),
    type: z.enum(PICTURE_TYPES).meta({ example: "image/avif" }),
  })
  .meta({ id: "PictureVariant", description: "The picture in one width and format." });

/** A picture as this site serves it: every URL is ours. */
export const picture = z
  .object({
    url: httpUrl.meta({
      description: "A JPEG on this site, at most 1280 pixels wide.",
      example: "https://site.example.org/pictures/Zm91bmQ/1280.jpg",
    }),
    alt,
    width: size.meta({
      description:
        "The width of the upright original; null until the picture was fetched, unless the source states it.",
      example: 1600,
    }),
    height: size.meta({ example: 900 }),
    bytes: size.meta({
      description: "The size of `url` in bytes; null until the picture was fetched.",
      example: 52000,
    }),
    placeholder: z.string().nullable().meta({
      description:
        "A tiny WebP in base64, to show blurred while the picture loads; null when unknown.",
      example: "UklGRi4AAABXRUJQVlA4ICIAAABwAQCdASoDAAIAB0CWJZACdAFAAAD+6YVPlIWBm8HEYAAA",
    }),
    variants: z.array(variant).meta({ description: "AVIF, WebP and JPEG in several widths." }),
    source: httpUrl.nullable().meta({
      description: "The URL of the original, when it is public over https; otherwise null.",
      example: "https://example.org/tap.jpg",
    }),
  })
  .meta({ id: "Picture", description: "A picture, served by this site; sizes in pixels." });
export type Picture = z.infer<typeof picture>;

/** A picture on a card; its variants follow from `url` and `width` (`picture-widths.ts`). */
export const cardPicture = picture
  .pick({ url: true, alt: true, width: true, height: true, placeholder: true })
  .meta({ id: "CardPicture", description: "A picture on a card." });
export type CardPicture = z.infer<typeof cardPicture>;

import { z } from "zod";
import { httpUrl } from "./item-fields.schema.ts";
import { PICTURE_TYPES } from "./picture-widths.ts";

const size = z.int().nonnegative().nullable();
const alt = z.string().meta({
  description: "Empty when the source gave none: the picture is then decorative.",
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
      description: "A JPEG of 1280 pixels at most, on this site.",
      example: "https://site.example.org/pictures/Zm91bmQ/1280.jpg",
    }),
    alt,
    width: size.meta({
      description: "Of the original, upright; null until it was fetched or the source gives it.",
      example: 1600,
    }),
    height: size.meta({ example: 900 }),
    bytes: size.meta({ description: "Of `url`; null until it was fetched.", example: 52000 }),
    placeholder: z.string().nullable().meta({
      description: "A few pixels as base64 WebP, to be shown blurred; null when not known.",
      example: "UklGRi4AAABXRUJQVlA4ICIAAABwAQCdASoDAAIAB0CWJZACdAFAAAD+6YVPlIWBm8HEYAAA",
    }),
    variants: z.array(variant).meta({ description: "AVIF, WebP and JPEG in several widths." }),
    source: httpUrl.nullable().meta({
      description: "The original, where it is public over https; else null.",
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

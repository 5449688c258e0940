import type { Sharp } from "sharp";
import { CARD_SIZE, CARD_VARIANT } from "../../../shared/contract/social-card.ts";
import { PictureError } from "../fetch/picture-error.ts";
import type { PictureQuery } from "../pictures.ts";
import { jpegOf, narrowed, openPicture } from "./prepare-picture.ts";

/** AVIF takes ten times as long as JPEG; a higher effort saves a few per cent of the bytes and doubles that. */
/** Colours at half the width, as in WebP and JPEG: a third less memory and time. */
const AVIF = { quality: 50, effort: 2, chromaSubsampling: "4:2:0" } as const;
const WEBP = { quality: 75, effort: 3 } as const;

type Variant = Pick<PictureQuery, "width" | "format">;

/**
 * A variant of a picture, of its bytes or its file; it is never enlarged, but for the card, which is filled.
 * @throws PictureError
 */
export async function convertPicture(original: Buffer | string, variant: Variant): Promise<Buffer> {
  try {
    return await encode(await openPicture(original), variant).toBuffer();
  } catch (error) {
    throw new PictureError("unreadable", `${variant.format}: cannot be converted`, error);
  }
}

function encode(picture: Sharp, { width, format }: Variant): Sharp {
  if (width === CARD_VARIANT)
    return jpegOf(picture.resize({ ...CARD_SIZE, fit: "cover", position: "attention" }));
  if (format === "jpg") return jpegOf(narrowed(picture, width));
  const resized = narrowed(picture, width);
  return format === "avif" ? resized.avif(AVIF) : resized.webp(WEBP);
}

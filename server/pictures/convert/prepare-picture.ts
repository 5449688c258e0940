import type { Sharp } from "sharp";
import { MAIN_WIDTH, WIDEST } from "../../../shared/model/picture-widths.ts";
import { PictureError } from "../fetch/picture-error.ts";
import { loadSharp } from "./load-sharp.ts";
import type { PictureType } from "./picture-type.ts";

const MAX_PIXELS = 40_000_000;
/** Of types that are shrunk while they are decoded, in a fraction of the memory: 50 megapixels as cameras count them. */
const MAX_SHRUNK_PIXELS = 50 * 1024 * 1024;
const SHRUNK: readonly PictureType[] = ["jpeg", "webp"];
const MAX_SVG_BYTES = 1024 * 1024;
const SVG_DPI = { usual: 72, least: 1, most: 2_400 };
/** A higher SVG becomes narrower than `WIDEST`. */
const SVG_HEIGHTS = 4;
/** Of one operation of libvips, waiting for a thread not included. */
const TIME_LIMIT_SECONDS = 10;
const JPEG_QUALITY = 75;
/** As text in the page: `data:image/webp;base64,` and 75 letters are below 100 bytes. */
const PLACEHOLDER_LENGTH = 76;
/** Tried in this order: strong colours take more bytes. */
const PLACEHOLDERS = [
  { width: 3, height: 2, quality: 10 },
  { width: 3, height: 2, quality: 1 },
  { width: 2, height: 2, quality: 1 },
  { width: 1, height: 1, quality: 1 },
] as const;

/** What is kept of a picture that was fetched. */
export interface PreparedPicture {
  /** Size as shown: after the orientation in EXIF. */
  width: number;
  height: number;
  /** The JPEG for feeds, cards and readers without AVIF and WebP. */
  main: Buffer;
  /** A few pixels as base64 WebP; null when they take too many bytes, or the picture is transparent. */
  placeholder: string | null;
}

/** Opens a picture that was checked before, its bytes or its file, upright and without its metadata. */
export async function openPicture(picture: Buffer | string): Promise<Sharp> {
  const sharp = await loadSharp();
  const input = { limitInputPixels: MAX_SHRUNK_PIXELS, failOn: "truncated", pages: 1 } as const;
  // The colours become sRGB and every metadata is dropped, the profile included.
  return sharp(picture, input).timeout({ seconds: TIME_LIMIT_SECONDS }).autoOrient();
}

/** Never enlarged. */
export const narrowed = (picture: Sharp, width: number): Sharp =>
  picture.resize({ width, withoutEnlargement: true });

/** Transparent parts become white. */
export const jpegOf = (picture: Sharp): Sharp =>
  picture.flatten({ background: "#fff" }).jpeg({ quality: JPEG_QUALITY });

/** An SVG as pixels, of which its original and its variants are made. @throws PictureError */
export const prepareSvg = (svg: Buffer): Promise<Buffer> =>
  rasterise(svg).catch((error) => rethrow(error, "svg"));

/**
 * Of an original, its bytes or its file.
 * @throws PictureError when it cannot be decoded, or has too many pixels
 */
export async function preparePicture(
  original: Buffer | string,
  type: PictureType,
): Promise<PreparedPicture> {
  try {
    const { autoOrient, hasAlpha } = await (await openPicture(original)).metadata();
    const { width, height } = autoOrient;
    const maxPixels = SHRUNK.includes(type) ? MAX_SHRUNK_PIXELS : MAX_PIXELS;
    if (width * height > maxPixels) throw new PictureError("unreadable", "too many pixels");
    const main = await jpegOf(narrowed(await openPicture(original), MAIN_WIDTH)).toBuffer();
    const placeholder = hasAlpha ? null : await placeholderOf(main);
    return { width, height, main, placeholder };
  } catch (error) {
    return rethrow(error, type);
  }
}

/** Text of libvips may quote the picture. */
function rethrow(error: unknown, type: PictureType): never {
  if (error instanceof PictureError) throw error;
  const isLate = error instanceof Error && /timeout/i.test(error.message);
  const detail = isLate ? "takes too long" : "cannot be decoded";
  throw new PictureError("unreadable", `${type}: ${detail}`, error);
}

/** Of an SVG, without declarations of its own. */
const PLAIN_DOCTYPE = /<!DOCTYPE\s[^<>[\]]*>/;

/**
 * An SVG as pixels, once. librsvg runs no scripts and, for bytes without a file name, loads nothing from outside. Entities
 * are refused before: they may expand without end. A plain document type is taken away, so that nobody looks for its file.
 */
async function rasterise(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > MAX_SVG_BYTES) throw new PictureError("too-large", "svg");
  const text = bytes.toString("latin1").replace(PLAIN_DOCTYPE, "");
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
    throw new PictureError("unreadable", "svg with a document type of its own");
  const svg = Buffer.from(text, "latin1");
  const sharp = await loadSharp();
  const input = { limitInputPixels: MAX_PIXELS, pages: 1 } as const;
  const { width, height } = await sharp(svg, { ...input, density: SVG_DPI.usual }).metadata();
  const scale = Math.min(WIDEST / width, (SVG_HEIGHTS * WIDEST) / height);
  const density = Math.min(SVG_DPI.most, Math.max(SVG_DPI.least, SVG_DPI.usual * scale));
  return sharp(svg, { ...input, density })
    .timeout({ seconds: TIME_LIMIT_SECONDS })
    .resize({ width: WIDEST, withoutEnlargement: true })
    .flatten({ background: "#fff" })
    .png({ compressionLevel: 6 })
    .toBuffer();
}

async function placeholderOf(main: Buffer): Promise<string | null> {
  for (const { width, height, quality } of PLACEHOLDERS) {
    const picture = (await openPicture(main)).resize(width, height, { fit: "fill" });
    const text = (await picture.webp({ quality, effort: 6 }).toBuffer()).toString("base64");
    if (text.length <= PLACEHOLDER_LENGTH) return text;
  }
  return null;
}

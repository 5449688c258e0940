import type { Sharp, default as SharpModule } from "sharp";
import {
  CARD_SIZE,
  CARD_VARIANT,
  MAIN_WIDTH,
  type PictureFormat,
  WIDEST,
} from "../../shared/model/picture-widths.ts";
import { PictureError } from "./picture-error.ts";

const MAX_PIXELS = 40_000_000;
/** The limit for types that are shrunk during decoding, with a fraction of the memory: 50 megapixels as cameras count them. */
const MAX_SHRUNK_PIXELS = 50 * 1024 * 1024;
const SHRUNK: readonly PictureType[] = ["jpeg", "webp"];
const MAX_SVG_BYTES = 1024 * 1024;
/** The maximum height of a drawn SVG, in multiples of `WIDEST`. A taller SVG is scaled down. */
const SVG_HEIGHTS = 4;
/** The time limit of one libvips operation, without the wait for a thread. */
const TIME_LIMIT_SECONDS = 10;
const ENCODERS: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  // Transparent parts become white.
  jpg: (picture) => picture.flatten({ background: "#fff" }).jpeg({ quality: 75 }),
  webp: (picture) => picture.webp({ quality: 75, effort: 3 }),
  // AVIF is ten times as slow as JPEG; more effort doubles the time to save a few per cent. Chroma is subsampled as in WebP and JPEG.
  avif: (picture) => picture.avif({ quality: 50, effort: 2, chromaSubsampling: "4:2:0" }),
};
/** The maximum length of a placeholder in base64: with `data:image/webp;base64,` the page has less than 100 bytes of text. */
const PLACEHOLDER_LENGTH = 76;
/** The sizes and qualities to try in turn, because strong colours take more bytes. */
const PLACEHOLDERS = [
  { width: 3, height: 2, quality: 10 },
  { width: 3, height: 2, quality: 1 },
  { width: 2, height: 2, quality: 1 },
  { width: 1, height: 1, quality: 1 },
] as const;

/** The types that we decode, by their first bytes. The header of the response and the name of the file do not count. */
const SIGNATURES = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF.{4}WEBP/s,
  // The major brand of a HEIF file or a compatible brand: the major brand of many AVIF files is `mif1`.
  avif: /^.{4}ftyp(?:.{4}){0,62}avi[fs]/s,
  // Only a declaration, comments and a document type without declarations of its own may come before the root.
  svg: /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>\s*)?(?:(?:<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE\s[^<>[\]]*>)\s*)*<svg[\s>]/,
} as const;
type PictureType = keyof typeof SIGNATURES;
const TYPES = Object.keys(SIGNATURES) as PictureType[];

/** Returns the type of a picture; null for any other bytes, whatever name they have. */
export function pictureType(bytes: Buffer): PictureType | null {
  const start = bytes.toString("latin1", 0, 2_048);
  return TYPES.find((type) => SIGNATURES[type].test(start)) ?? null;
}

/**
 * The libvips decoders of these types. All others are switched off, including the decoder of SVG files, but not the decoder of SVG
 * bytes.
 */
const DECODERS = [
  "VipsForeignLoadJpegBuffer",
  "VipsForeignLoadJpegFile",
  "VipsForeignLoadPngBuffer",
  "VipsForeignLoadPngFile",
  "VipsForeignLoadNsgifBuffer",
  "VipsForeignLoadNsgifFile",
  "VipsForeignLoadWebpBuffer",
  "VipsForeignLoadWebpFile",
  "VipsForeignLoadHeifBuffer",
  "VipsForeignLoadHeifFile",
  "VipsForeignLoadSvgBuffer",
];

let loaded: Promise<typeof SharpModule> | undefined;

/** Loads sharp with the first picture, so that the start of the process does not wait for sharp. */
function loadSharp(): Promise<typeof SharpModule> {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    // Each conversion has one thread; the callers decide how many conversions run at once.
    sharp.concurrency(1);
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: DECODERS });
    return sharp;
  });
  return loaded;
}

/** Opens a picture from bytes or a file: upright, in sRGB, and without any metadata, even the colour profile. */
async function openPicture(picture: Buffer | string): Promise<Sharp> {
  const sharp = await loadSharp();
  const input = { limitInputPixels: MAX_SHRUNK_PIXELS, failOn: "truncated", pages: 1 } as const;
  return sharp(picture, input).timeout({ seconds: TIME_LIMIT_SECONDS }).autoOrient();
}

const narrowed = (picture: Sharp, width: number): Sharp =>
  picture.resize({ width, withoutEnlargement: true });

/** Returns the pixels for variants, the size as shown, the JPEG for feeds and cards, and the placeholder. Throws PictureError. */
export async function preparePicture(bytes: Buffer) {
  const type = pictureType(bytes);
  if (type === null) throw new PictureError("broken", "unknown first bytes");
  try {
    const original = type === "svg" ? await drawSvg(bytes) : bytes;
    const { autoOrient, hasAlpha } = await (await openPicture(original)).metadata();
    const { width, height } = autoOrient;
    const maxPixels = SHRUNK.includes(type) ? MAX_SHRUNK_PIXELS : MAX_PIXELS;
    if (width * height > maxPixels) throw new PictureError("broken", "too many pixels");
    const main = await ENCODERS.jpg(narrowed(await openPicture(original), MAIN_WIDTH)).toBuffer();
    const placeholder = hasAlpha ? null : await placeholderOf(main);
    return { original, width, height, main, placeholder };
  } catch (error) {
    if (error instanceof PictureError) throw error;
    // The message of libvips may quote the picture, so the error of libvips is only the cause.
    throw new PictureError("broken", `${type}: cannot be decoded`, error);
  }
}

/** A declaration in an SVG: `<!DOCTYPE svg [`, `<!ENTITY a "b">`. */
const DECLARATION = /<!(?:DOCTYPE|ENTITY)/i;

/**
 * Draws an SVG as PNG. librsvg runs no scripts and, for bytes without a file name, loads nothing from outside. Entities are
 * refused first, since they may expand without end. A plain document type is removed, so that no parser looks for its file.
 */
async function drawSvg(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > MAX_SVG_BYTES) throw new PictureError("broken", "svg of too many bytes");
  const text = bytes.toString("latin1").replace(/<!DOCTYPE\s[^<>[\]]*>/, "");
  if (DECLARATION.test(text))
    throw new PictureError("broken", "svg with a document type of its own");
  const svg = Buffer.from(text, "latin1");
  const sharp = await loadSharp();
  return sharp(svg, { limitInputPixels: MAX_PIXELS, pages: 1 })
    .resize({ width: WIDEST, height: SVG_HEIGHTS * WIDEST, fit: "inside" })
    .timeout({ seconds: TIME_LIMIT_SECONDS })
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

/** A variant of a picture. The width is in pixels, or names the card of link previews. */
export type PictureVariant = { width: number | typeof CARD_VARIANT; format: PictureFormat };
export type PictureQuery = PictureVariant & { id: string };

/** Converts a picture that was prepared. Never enlarges the picture, except for the card. Throws PictureError. */
export async function convertPicture(original: Buffer | string, { width, format }: PictureVariant) {
  try {
    const picture = await openPicture(original);
    const { width: across = 1, height = 1 } = await picture.metadata();
    // The search for the best part of a strip would draw the strip in full length, thousands of pixels high.
    const isStrip = Math.max(across / height, height / across) > 10;
    const position = isStrip ? "centre" : "attention";
    const card = { ...CARD_SIZE, fit: "cover", position } as const;
    const resized = width === CARD_VARIANT ? picture.resize(card) : narrowed(picture, width);
    return await ENCODERS[format](resized).toBuffer();
  } catch (error) {
    throw new PictureError("broken", `${format}: cannot be converted`, error);
  }
}

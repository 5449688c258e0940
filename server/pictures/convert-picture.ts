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
/** The limit for types that are shrunk while they are decoded, in a fraction of the memory: 50 megapixels as cameras count them. */
const MAX_SHRUNK_PIXELS = 50 * 1024 * 1024;
const SHRUNK: readonly PictureType[] = ["jpeg", "webp"];
const MAX_SVG_BYTES = 1024 * 1024;
/** A higher SVG becomes narrower than `WIDEST`. */
const SVG_HEIGHTS = 4;
/** The limit of one operation of libvips, waiting for a thread not included. */
const TIME_LIMIT_SECONDS = 10;
const ENCODERS: Record<PictureFormat, (picture: Sharp) => Sharp> = {
  // Transparent parts become white.
  jpg: (picture) => picture.flatten({ background: "#fff" }).jpeg({ quality: 75 }),
  webp: (picture) => picture.webp({ quality: 75, effort: 3 }),
  // Ten times as slow as JPEG; more effort doubles that for a few per cent. Colours at half the width, as in WebP and JPEG.
  avif: (picture) => picture.avif({ quality: 50, effort: 2, chromaSubsampling: "4:2:0" }),
};
/** As text in the page: `data:image/webp;base64,` and 75 letters are below 100 bytes. */
const PLACEHOLDER_LENGTH = 76;
/** Strong colours take more bytes. */
const PLACEHOLDERS = [
  { width: 3, height: 2, quality: 10 },
  { width: 3, height: 2, quality: 1 },
  { width: 2, height: 2, quality: 1 },
  { width: 1, height: 1, quality: 1 },
] as const;

/** The types that are decoded, by their first bytes: the header of the response and the name of the file are not asked. */
const SIGNATURES = {
  jpeg: /^\xff\xd8\xff/,
  png: /^\x89PNG\r\n/,
  gif: /^GIF8[79]a/,
  webp: /^RIFF.{4}WEBP/s,
  // The brand of a HEIF file, and those that it is compatible with: many an AVIF is called `mif1` first.
  avif: /^.{4}ftyp(?:.{4}){0,62}avi[fs]/s,
  // Before the root only a declaration, comments and a document type without declarations of its own.
  svg: /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*\?>\s*)?(?:(?:<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE\s[^<>[\]]*>)\s*)*<svg[\s>]/,
} as const;
type PictureType = keyof typeof SIGNATURES;
const TYPES = Object.keys(SIGNATURES) as PictureType[];

/** Null for everything else, whatever it is called: it is no picture. */
export function pictureType(bytes: Buffer): PictureType | null {
  const start = bytes.toString("latin1", 0, 2_048);
  return TYPES.find((type) => SIGNATURES[type].test(start)) ?? null;
}

/** The decoders of these types; all others are switched off, and those of SVG files. */
const DECODERS = [
  ...["Jpeg", "Png", "Nsgif", "Webp", "Heif"].flatMap((type) => [`${type}Buffer`, `${type}File`]),
  "SvgBuffer",
].map((name) => `VipsForeignLoad${name}`);

let loaded: Promise<typeof SharpModule> | undefined;

/** With the first picture: the start of the process does not wait for it. */
function loadSharp(): Promise<typeof SharpModule> {
  loaded ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    // One thread for each conversion; how many run at once is decided by the callers.
    sharp.concurrency(1);
    sharp.block({ operation: ["VipsForeignLoad"] });
    sharp.unblock({ operation: DECODERS });
    return sharp;
  });
  return loaded;
}

/** Its bytes or its file: upright, in sRGB, and without any metadata, the colour profile included. */
async function openPicture(picture: Buffer | string): Promise<Sharp> {
  const sharp = await loadSharp();
  const input = { limitInputPixels: MAX_SHRUNK_PIXELS, failOn: "truncated", pages: 1 } as const;
  return sharp(picture, input).timeout({ seconds: TIME_LIMIT_SECONDS }).autoOrient();
}

const narrowed = (picture: Sharp, width: number): Sharp =>
  picture.resize({ width, withoutEnlargement: true });

/** The pixels that variants are made of, the size as shown, the JPEG for feeds and cards. Throws PictureError. */
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
    // Text of libvips may quote the picture.
    throw new PictureError("broken", `${type}: cannot be decoded`, error);
  }
}

/**
 * An SVG as pixels. librsvg runs no scripts and, for bytes without a file name, loads nothing from outside. Entities are
 * refused before: they may expand without end. A plain document type is taken away, so that nobody looks for its file.
 */
async function drawSvg(bytes: Buffer): Promise<Buffer> {
  if (bytes.length > MAX_SVG_BYTES) throw new PictureError("broken", "svg of too many bytes");
  const text = bytes.toString("latin1").replace(/<!DOCTYPE\s[^<>[\]]*>/, "");
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text))
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

/** The width is in pixels, or the card of link previews. */
export type PictureVariant = { width: number | typeof CARD_VARIANT; format: PictureFormat };
export type PictureQuery = PictureVariant & { id: string };

/** Of a picture that was prepared. Never enlarged, but for the card. Throws PictureError. */
export async function convertPicture(original: Buffer | string, { width, format }: PictureVariant) {
  try {
    const picture = await openPicture(original);
    const { width: across = 1, height = 1 } = await picture.metadata();
    // To look for the best part of a strip it would be drawn in its full length, thousands of pixels high.
    const isStrip = Math.max(across / height, height / across) > 10;
    const position = isStrip ? "centre" : "attention";
    const card = { ...CARD_SIZE, fit: "cover", position } as const;
    const resized = width === CARD_VARIANT ? picture.resize(card) : narrowed(picture, width);
    return await ENCODERS[format](resized).toBuffer();
  } catch (error) {
    throw new PictureError("broken", `${format}: cannot be converted`, error);
  }
}

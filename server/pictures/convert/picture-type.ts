/** The types that are decoded. Everything else, whatever it is called, is no picture. */
export type PictureType = "jpeg" | "png" | "gif" | "webp" | "avif" | "svg";

const SVG_PROLOG_BYTES = 2_048;
const MAX_BRAND_BYTES = 256;

/** The type by the first bytes; the header of the response and the name of the file are not asked. */
export function pictureType(bytes: Buffer): PictureType | null {
  const text = (from: number, to: number) => bytes.toString("latin1", from, to);
  if (bytes.length < 12) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff) return "jpeg";
  if (text(0, 8) === "\x89PNG\r\n\x1a\n") return "png";
  if (text(0, 6) === "GIF87a" || text(0, 6) === "GIF89a") return "gif";
  if (text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return "webp";
  if (text(4, 8) === "ftyp" && brandsOf(bytes).some((brand) => /^avi[fs]$/.test(brand)))
    return "avif";
  return isSvg(bytes) ? "svg" : null;
}

/** The brand of a HEIF file, and those that it is compatible with: many an AVIF is called `mif1` first. */
function brandsOf(bytes: Buffer): string[] {
  const box = bytes.subarray(8, Math.min(bytes.readUInt32BE(0), MAX_BRAND_BYTES));
  return box.toString("latin1").match(/.{4}/gs) ?? [];
}

/** The root element is `svg`; before it only a declaration, comments and a document type without declarations of its own. */
function isSvg(bytes: Buffer): boolean {
  const start = bytes.toString("utf8", 0, SVG_PROLOG_BYTES);
  return /^\uFEFF?\s*(?:<\?xml[^>]*\?>\s*)?(?:(?:<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE\s[^<>[\]]*>)\s*)*<svg[\s>]/.test(
    start,
  );
}

import type { SourcePicture } from "../../../../shared/model/picture.schema.ts";
import { readImageUrl } from "../../web-url.ts";
import { isRecord, readLine } from "./read-text.ts";

/** A text, or an object with `public_url`; null without the URL of an image. */
export function readImage(value: unknown, baseUrl: string): SourcePicture | null {
  const image = isRecord(value) ? value : { public_url: value };
  const given = image.public_url;
  const url = typeof given === "string" ? readImageUrl(given, baseUrl) : null;
  if (url === null) return null;
  return {
    url,
    alt: readLine(image.alt) ?? readLine(image.alt_text) ?? "",
    width: readPixels(image.width),
    height: readPixels(image.height),
  };
}

function readPixels(value: unknown): number | null {
  const size = typeof value === "string" && /^\d{1,5}$/.test(value) ? Number(value) : value;
  const isSane = typeof size === "number" && Number.isInteger(size) && size >= 1 && size <= 20_000;
  return isSane ? size : null;
}

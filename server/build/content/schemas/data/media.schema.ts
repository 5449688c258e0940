import * as z from "zod";
import {
  altText,
  button,
  entry,
  fileKey,
  hero,
  imageKey,
  meta,
  slug,
  text,
} from "../fields.schema.ts";

const resourceType = z.enum(["branding", "reports", "media", "press"]);

export const mediaResourcesSchema = z.strictObject({
  meta,
  hero,
  filters: z
    .array(entry({ value: z.enum(["all", ...resourceType.options]), label: text }))
    .length(5),
  /** Type and size of a file are read from the file itself. */
  items: z
    .array(entry({ id: slug, title: text, description: text, resourceType, file: fileKey }))
    .min(8),
  inquiries: entry({ title: text, text, responseTime: text, link: button }),
});

export const gallerySchema = z.strictObject({
  meta,
  hero,
  categories: z.array(text).length(8),
  items: z
    .array(entry({ id: slug, src: imageKey, alt: altText, category: text, caption: text }))
    .min(12),
});

/** What a file to download is, read from the file itself. */
export interface MediaFile {
  fileType: "PDF" | "ZIP";
  sizeBytes: number;
  /** For people: "12 kB". */
  fileSize: string;
  downloadLink: string;
}

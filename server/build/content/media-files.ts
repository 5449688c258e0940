import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ContentError, type ContentValidationError, validate } from "./content-error.ts";
import { readDataFile } from "./content-source.ts";
import { type MediaFile, mediaResourcesSchema } from "./schemas/data/media.schema.ts";

const RESOURCES_FILE = "media-resources.json";

/** The files of media-resources.json, by the id of the resource. */
export function readMediaFiles(contentDir: string): Record<string, MediaFile> {
  const { files, validationErrors } = collectMediaFiles(contentDir);
  if (validationErrors.length > 0) throw new ContentError(validationErrors);
  return files;
}

export function collectMediaFiles(contentDir: string): {
  files: Record<string, MediaFile>;
  validationErrors: ContentValidationError[];
} {
  const source = readDataFile(contentDir, RESOURCES_FILE);
  const { value, validationErrors } = validate(mediaResourcesSchema, source.value, RESOURCES_FILE);
  const files: Record<string, MediaFile> = {};
  for (const [index, item] of (value?.items ?? []).entries()) {
    const field = `items[${index}].file`;
    const found = describeFile(join(contentDir, item.file));
    if (typeof found === "string") {
      validationErrors.push({ file: RESOURCES_FILE, field, problem: `${item.file} ${found}` });
    } else {
      files[item.id] = found;
    }
  }
  return { files, validationErrors: [...source.validationErrors, ...validationErrors] };
}

function describeFile(path: string): MediaFile | string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return "does not exist";
  }
  const fileType = typeOf(bytes);
  const name = basename(path);
  if (fileType === null) return "is neither a PDF nor a ZIP file";
  if (!name.endsWith(`.${fileType.toLowerCase()}`)) return `is a ${fileType} file by its content`;
  const sizeBytes = bytes.byteLength;
  return { fileType, sizeBytes, fileSize: sizeText(sizeBytes), downloadLink: `/files/${name}` };
}

/** By the first bytes: a file name can be wrong. */
function typeOf(bytes: Buffer): MediaFile["fileType"] | null {
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return "PDF";
  return bytes.subarray(0, 4).toString("latin1") === "PK\u0003\u0004" ? "ZIP" : null;
}

function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

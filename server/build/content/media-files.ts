import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ContentError, type ContentMistake, validate } from "./content-mistake.ts";
import { readDataFile } from "./content-source.ts";
import { type MediaFile, mediaResourcesSchema } from "./schemas/data/media.schema.ts";

const resourcesFile = "media-resources.json";

/** The files of media-resources.json, by the id of the resource. */
export function readMediaFiles(contentDir: string): Record<string, MediaFile> {
  const { files, mistakes } = collectMediaFiles(contentDir);
  if (mistakes.length > 0) throw new ContentError(mistakes);
  return files;
}

export function collectMediaFiles(contentDir: string): {
  files: Record<string, MediaFile>;
  mistakes: ContentMistake[];
} {
  const source = readDataFile(contentDir, resourcesFile);
  const { value, mistakes } = validate(mediaResourcesSchema, source.value, resourcesFile);
  const files: Record<string, MediaFile> = {};
  for (const [index, item] of (value?.items ?? []).entries()) {
    const field = `items[${index}].file`;
    const found = describeFile(join(contentDir, item.file));
    if (typeof found === "string") {
      mistakes.push({ file: resourcesFile, field, problem: `${item.file} ${found}` });
    } else {
      files[item.id] = found;
    }
  }
  return { files, mistakes: [...source.mistakes, ...mistakes] };
}

function describeFile(path: string): MediaFile | string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch {
    return "is not there";
  }
  const fileType = typeOf(bytes);
  const name = basename(path);
  if (fileType === null) return "is neither a PDF nor a ZIP file";
  if (!name.endsWith(`.${fileType.toLowerCase()}`)) return `is a ${fileType} file by its content`;
  const sizeBytes = bytes.byteLength;
  return { fileType, sizeBytes, fileSize: sizeText(sizeBytes), downloadLink: `/files/${name}` };
}

/** By the first bytes, so that a renamed file is found out. */
function typeOf(bytes: Buffer): MediaFile["fileType"] | null {
  if (bytes.subarray(0, 5).toString("latin1") === "%PDF-") return "PDF";
  return bytes.subarray(0, 4).toString("latin1") === "PK\u0003\u0004" ? "ZIP" : null;
}

function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

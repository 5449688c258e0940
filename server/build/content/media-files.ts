import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { ContentError, type ContentValidationError } from "./content-error.ts";
import { readDataFile } from "./content-source.ts";
import { whereTheMoneyGoesSchema } from "./schemas/giving.schema.ts";
import { type MediaFile, mediaResourcesSchema } from "./schemas/site.schema.ts";

const RESOURCES_FILE = "media-resources.json";
const ACCOUNTS_FILE = "where-the-money-goes.json";

interface Download {
  id: string;
  file: string;
}

interface Found {
  files: Record<string, MediaFile>;
  validationErrors: ContentValidationError[];
}

/** The downloads of media-resources.json and the accounts, by their id. */
export function readMediaFiles(contentDir: string): Record<string, MediaFile> {
  const { files, validationErrors } = collectMediaFiles(contentDir);
  if (validationErrors.length > 0) throw new ContentError(validationErrors);
  return files;
}

export function collectMediaFiles(contentDir: string): Found {
  const found: Found = { files: {}, validationErrors: [] };
  const read = (file: string) => readDataFile(contentDir, file).value;
  const resources = mediaResourcesSchema.safeParse(read(RESOURCES_FILE)).data?.items ?? [];
  const accounts = whereTheMoneyGoesSchema.safeParse(read(ACCOUNTS_FILE)).data?.accounts.items;
  addFiles(found, { contentDir, file: RESOURCES_FILE, path: "items", items: resources });
  addFiles(found, {
    contentDir,
    file: ACCOUNTS_FILE,
    path: "accounts.items",
    items: accounts ?? [],
  });
  return found;
}

function addFiles(
  { files, validationErrors }: Found,
  list: { contentDir: string; file: string; path: string; items: readonly Download[] },
): void {
  for (const [index, item] of list.items.entries()) {
    const found = describeFile(join(list.contentDir, item.file));
    if (typeof found === "string") {
      const field = `${list.path}[${index}].file`;
      validationErrors.push({ file: list.file, field, problem: `${item.file} ${found}` });
    } else {
      files[item.id] = found;
    }
  }
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

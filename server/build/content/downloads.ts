import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { dataOf } from "./content-source.ts";
import type { Report } from "./errors.ts";
import type { MediaFile } from "./schemas/site.schema.ts";

function sizeText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The file, or the problem with it. Its type is told by its first bytes: a name can be wrong. */
function describeFile(path: string): MediaFile | string {
  if (!existsSync(path)) return "does not exist";
  const bytes = readFileSync(path);
  const start = bytes.toString("latin1", 0, 5);
  const fileType = start === "%PDF-" ? "PDF" : start.startsWith("PK\u0003\u0004") ? "ZIP" : null;
  if (fileType === null) return "is neither a PDF nor a ZIP file";
  const name = basename(path);
  if (!name.endsWith(`.${fileType.toLowerCase()}`)) return `is a ${fileType} file by its content`;
  const sizeBytes = bytes.length;
  return { fileType, sizeBytes, fileSize: sizeText(sizeBytes), downloadLink: `/files/${name}` };
}

/** The downloads of media-resources.json and the accounts, by their id. */
export function readDownloads(
  contentDir: string,
  data: ReadonlyMap<string, unknown>,
  reportOf: (file: string) => Report,
): Record<string, MediaFile> {
  const resources = "media-resources.json";
  const money = "where-the-money-goes.json";
  const lists = [
    [resources, "items", dataOf(data, resources)?.items],
    [money, "accounts.items", dataOf(data, money)?.accounts.items],
  ] as const;
  const files: Record<string, MediaFile> = {};
  for (const [file, path, items = []] of lists)
    for (const [index, item] of items.entries()) {
      const found = describeFile(join(contentDir, item.file));
      if (typeof found !== "string") files[item.id] = found;
      else reportOf(file)(`${path}[${index}].file`, `${item.file} ${found}`);
    }
  return files;
}

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { markPhotograph } from "../../../../shared/model/photograph.ts";
import { ContentError, type ContentValidationError } from "../errors.ts";
import { type PreparedPhotograph, preparePhotograph } from "./prepare-photograph.ts";

const isPhotograph = (path: string) => /\.(?:jpe?g|png)$/.test(path);

/** Every photograph below a folder, by its path there, sorted. */
export function photographsBelow(imagesDir: string): string[] {
  return readdirSync(imagesDir, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter(isPhotograph)
    .sort();
}

/** The photographs of `content/images`, each prepared once in this process. */
export interface Photographs {
  /** Prepares all. @throws ContentError naming each file that cannot be used */
  prepareAll(): Promise<ReadonlyMap<string, PreparedPhotograph>>;
  /** A generated file by its path below images: `projects/football-800.avif`. */
  file(path: string): Promise<Buffer | null>;
  /** Adds size and blur to the key of each photograph in compiled content. */
  mark(code: string): Promise<string>;
}

const KEY = /"images\/([a-z0-9/-]+)\.(jpe?g|png)"/g;

export function createPhotographs(imagesDir: string, cacheDir: string): Photographs {
  const prepared = new Map<string, Promise<PreparedPhotograph>>();

  function prepare(path: string): Promise<PreparedPhotograph> {
    const known = prepared.get(path);
    if (known) return known;
    const preparing = preparePhotograph(join(imagesDir, path), cacheDir);
    preparing.catch(() => prepared.delete(path));
    prepared.set(path, preparing);
    return preparing;
  }

  return {
    async prepareAll() {
      const all = new Map<string, PreparedPhotograph>();
      const validationErrors: ContentValidationError[] = [];
      for (const path of photographsBelow(imagesDir)) {
        try {
          all.set(path, await prepare(path));
        } catch (error) {
          const problem = error instanceof Error ? error.message : String(error);
          validationErrors.push({ file: `images/${path}`, field: null, problem });
        }
      }
      if (validationErrors.length > 0) throw new ContentError(validationErrors);
      return all;
    },

    async file(path) {
      const owner = photographsBelow(imagesDir).find((name) =>
        path.startsWith(name.replace(/\.\w+$/, "")),
      );
      if (owner === undefined) return null;
      const { files } = await prepare(owner);
      return files.get(path.slice(owner.replace(/\.\w+$/, "").length)) ?? null;
    },

    async mark(code) {
      const marks = new Map<string, string>();
      for (const [found, stem = "", ending = ""] of code.matchAll(KEY)) {
        const { width, height, placeholder } = await prepare(`${stem}.${ending}`);
        const key = markPhotograph({ stem: `images/${stem}`, ending, width, height, placeholder });
        marks.set(found, JSON.stringify(key));
      }
      return code.replace(KEY, (found) => marks.get(found) ?? found);
    },
  };
}

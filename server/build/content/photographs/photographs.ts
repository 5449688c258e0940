import { readdirSync } from "node:fs";
import { join } from "node:path";
import { markPhotograph } from "../../../../shared/photograph.ts";
import { ContentError, type ContentMistake } from "../content-mistake.ts";
import { type PreparedPhotograph, preparePhotograph } from "./prepare-photograph.ts";

const isPhotograph = (path: string) => /\.(?:jpe?g|png)$/.test(path);

/** Every photograph below a folder, by its path there, sorted. */
export function photographsBelow(imagesDir: string): string[] {
  return readdirSync(imagesDir, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter(isPhotograph)
    .sort();
}

/** The photographs of `content/images`, each made ready once while this process lives. */
export interface Photographs {
  /** All of them. @throws ContentError naming each file that cannot be used */
  prepareAll(): Promise<ReadonlyMap<string, PreparedPhotograph>>;
  /** The bytes of one made file, by its path below images: `projects/football-800.avif`. */
  file(path: string): Promise<Buffer | null>;
  /** Compiled content with every photograph's key marked by its size and its blur. */
  mark(code: string): Promise<string>;
}

const KEY = /"images\/([a-z0-9/-]+)\.(jpe?g|png)"/g;

export function createPhotographs(imagesDir: string, cacheDir: string): Photographs {
  const ready = new Map<string, Promise<PreparedPhotograph>>();

  function prepare(path: string): Promise<PreparedPhotograph> {
    const known = ready.get(path);
    if (known) return known;
    const begun = preparePhotograph(join(imagesDir, path), cacheDir);
    begun.catch(() => ready.delete(path));
    ready.set(path, begun);
    return begun;
  }

  return {
    async prepareAll() {
      const all = new Map<string, PreparedPhotograph>();
      const mistakes: ContentMistake[] = [];
      for (const path of photographsBelow(imagesDir)) {
        try {
          all.set(path, await prepare(path));
        } catch (fault) {
          const problem = fault instanceof Error ? fault.message : String(fault);
          mistakes.push({ file: `images/${path}`, field: null, problem });
        }
      }
      if (mistakes.length > 0) throw new ContentError(mistakes);
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

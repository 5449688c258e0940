import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join, relative } from "node:path";
import type { Plugin } from "vite";
import { createPhotographs, photographsBelow } from "./photographs/photographs.ts";

const MODULE = "virtual:content/images";
const IN_DEVELOPMENT = "/images";
const TYPES: Readonly<Record<string, string>> = {
  ".svg": "image/svg+xml",
  ".avif": "image/avif",
  ".webp": "image/webp",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".png": "image/png",
};

/** Every drawing below `content/images`, by its path there, sorted. */
function drawings(imagesDir: string): string[] {
  return readdirSync(imagesDir, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".svg"))
    .sort();
}

/** One folder name for all pictures: it changes when any of them does, so they may be kept for ever. */
function folderOf(imagesDir: string): string {
  const hash = createHash("sha256");
  for (const path of [...drawings(imagesDir), ...photographsBelow(imagesDir)])
    hash.update(path).update(readFileSync(join(imagesDir, path)));
  return `assets/images-${hash.digest("hex").slice(0, 10)}`;
}

/**
 * Serves `content/images`: pages know a picture by its path there, and one base address for all. Drawings
 * go out as they are; photographs in several sizes and formats, and content that names one is told its size.
 */
export function imagesPlugin(): Plugin {
  let contentDir = "content";
  let imagesDir = "content/images";
  let base = IN_DEVELOPMENT;
  let isBuild = false;
  let photographs = createPhotographs(imagesDir, "node_modules/.cache/photographs");

  /** JSON and Markdown of `content`, and the modules made of them. */
  const isContent = (id: string) =>
    id.startsWith("\0virtual:content/") ||
    (!relative(contentDir, id).startsWith("..") &&
      /\.(?:json|md)(?:\?(?:pages|contact))?$/.test(id));

  return {
    name: "content-images",
    enforce: "pre",

    configResolved(config) {
      contentDir = join(config.root, "content");
      imagesDir = join(contentDir, "images");
      isBuild = config.command === "build";
      photographs = createPhotographs(
        imagesDir,
        join(config.root, "node_modules/.cache/photographs"),
      );
      if (isBuild) base = `/${folderOf(imagesDir)}`;
    },

    async buildStart() {
      if (isBuild) await photographs.prepareAll();
    },

    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),

    load(id) {
      if (id !== `\0${MODULE}`) return null;
      // Without photographs the bundler drops the code that draws them.
      const hasPhotographs = !isBuild || photographsBelow(imagesDir).length > 0;
      return `export const imagesBase = ${JSON.stringify(base)};\nexport const hasPhotographs = ${hasPhotographs};`;
    },

    async transform(code, id) {
      if (!isContent(id)) return null;
      const marked = await photographs.mark(code);
      return marked === code ? null : { code: marked, map: null };
    },

    configureServer(server) {
      server.middlewares.use(IN_DEVELOPMENT, (request, response, next) => {
        const path = decodeURIComponent((request.url ?? "").split("?")[0] ?? "").slice(1);
        const type = TYPES[extname(path)];
        if (type === undefined || path.includes("..")) return next();
        const isDrawing = type === TYPES[".svg"] && existsSync(join(imagesDir, path));
        const bytes = isDrawing
          ? Promise.resolve(readFileSync(join(imagesDir, path)))
          : photographs.file(path);
        bytes.then((found) => {
          if (found === null) return next();
          response.setHeader("content-type", type);
          response.end(found);
        }, next);
      });
    },

    async generateBundle() {
      if (this.environment.config.consumer !== "client") return;
      const emit = (path: string, source: Buffer) =>
        this.emitFile({ type: "asset", fileName: `${base.slice(1)}/${path}`, source });
      for (const path of drawings(imagesDir)) emit(path, readFileSync(join(imagesDir, path)));
      for (const [path, { files }] of await photographs.prepareAll()) {
        const stem = path.replace(/\.\w+$/, "");
        for (const [end, bytes] of files) emit(stem + end, bytes);
      }
    },
  };
}

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Connect, Plugin } from "vite";
import type { Language } from "../../../shared/languages.ts";
import { filesBelow } from "./content-source.ts";
import { createPhotographs } from "./photographs.ts";

type Photographs = ReturnType<typeof createPhotographs>;

const MODULE = "virtual:content/images";
const CACHE = "node_modules/.cache/photographs";
/** Where Vite serves the drawings by itself. */
const DEV_BASE = "/content/images";

/** One folder name for all pictures, hashed over all of them: its files are immutable. */
function hashedFolder(dir: string, paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) hash.update(path).update(readFileSync(join(dir, path)));
  return `assets/images-${hash.digest("hex").slice(0, 10)}`;
}

/** In development: what is made of a photograph. */
const servePhotographs =
  (photographs: Photographs): Connect.NextHandleFunction =>
  async (request, response, next) => {
    const path = decodeURIComponent((request.url ?? "").split("?")[0] ?? "").slice(1);
    try {
      const bytes = await photographs.file(path);
      if (bytes === null) return next();
      const type = extname(path).slice(1).replace("jpg", "jpeg");
      response.setHeader("content-type", `image/${type}`);
      response.end(bytes);
    } catch (error) {
      next(error);
    }
  };

/**
 * Serves `content/images`. Pages know a picture by its path there and one base path for all. SVG files are
 * served unchanged, photographs in several sizes and formats, with their size added to the content.
 */
export function imagesPlugin(language: Language): Plugin {
  let dir = "";
  let photographs: Photographs;
  let base = DEV_BASE;
  let isBuild = false;
  const drawings = () => filesBelow(dir, "**/*.svg");

  return {
    name: "content-images",
    enforce: "pre",

    configResolved(config) {
      dir = join(config.root, "content/images");
      photographs = createPhotographs(dir, join(config.root, CACHE));
      isBuild = config.command === "build";
      if (isBuild) base = `/${hashedFolder(dir, [...drawings(), ...photographs.paths()])}`;
    },

    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),

    load(id) {
      if (id !== `\0${MODULE}`) return null;
      // Without photographs the bundler drops the code that renders them.
      const hasPhotographs = !isBuild || photographs.paths().length > 0;
      return `export const imagesBase = ${JSON.stringify(base)};\nexport const hasPhotographs = ${hasPhotographs};`;
    },

    async transform(code, id) {
      if (!id.startsWith("\0virtual:content/")) return null;
      const marked = await photographs.mark(code);
      return marked === code ? null : { code: marked, map: null };
    },

    configureServer(server) {
      server.middlewares.use(DEV_BASE, servePhotographs(photographs));
    },

    async generateBundle() {
      // The pictures of the English build are those of all.
      if (this.environment.config.consumer !== "client" || language !== "en") return;
      const drawn = drawings().map((path) => [path, readFileSync(join(dir, path))] as const);
      for (const [path, source] of [...drawn, ...(await photographs.prepareAll())])
        this.emitFile({ type: "asset", fileName: `${base.slice(1)}/${path}`, source });
    },
  };
}

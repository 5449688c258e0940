import { createHash } from "node:crypto";
import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const MODULE = "virtual:content/images";
const IN_DEVELOPMENT = "/images";
const isPicture = (path: string) => path.endsWith(".svg");

/** Every picture below `content/images`, by its path there, sorted. */
function pictures(imagesDir: string): string[] {
  return readdirSync(imagesDir, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter(isPicture)
    .sort();
}

/** One folder name for all pictures: it changes when any of them does, so they may be kept for ever. */
function folderOf(imagesDir: string): string {
  const hash = createHash("sha256");
  for (const path of pictures(imagesDir))
    hash.update(path).update(readFileSync(join(imagesDir, path)));
  return `assets/images-${hash.digest("hex").slice(0, 10)}`;
}

/** Serves `content/images`: pages know a picture by its path there, and one base address for all. */
export function imagesPlugin(): Plugin {
  let imagesDir = "content/images";
  let base = IN_DEVELOPMENT;

  return {
    name: "content-images",

    configResolved(config) {
      imagesDir = join(config.root, "content/images");
      if (config.command === "build") base = `/${folderOf(imagesDir)}`;
    },

    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),

    load: (id) =>
      id === `\0${MODULE}` ? `export const imagesBase = ${JSON.stringify(base)};` : null,

    configureServer(server) {
      server.middlewares.use(IN_DEVELOPMENT, (request, response, next) => {
        const path = join(imagesDir, decodeURIComponent((request.url ?? "").split("?")[0] ?? ""));
        if (!path.startsWith(imagesDir) || !isPicture(path) || !existsSync(path)) return next();
        response.setHeader("content-type", "image/svg+xml");
        createReadStream(path).pipe(response);
      });
    },

    generateBundle() {
      if (this.environment.config.consumer !== "client") return;
      for (const path of pictures(imagesDir)) {
        const source = readFileSync(join(imagesDir, path));
        this.emitFile({ type: "asset", fileName: `${base.slice(1)}/${path}`, source });
      }
    },
  };
}

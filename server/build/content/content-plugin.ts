import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plugin, ViteDevServer } from "vite";
import { compileContent, compileData } from "./compile-content.ts";
import { ContentError } from "./content-error.ts";
import {
  constantsModuleSource,
  entryModuleSource,
  folderModuleSource,
  mediaFilesModuleSource,
  virtualModule,
} from "./content-modules.ts";
import { isDataFile } from "./schemas/data/data-schemas.ts";
import { isEntryFolder } from "./schemas/entries/entry-schemas.ts";
import { withoutMarks } from "./walk-content.ts";

/** Suffixes of data file imports: each makes a module of its own. */
const MODULE_SUFFIXES = new Set(["pages", "contact"]);

/** Prefix of virtual modules, by convention of the bundler. */
const VIRTUAL = "\0";
const DOWNLOAD_PATH = /^\/(files\/[a-z0-9-]+\.(?:zip|pdf))(?:\?|$)/;

/**
 * Compiles `content/`. Any validation error stops a build at its start; in development it is shown by the page
 * that imports the file.
 */
export function contentPlugin(): Plugin {
  let contentDir = resolve("content");
  let isBuild = false;

  const below = (id: string) => relative(contentDir, id).replaceAll("\\", "/");

  return {
    name: "content",
    enforce: "pre",

    configResolved(config) {
      contentDir = resolve(config.root, "content");
      isBuild = config.command === "build";
    },

    buildStart() {
      if (!isBuild) return;
      const { validationErrors } = compileContent(contentDir);
      if (validationErrors.length > 0) throw new ContentError(validationErrors);
    },

    resolveId(id) {
      return virtualModule(id) === null ? null : VIRTUAL + id;
    },

    load(id) {
      if (id.startsWith(VIRTUAL)) {
        const name = virtualModule(id.slice(VIRTUAL.length));
        if (name === null) return null;
        if (name === "media-files") return mediaFilesModuleSource(contentDir);
        if (name === "blog") this.addWatchFile(join(contentDir, "blog-categories.json"));
        return folderModuleSource(contentDir, name);
      }
      const [, folder = "", slug = ""] = /^([a-z-]+)\/([^/?]+)\.md$/.exec(below(id)) ?? [];
      return isEntryFolder(folder) ? entryModuleSource(contentDir, folder, slug) : null;
    },

    /**
     * Validates the JSON and removes the fields for editors; Vite's JSON plugin makes the module. With `?pages`
     * or `?contact` the file is a second module, which keeps data of few pages out of the first load.
     */
    transform(code, id) {
      const [path = "", suffix] = id.split("?");
      const file = below(path);
      if (!isDataFile(file)) return null;
      const data = withoutMarks(compileData(code, file));
      const source = MODULE_SUFFIXES.has(suffix ?? "")
        ? constantsModuleSource(data)
        : JSON.stringify(data);
      return { code: source, map: null };
    },

    /** A changed, added or removed entry changes the list of its folder too. */
    hotUpdate({ file, modules }) {
      const name = below(file).split("/")[0] ?? "";
      const virtual = name === "files" ? "media-files" : name;
      const id = `${VIRTUAL}virtual:content/${virtual}`;
      const list = this.environment.moduleGraph.getModuleById(id);
      return list ? [...modules, list] : undefined;
    },

    configureServer(server) {
      serveDownloads(server, () => contentDir);
    },

    generateBundle() {
      if (this.environment.config.consumer !== "client") return;
      for (const [fileName, source] of readDownloads(contentDir))
        this.emitFile({ type: "asset", fileName, source });
    },
  };
}

/** The downloads by their path in the build. */
function readDownloads(contentDir: string): [path: string, bytes: Buffer][] {
  const folder = join(contentDir, "files");
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => DOWNLOAD_PATH.test(`/files/${name}`))
    .map((name) => [`files/${name}`, readFileSync(join(folder, name))]);
}

/** Serves the downloads in development. */
function serveDownloads(server: ViteDevServer, contentDir: () => string): void {
  server.middlewares.use((request, response, next) => {
    const name = DOWNLOAD_PATH.exec(request.url ?? "")?.[1];
    if (name === undefined || !existsSync(join(contentDir(), name))) return next();
    const type = name.endsWith(".pdf") ? "application/pdf" : "application/zip";
    response.setHeader("Content-Type", type);
    createReadStream(join(contentDir(), name)).pipe(response);
  });
}

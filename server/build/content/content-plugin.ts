import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plugin, ViteDevServer } from "vite";
import { compileContent, compileData } from "./compile-content.ts";
import { ContentError } from "./content-mistake.ts";
import {
  constantsModuleSource,
  entryModuleSource,
  folderModuleSource,
  mediaFilesModuleSource,
  virtualModule,
} from "./content-modules.ts";
import { isDataFile } from "./schemas/data-schemas.ts";
import { isEntryFolder } from "./schemas/entry-schemas.ts";
import { withoutMarks } from "./walk-content.ts";

/** What may follow the name of a data file: each makes a module of its own. */
const OF_FEW_PAGES = new Set(["pages", "contact"]);

/** The mark of a module that exists in the bundler alone. */
const virtualMark = "\0";
const downloadPath = /^\/(files\/[a-z0-9-]+\.(?:zip|pdf))(?:\?|$)/;

/**
 * Compiles the words and facts below `content/`. A build stops at the first look when anything in the
 * folder is wrong; in development the mistake of a file is shown by the page that uses it.
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
      const { mistakes } = compileContent(contentDir);
      if (mistakes.length > 0) throw new ContentError(mistakes);
    },

    resolveId(id) {
      return virtualModule(id) === null ? null : virtualMark + id;
    },

    load(id) {
      if (id.startsWith(virtualMark)) {
        const name = virtualModule(id.slice(virtualMark.length));
        if (name === null) return null;
        if (name === "media-files") return mediaFilesModuleSource(contentDir);
        if (name === "blog") this.addWatchFile(join(contentDir, "blog-categories.json"));
        return folderModuleSource(contentDir, name);
      }
      const [, folder = "", slug = ""] = /^([a-z-]+)\/([^/?]+)\.md$/.exec(below(id)) ?? [];
      return isEntryFolder(folder) ? entryModuleSource(contentDir, folder, slug) : null;
    },

    /**
     * Only checks and lightens; Vite's own JSON plugin makes the module. With `?pages` or `?contact` another
     * module is made of the same file, so that what few pages read stays out of the first load.
     */
    transform(code, id) {
      const [path = "", suffix] = id.split("?");
      const file = below(path);
      if (!isDataFile(file)) return null;
      const data = withoutMarks(compileData(code, file));
      const source = OF_FEW_PAGES.has(suffix ?? "")
        ? constantsModuleSource(data)
        : JSON.stringify(data);
      return { code: source, map: null };
    },

    /** A changed, new or removed entry changes the list of its folder too. */
    hotUpdate({ file, modules }) {
      const name = below(file).split("/")[0] ?? "";
      const virtual = name === "files" ? "media-files" : name;
      const id = `${virtualMark}virtual:content/${virtual}`;
      const list = this.environment.moduleGraph.getModuleById(id);
      return list ? [...modules, list] : undefined;
    },

    configureServer(server) {
      serveDownloads(server, () => contentDir);
    },

    generateBundle() {
      if (this.environment.config.consumer !== "client") return;
      const files = join(contentDir, "files");
      if (!existsSync(files)) return;
      for (const name of readdirSync(files).filter((name) => downloadPath.test(`/files/${name}`))) {
        const source = readFileSync(join(files, name));
        this.emitFile({ type: "asset", fileName: `files/${name}`, source });
      }
    },
  };
}

/** In development the files to download come from the content folder itself. */
function serveDownloads(server: ViteDevServer, contentDir: () => string): void {
  server.middlewares.use((request, response, next) => {
    const name = downloadPath.exec(request.url ?? "")?.[1];
    if (name === undefined || !existsSync(join(contentDir(), name))) return next();
    const type = name.endsWith(".pdf") ? "application/pdf" : "application/zip";
    response.setHeader("Content-Type", type);
    createReadStream(join(contentDir(), name)).pipe(response);
  });
}

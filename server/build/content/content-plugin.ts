import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plugin, ViteDevServer } from "vite";
import { LEDGER_FILE } from "./claims-ledger.ts";
import { compileContent, compileData } from "./compile-content.ts";
import { ContentError } from "./content-error.ts";
import {
  constantsModuleSource,
  entryModuleSource,
  folderModuleSource,
  mediaFilesModuleSource,
  placeholdersModuleSource,
  type VirtualName,
  virtualModule,
} from "./content-modules.ts";
import { isDataFile } from "./schemas/data/data-schemas.ts";
import { type EntryFolder, isEntryFolder } from "./schemas/entries/entry-schemas.ts";
import { withoutMarks } from "./walk-content.ts";

/** Suffixes of data file imports: each makes a module of its own. */
const MODULE_SUFFIXES = new Set(["pages", "contact", "claims"]);

/** Prefix of virtual modules, by convention of the bundler. */
const VIRTUAL = "\0";
const DOWNLOAD_PATH = /^\/(files\/[a-z0-9-]+\.(?:zip|pdf))(?:\?|$)/;

function virtualModuleSource(contentDir: string, name: VirtualName): string {
  if (name === "media-files") return mediaFilesModuleSource(contentDir);
  if (name === "placeholders") return placeholdersModuleSource(contentDir);
  return folderModuleSource(contentDir, name);
}

/** The entry of a path below `content/`; null for other files. */
function entryOf(path: string): { folder: EntryFolder; slug: string } | null {
  const [, folder = "", slug = ""] = /^([a-z-]+)\/([^/?]+)\.md$/.exec(path) ?? [];
  return isEntryFolder(folder) ? { folder, slug } : null;
}

/**
 * Validates a data file, resolves its figures and removes the fields for editors. Without a suffix the result is JSON, of which Vite's
 * own plugin makes the module; with one the file is a second module, which keeps data of few pages out of the
 * first load.
 */
function dataModuleSource(
  text: string,
  { file, suffix, contentDir }: { file: string; suffix: string; contentDir: string },
): string {
  const data = withoutMarks(compileData(text, file, contentDir));
  return MODULE_SUFFIXES.has(suffix) ? constantsModuleSource(data) : JSON.stringify(data);
}

/** The id of the module that lists the folder of a file. */
function listModuleOf(path: string): string {
  const folder = path.split("/")[0] ?? "";
  return `${VIRTUAL}virtual:content/${folder === "files" ? "media-files" : folder}`;
}

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
        this.addWatchFile(join(contentDir, LEDGER_FILE));
        if (name === "blog") this.addWatchFile(join(contentDir, "blog-categories.json"));
        return name === null ? null : virtualModuleSource(contentDir, name);
      }
      const entry = entryOf(below(id));
      if (entry) this.addWatchFile(join(contentDir, LEDGER_FILE));
      return entry && entryModuleSource(contentDir, entry.folder, entry.slug);
    },

    transform(code, id) {
      const [path = "", suffix = ""] = id.split("?");
      const file = below(path);
      if (!isDataFile(file)) return null;
      this.addWatchFile(join(contentDir, LEDGER_FILE));
      return { code: dataModuleSource(code, { file, suffix, contentDir }), map: null };
    },

    /** A changed, added or removed entry changes the list of its folder too. */
    hotUpdate({ file, modules }) {
      const list = this.environment.moduleGraph.getModuleById(listModuleOf(below(file)));
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

import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plugin, ViteDevServer } from "vite";
import type { Language } from "../../../shared/languages.ts";
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
import { fileIn } from "./content-source.ts";
import { isDataFile } from "./schemas/data-schemas.ts";
import { type EntryFolder, isEntryFolder } from "./schemas/entries.schema.ts";
import { withoutMarks } from "./walk-content.ts";

/** Suffixes of data file imports: each makes a module of its own. */
const MODULE_SUFFIXES = new Set(["pages", "contact", "phones", "claims", "article", "event"]);

/** Prefix of virtual modules, by convention of the bundler. */
const VIRTUAL = "\0";
const DOWNLOAD_PATH = /^\/(files\/[a-z0-9-]+\.(?:zip|pdf))(?:\?|$)/;

function virtualModuleSource(contentDir: string, name: VirtualName, language: Language): string {
  if (name === "media-files") return mediaFilesModuleSource(contentDir);
  if (name === "placeholders") return placeholdersModuleSource(contentDir);
  return folderModuleSource(contentDir, name, language);
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
  file: string,
  { suffix, contentDir, language }: { suffix: string; contentDir: string; language: Language },
): string {
  const data = withoutMarks(compileData(file, contentDir, language));
  return MODULE_SUFFIXES.has(suffix) ? constantsModuleSource(data) : JSON.stringify(data);
}

/** The id of the module that lists the folder of a file. */
function listModuleOf(path: string): string {
  const folder = path.split("/")[0] ?? "";
  return `${VIRTUAL}virtual:content/${folder === "files" ? "media-files" : folder}`;
}

/** The English words, which all code imports. */
const WORDS = /^words\/en\/([a-z-]+\.json)$/;

/** The words of a language in place of the English ones; these in development, while there are no others. */
function wordsSource(contentDir: string, name: string, language: Language): string {
  const path = join(contentDir, "words", language, name);
  return readFileSync(existsSync(path) ? path : join(contentDir, "words/en", name), "utf8");
}

/**
 * Compiles `content/` for one language: a module of the English files has the words of their twins. Any
 * validation error stops a build at its start; in development it is shown by the page that imports the file.
 */
export function contentPlugin(language: Language): Plugin {
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
      const { validationErrors } = compileContent(contentDir, language);
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
        return name === null ? null : virtualModuleSource(contentDir, name, language);
      }
      const entry = entryOf(below(id));
      if (!entry) return null;
      this.addWatchFile(join(contentDir, LEDGER_FILE));
      this.addWatchFile(join(contentDir, fileIn(contentDir, below(id), language)));
      return entryModuleSource(contentDir, entry.folder, entry.slug, language);
    },

    transform(_code, id) {
      const [path = "", suffix = ""] = id.split("?");
      const file = below(path);
      const words = WORDS.exec(file)?.[1];
      if (words !== undefined) {
        this.addWatchFile(join(contentDir, "words", language, words));
        return { code: wordsSource(contentDir, words, language), map: null };
      }
      if (!isDataFile(file)) return null;
      this.addWatchFile(join(contentDir, LEDGER_FILE));
      this.addWatchFile(join(contentDir, fileIn(contentDir, file, language)));
      return { code: dataModuleSource(file, { suffix, contentDir, language }), map: null };
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
      if (this.environment.config.consumer !== "client" || language !== "en") return;
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

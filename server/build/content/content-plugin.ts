import { createReadStream, existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plugin, ViteDevServer } from "vite";
import type { Language } from "../../../shared/languages.ts";
import { LEDGER_FILE } from "./claims.ts";
import { type CompiledContent, compileContent } from "./compile-content.ts";
import { dataModule, entryModule, virtualModule } from "./content-modules.ts";
import { fileIn, isDataFile, isEntryFolder } from "./content-source.ts";
import { ContentError } from "./errors.ts";

/** Suffixes of data file imports: each makes a module of its own. */
const MODULE_SUFFIXES = new Set(["pages", "contact", "phones", "claims", "article", "event"]);

/** `virtual:content/blog` and the like; \0 marks virtual modules, by convention of the bundler. */
const VIRTUAL = /^\0?virtual:content\/(.+)$/;
/** Those that no folder of entries makes. */
const OTHERS = ["media-files", "placeholders"];
const ENTRY = /^([a-z-]+)\/([^/?]+)\.md$/;
const DOWNLOAD_PATH = /^\/(files\/[a-z0-9-]+\.(?:zip|pdf))(?:\?|$)/;
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
  let compiled: CompiledContent | null = null;

  const below = (id: string) => relative(contentDir, id).replaceAll("\\", "/");
  const content = () => {
    compiled ??= compileContent(contentDir, language);
    return compiled;
  };

  return {
    name: "content",
    enforce: "pre",

    configResolved(config) {
      contentDir = resolve(config.root, "content");
      isBuild = config.command === "build";
    },

    buildStart() {
      if (!isBuild) return;
      const { validationErrors } = content();
      if (validationErrors.length > 0) throw new ContentError(validationErrors);
    },

    watchChange() {
      compiled = null;
    },

    resolveId(id) {
      const name = VIRTUAL.exec(id)?.[1] ?? "";
      return isEntryFolder(name) || OTHERS.includes(name) ? `\0${id}` : null;
    },

    load(id) {
      const name = VIRTUAL.exec(id)?.[1];
      if (name !== undefined) {
        this.addWatchFile(join(contentDir, LEDGER_FILE));
        if (name === "blog") this.addWatchFile(join(contentDir, "blog-categories.json"));
        return virtualModule(name, content(), { contentDir, language });
      }
      const file = below(id);
      const [, folder = "", slug = ""] = ENTRY.exec(file) ?? [];
      if (!isEntryFolder(folder)) return null;
      this.addWatchFile(join(contentDir, LEDGER_FILE));
      this.addWatchFile(join(contentDir, fileIn(contentDir, file, language)));
      return entryModule(content(), folder, slug, language);
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
      return { code: dataModule(content(), file, MODULE_SUFFIXES.has(suffix)), map: null };
    },

    /** A changed, added or removed entry changes the list of its folder too. */
    hotUpdate({ file, modules }) {
      const folder = below(file).split("/")[0] ?? "";
      const name = folder === "files" ? "media-files" : folder;
      const list = this.environment.moduleGraph.getModuleById(`\0virtual:content/${name}`);
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
    .map((name) => `files/${name}`)
    .filter((path) => DOWNLOAD_PATH.test(`/${path}`))
    .map((path) => [path, readFileSync(join(contentDir, path))]);
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

import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plugin } from "vite";
import type { Language } from "../../../shared/languages.ts";
import { type CompiledContent, compileContent } from "./compile-content.ts";
import {
  type CompiledEntry,
  filesBelow,
  isDataFile,
  isEntryFolder,
  LEDGER_FOLDERS,
} from "./content-source.ts";
import { showErrors } from "./dev-server.ts";
import { describeValidationError } from "./errors.ts";
import type { EntryFolder } from "./schemas/pages.schema.ts";

/** `virtual:content/blog` and the like; \0 marks virtual modules, by convention of the bundler. */
const VIRTUAL = /^\0?virtual:content\/(.+)$/;
/** Those that no folder of entries makes. */
const OTHERS = ["media-files", "placeholders"];
const ENTRY = /^([a-z-]+)\/([^/?]+)\.md$/;
/** The English words, which all code imports. */
const WORDS = /^words\/en\/([a-z-]+\.json)$/;

/** As JSON, without what is for editors alone. */
const published = (value: unknown) =>
  JSON.stringify(value, (key, item) =>
    key === "placeholder" || key === "editorNote" ? undefined : item,
  );

const exportDefault = (value: unknown) => `export default ${published(value)};\n`;

/** The front matter of an entry, and its language where that is not the one of the page, since it is not translated. */
const summaryOf = (entry: CompiledEntry, language: Language) => ({
  ...entry.fields,
  slug: entry.slug,
  readingTimeMinutes: entry.readingTimeMinutes,
  ...(entry.language !== language && { language: entry.language }),
});

/** The module of one entry: its fields and its HTML. */
function entryModule(
  content: CompiledContent,
  folder: EntryFolder,
  slug: string,
  language: Language,
): string {
  const entry = content.entries[folder].find((entry) => entry.slug === slug);
  if (!entry) throw new Error(`there is no ${folder}/${slug}.md`);
  const { html, claims } = entry;
  const linked = LEDGER_FOLDERS.includes(folder) && { claims };
  return exportDefault({ ...summaryOf(entry, language), html, ...linked });
}

/** The module of a folder: its entries without HTML, and a loader for each. */
function folderModule(
  content: CompiledContent,
  folder: EntryFolder,
  { contentDir, language }: { contentDir: string; language: Language },
): string {
  const entries = content.entries[folder].toSorted(inOrder);
  const loaders = entries.map(({ slug }) => {
    const path = join(contentDir, folder, `${slug}.md`).replaceAll("\\", "/");
    return `  ${JSON.stringify(slug)}: () => import(${JSON.stringify(path)}),`;
  });
  // No prototype: a lookup finds entries only.
  return `export const entries = ${published(entries.map((entry) => summaryOf(entry, language)))};
export const load = {
  __proto__: null,
${loaders.join("\n")}
};
`;
}

/** By `order`, then newest first, then by slug. */
function inOrder(a: CompiledEntry, b: CompiledEntry): number {
  const order = Number(a.fields.order ?? 0) - Number(b.fields.order ?? 0);
  return order || dateOf(b).localeCompare(dateOf(a)) || a.slug.localeCompare(b.slug, "en");
}

const dateOf = ({ fields }: CompiledEntry) => String(fields.publish_date ?? fields.date ?? "");

/**
 * The module of a data file, without the fields for editors: JSON, of which Vite's own plugin makes the module. One with a
 * suffix, as `site.json?contact`, is a second module, which keeps data of few pages out of the first load.
 */
function dataModule(content: CompiledContent, file: string, suffix: string): string {
  if (!content.data.has(file)) throw new Error(`content/${file} has mistakes`);
  const json = published(content.data.get(file));
  if (suffix === "") return json;
  return Object.entries(JSON.parse(json))
    .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};\n`)
    .join("");
}

/** The module that `virtual:content/<name>` names; null for other names. */
export function virtualModule(
  name: string,
  content: CompiledContent,
  place: { contentDir: string; language: Language },
): string | null {
  if (name === "media-files") return exportDefault(content.downloads);
  if (name === "placeholders") return exportDefault(content.placeholders.length > 0);
  return isEntryFolder(name) ? folderModule(content, name, place) : null;
}

/**
 * Compiles `content/` for one language: a module of the English files has the words of their twins. A
 * validation error stops a build; in development it is shown in place of the page.
 */
export function contentPlugin(language: Language): Plugin {
  let contentDir = resolve("content");
  let isBuild = false;
  let compiled: CompiledContent | null = null;

  const below = (id: string) => relative(contentDir, id).replaceAll("\\", "/");
  function content(): CompiledContent {
    compiled ??= compileContent(contentDir, language);
    const { validationErrors } = compiled;
    if (isBuild && validationErrors.length > 0)
      throw new Error(validationErrors.map(describeValidationError).join("\n"));
    return compiled;
  }

  return {
    name: "content",
    enforce: "pre",
    configResolved(config) {
      contentDir = resolve(config.root, "content");
      isBuild = config.command === "build";
    },
    resolveId(id) {
      const name = VIRTUAL.exec(id)?.[1] ?? "";
      return isEntryFolder(name) || OTHERS.includes(name) ? `\0${id}` : null;
    },
    load(id) {
      const name = VIRTUAL.exec(id)?.[1];
      if (name !== undefined) return virtualModule(name, content(), { contentDir, language });
      const [, folder = "", slug = ""] = ENTRY.exec(below(id)) ?? [];
      return isEntryFolder(folder) ? entryModule(content(), folder, slug, language) : null;
    },
    transform(_code, id) {
      const [path = "", suffix = ""] = id.split("?");
      const file = below(path);
      const words = WORDS.exec(file)?.[1];
      if (words !== undefined)
        return {
          code: readFileSync(join(contentDir, "words", language, words), "utf8"),
          map: null,
        };
      return isDataFile(file) ? { code: dataModule(content(), file, suffix), map: null } : null;
    },
    /** A file is in more modules than its own: the list of its folder, the English one that it translates, every figure. */
    hotUpdate({ file, modules }) {
      if (below(file).startsWith("..")) return;
      compiled = null;
      const all = [...this.environment.moduleGraph.idToModuleMap.values()];
      const ours = all.filter(({ id }) => id && (VIRTUAL.test(id) || !below(id).startsWith("..")));
      return [...new Set([...modules, ...ours])];
    },
    configureServer(server) {
      showErrors(server, contentDir);
      // A download, which Vite finds below `content`.
      server.middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^(?=\/files\/)/, "/content");
        next();
      });
    },
    generateBundle() {
      if (this.environment.config.consumer !== "client" || language !== "en") return;
      for (const fileName of filesBelow(contentDir, "files/*.{pdf,zip}")) {
        const source = readFileSync(join(contentDir, fileName));
        this.emitFile({ type: "asset", fileName, source });
      }
    },
  };
}

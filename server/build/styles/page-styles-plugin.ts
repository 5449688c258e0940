import { createHash } from "node:crypto";
import type { Plugin, Rolldown } from "vite";
import type { Language } from "../../../shared/languages.ts";
import { forDataSaver, withoutDataSaver } from "./data-saver-styles.ts";

/** Vite's code for loading stylesheets before a chunk: it would name every stylesheet in the entry. */
const VITE_HELPER = "\0vite/preload-helper.js";
/** A page, or the script of a page that the server renders alone. */
const PAGE = /client\/pages\/(.+\.(?:page|browser))\.tsx?$/;
/** The module that every page loads. */
const ENTRY = "client/hydrate.tsx";
/** Tells the built server the folder of the stylesheets; not served. */
const manifestOf = (language: Language) => `.vite/page-styles.${language}.json`;
/** The same stylesheets for pages under data saver, which are in the HTML alone; not served. */
const dataSaverFolder = (language: Language) => `.vite/data-saver-styles.${language}`;

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

function chunksOf(bundle: Bundle): Map<string, Chunk> {
  const chunks = new Map<string, Chunk>();
  for (const file of Object.values(bundle))
    if (file.type === "chunk") chunks.set(file.fileName, file);
  return chunks;
}

/** The stylesheets of a chunk: those of its imports first, so that its own rules override them. */
function stylesheetsOf(chunk: Chunk, chunks: Map<string, Chunk>, seen: Set<Chunk>): string[] {
  if (seen.has(chunk)) return [];
  seen.add(chunk);
  const imported = chunk.imports.flatMap((file) => {
    const next = chunks.get(file);
    return next ? stylesheetsOf(next, chunks, seen) : [];
  });
  return [...imported, ...(chunk.viteMetadata?.importedCss ?? [])];
}

/** The stylesheets of a page beyond the base, those of its dynamic imports included. */
function pageFiles(page: Chunk, chunks: Map<string, Chunk>, base: readonly string[]): string[] {
  const seen = new Set<Chunk>();
  const later = page.dynamicImports.flatMap((file) => chunks.get(file) ?? []);
  const files = [...later, page].flatMap((chunk) => stylesheetsOf(chunk, chunks, seen));
  return [...new Set(files)].filter((file) => !base.includes(file));
}

function textOf(bundle: Bundle, files: readonly string[]): string {
  const texts = files.map((file) => {
    const stylesheet = bundle[file];
    return stylesheet?.type === "asset" ? String(stylesheet.source).trim() : "";
  });
  return texts.join("");
}

/** The text of each stylesheet: `base`, and one by the name of each page. Null without an entry. */
function stylesheetTexts(bundle: Bundle, chunks: Map<string, Chunk>): Map<string, string> | null {
  const all = [...chunks.values()];
  const entry = all.find(({ facadeModuleId }) => facadeModuleId?.endsWith(ENTRY));
  if (!entry) return null;
  const base = [...new Set(stylesheetsOf(entry, chunks, new Set()))];
  const texts = new Map([["base", textOf(bundle, base)]]);
  for (const chunk of all) {
    const page = PAGE.exec(chunk.facadeModuleId ?? "")?.[1];
    if (page !== undefined) texts.set(page, textOf(bundle, pageFiles(chunk, chunks, base)));
  }
  return texts;
}

function hashedFolder(texts: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  for (const [page, text] of [...texts].sort()) hash.update(`${page}\n${text}\n`);
  return `assets/styles-${hash.digest("base64url").slice(0, 8)}`;
}

/** Removes the stylesheets that Vite made for chunks; those in the folders `kept` stay. */
function removeChunkStyles(
  bundle: Bundle,
  chunks: Map<string, Chunk>,
  kept: readonly string[],
): void {
  for (const chunk of chunks.values()) chunk.viteMetadata?.importedCss.clear();
  for (const [name, file] of Object.entries(bundle))
    if (file.type === "asset" && name.endsWith(".css") && !kept.some((own) => name.startsWith(own)))
      delete bundle[name];
}

/**
 * One stylesheet for what every page needs and one for each page, in one folder with a hash over all. Both are
 * in the HTML of a page; the browser finds the stylesheet of another page by the page's name
 * (`client/router/page-styles.ts`).
 */
export function pageStylesPlugin(language: Language): Plugin {
  return {
    name: "page-styles",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: (environment) => environment.config.consumer === "client",

    load: (id) => (id === VITE_HELPER ? "export const __vitePreload = (load) => load();" : null),

    generateBundle: {
      order: "pre",
      handler(_options, bundle) {
        const chunks = chunksOf(bundle);
        const texts = stylesheetTexts(bundle, chunks);
        if (texts === null) this.error(`the client has no entry ${ENTRY}`);
        const folder = hashedFolder(texts);
        for (const [page, source] of texts) {
          if (source.includes("</style")) this.error(`${page}: the stylesheet contains </style`);
          const shown = withoutDataSaver(source);
          this.emitFile({ type: "asset", fileName: `${folder}/${page}.css`, source: shown });
          const fileName = `${dataSaverFolder(language)}/${page}.css`;
          this.emitFile({ type: "asset", fileName, source: forDataSaver(source) });
        }
        const source = JSON.stringify({ folder });
        this.emitFile({ type: "asset", fileName: manifestOf(language), source });
        removeChunkStyles(bundle, chunks, [folder, dataSaverFolder(language)]);
      },
    },
  };
}

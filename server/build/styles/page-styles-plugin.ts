import { createHash } from "node:crypto";
import type { Plugin, Rolldown } from "vite";
import type { Language } from "../../../shared/languages.ts";
import { forDataSaver, withoutDataSaver, withoutPrint } from "./data-saver-styles.ts";
import { type Imports, modulesOf, pageModules } from "./imported-modules.ts";
import { ModuleStyles } from "./module-styles.ts";

/** Vite's code for loading stylesheets before a chunk: it would name every stylesheet in the entry. */
const VITE_HELPER = "\0vite/preload-helper.js";
/** A page, also one that the server renders alone: its script is built for its styles, and loaded by none. */
const PAGE = /client\/pages\/(.+\.(?:server-)?page)\.tsx$/;
/** The module that every page loads. */
const ENTRY = "client/hydrate.tsx";
/** Tells the built server the folder of the stylesheets; not served. */
const manifestOf = (language: Language) => `.vite/page-styles.${language}.json`;
/** The same stylesheets for pages under data saver, which are in the HTML alone; not served. */
const dataSaverFolder = (language: Language) => `.vite/data-saver-styles.${language}`;

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

const chunksOf = (bundle: Bundle): Chunk[] =>
  Object.values(bundle).filter((file) => file.type === "chunk");

/** The text of each stylesheet: `base`, and one by the name of each page. Null without an entry. */
function stylesheetTexts(
  entryPoints: readonly string[],
  imports: Imports,
  texts: ReadonlyMap<string, string>,
): Map<string, string> | null {
  const entry = entryPoints.find((id) => id.endsWith(ENTRY));
  if (entry === undefined) return null;
  const base = modulesOf(entry, imports);
  const textOf = (ids: Iterable<string>) => [...ids].map((id) => texts.get(id) ?? "").join("");
  const stylesheets = new Map([["base", textOf(base)]]);
  for (const id of entryPoints) {
    const page = PAGE.exec(id)?.[1];
    if (page !== undefined) stylesheets.set(page, textOf(pageModules(id, imports, base)));
  }
  return stylesheets;
}

function hashedFolder(texts: ReadonlyMap<string, string>): string {
  const hash = createHash("sha256");
  for (const [page, text] of [...texts].sort()) hash.update(`${page}\n${text}\n`);
  return `assets/styles-${hash.digest("base64url").slice(0, 8)}`;
}

/** Removes the stylesheets that Vite made for chunks; those in the folders `kept` stay. */
function removeChunkStyles(bundle: Bundle, kept: readonly string[]): void {
  for (const chunk of chunksOf(bundle)) chunk.viteMetadata?.importedCss.clear();
  for (const [name, file] of Object.entries(bundle))
    if (file.type === "asset" && name.endsWith(".css") && !kept.some((own) => name.startsWith(own)))
      delete bundle[name];
}

const BUILT_CLIENT = {
  apply: "build",
  applyToEnvironment: (environment) => environment.config.consumer === "client",
} satisfies Partial<Plugin>;

/**
 * One stylesheet for what every page needs and one for each page, in one folder with a hash over all. Both are
 * in the HTML of a page; the browser finds the stylesheet of another page by the page's name
 * (`client/router/page-styles.ts`). They follow the imports of modules, not chunks: a chunk that all pages load has
 * styles of components that most pages do not show.
 */
export function pageStylesPlugin(language: Language): Plugin[] {
  const moduleStyles = new ModuleStyles();
  const withoutHelper: Plugin = {
    ...BUILT_CLIENT,
    name: "page-styles:no-helper",
    enforce: "pre",
    load: (id) => (id === VITE_HELPER ? "export const __vitePreload = (load) => load();" : null),
  };
  // Without `enforce`: after Vite compiled the stylesheet of a module, before it makes a script of it.
  const mark: Plugin = {
    ...BUILT_CLIENT,
    name: "page-styles:mark",
    transform: {
      filter: { id: /\.css$/ },
      handler: (code, id) => ({ code: moduleStyles.mark(code, id), map: null }),
    },
  };
  const emit: Plugin = {
    ...BUILT_CLIENT,
    name: "page-styles",
    enforce: "pre",
    generateBundle: {
      order: "pre",
      handler(_options, bundle) {
        const entryPoints = chunksOf(bundle).flatMap(({ facadeModuleId: id }) => id ?? []);
        const imports: Imports = (id) => this.getModuleInfo(id);
        const texts = stylesheetTexts(entryPoints, imports, moduleStyles.textsOf(bundle));
        if (texts === null) this.error(`the client has no entry ${ENTRY}`);
        const folder = hashedFolder(texts);
        for (const [page, source] of texts) {
          if (source.includes("</style")) this.error(`${page}: the stylesheet contains </style`);
          const shown = withoutDataSaver(source);
          const { screen, print } =
            page === "base" ? withoutPrint(shown) : { screen: shown, print: "" };
          this.emitFile({ type: "asset", fileName: `${folder}/${page}.css`, source: screen });
          if (print)
            this.emitFile({ type: "asset", fileName: `${folder}/print.css`, source: print });
          const fileName = `${dataSaverFolder(language)}/${page}.css`;
          this.emitFile({ type: "asset", fileName, source: forDataSaver(source) });
        }
        const source = JSON.stringify({ folder });
        this.emitFile({ type: "asset", fileName: manifestOf(language), source });
        removeChunkStyles(bundle, [folder, dataSaverFolder(language)]);
      },
    },
  };
  return [withoutHelper, mark, emit];
}

import { createHash } from "node:crypto";
import type { Plugin, Rolldown } from "vite";

/** Vite's code for loading sheets before a chunk. It would name every sheet of the site in the entry. */
const VITE_HELPER = "\0vite/preload-helper.js";
const PAGE = /client\/pages\/(.+\.page)\.tsx$/;
/** What every page loads. */
const EVERY_PAGE = "client/hydrate.tsx";
/** Tells the built server where the sheets lie; not served. */
const STYLES_NOTE = ".vite/page-styles.json";

type Chunk = Rolldown.OutputChunk;

/** The sheets of a chunk: those of what it imports first, its own last, so that a page has the last word. */
function sheetsOf(chunk: Chunk, chunks: Map<string, Chunk>, seen: Set<Chunk>): string[] {
  if (seen.has(chunk)) return [];
  seen.add(chunk);
  const imported = chunk.imports.flatMap((file) => {
    const next = chunks.get(file);
    return next ? sheetsOf(next, chunks, seen) : [];
  });
  return [...imported, ...(chunk.viteMetadata?.importedCss ?? [])];
}

/**
 * One sheet for what every page needs, one for each page beside it, in one folder named after all. A page
 * carries both in its HTML; the browser fetches a page's sheet by the page's name alone
 * (`client/document/page-styles.ts`).
 */
export function pageStylesPlugin(): Plugin {
  return {
    name: "page-styles",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: (environment) => environment.config.consumer === "client",

    load: (id) => (id === VITE_HELPER ? "export const __vitePreload = (load) => load();" : null),

    generateBundle: {
      order: "pre",
      handler(_options, bundle) {
        const chunks = new Map<string, Chunk>();
        for (const file of Object.values(bundle))
          if (file.type === "chunk") chunks.set(file.fileName, file);
        const entry = [...chunks.values()].find(({ facadeModuleId }) =>
          facadeModuleId?.endsWith(EVERY_PAGE),
        );
        if (!entry) this.error("the browser's side has no entry");
        const textOf = (files: readonly string[]) =>
          files
            .map((file) => {
              const sheet = bundle[file];
              return sheet?.type === "asset" ? String(sheet.source).trim() : "";
            })
            .join("");

        const base = [...new Set(sheetsOf(entry, chunks, new Set()))];
        const sheets = new Map([["base", textOf(base)]]);
        for (const chunk of chunks.values()) {
          const page = PAGE.exec(chunk.facadeModuleId ?? "")?.[1];
          if (page === undefined) continue;
          const seen = new Set<Chunk>();
          // What a page loads later is drawn with what is there already.
          const later = chunk.dynamicImports.flatMap((file) => chunks.get(file) ?? []);
          const files = [...later, chunk].flatMap((next) => sheetsOf(next, chunks, seen));
          const own = [...new Set(files)].filter((file) => !base.includes(file));
          sheets.set(page, textOf(own));
        }

        const hash = createHash("sha256");
        for (const [page, text] of [...sheets].sort()) hash.update(`${page}\n${text}\n`);
        const folder = `assets/styles-${hash.digest("base64url").slice(0, 8)}`;
        for (const [page, source] of sheets) {
          if (source.includes("</style")) this.error(`${page}: a sheet would end its own element`);
          this.emitFile({ type: "asset", fileName: `${folder}/${page}.css`, source });
        }
        this.emitFile({ type: "asset", fileName: STYLES_NOTE, source: JSON.stringify({ folder }) });

        for (const chunk of chunks.values()) chunk.viteMetadata?.importedCss.clear();
        for (const [name, file] of Object.entries(bundle))
          if (file.type === "asset" && name.endsWith(".css") && !name.startsWith(folder))
            delete bundle[name];
      },
    },
  };
}

import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { AssetsOf, InlineSheet, PageAssets } from "../../shared/contract/page-assets.ts";
import type { CreatePageRenderer } from "../../shared/contract/page-renderer.ts";
import type { ClientSide } from "./client-side.ts";

/** What Vite notes of a built file (`.vite/manifest.json`). */
interface ManifestChunk {
  file: string;
  assets?: string[];
  imports?: string[];
  isEntry?: boolean;
}
type Manifest = Record<string, ManifestChunk>;

const ENTRY = "client/entry-browser.ts";
/** What the entry loads once the page is painted. */
const HYDRATION = "client/hydrate.tsx";

function isManifest(value: unknown): value is Manifest {
  return typeof value === "object" && value !== null && ENTRY in value;
}

/** The chunks of a source file and of all it imports, each once. */
function walk(manifest: Manifest, source: string, seen = new Set<string>()): ManifestChunk[] {
  const chunk = manifest[source];
  if (!chunk || seen.has(source)) return [];
  seen.add(source);
  return [chunk, ...(chunk.imports ?? []).flatMap((next) => walk(manifest, next, seen))];
}

/** The sheets that `server/build/styles` made: one for all, one for each page. */
function readSheets(assetsDir: string) {
  const note: { folder: string } = JSON.parse(
    readFileSync(join(assetsDir, ".vite/page-styles.json"), "utf8"),
  );
  const read = (name: string): InlineSheet => {
    const text = readFileSync(join(assetsDir, note.folder, `${name}.css`), "utf8");
    return { text, hash: `sha256-${createHash("sha256").update(text).digest("base64")}` };
  };
  const base = read("base");
  return {
    folder: `/${note.folder}`,
    of(pageFile: string): PageAssets["sheets"] {
      const name = pageFile.replace(/^client\/pages\/|\.tsx$/g, "");
      const hasOwn = existsSync(join(assetsDir, note.folder, `${name}.css`));
      return { base, page: hasOwn ? { ...read(name), name } : null };
    },
  };
}

/** Answers what a page needs from the manifest, walking it once per page. */
function assetsFromManifest(manifest: Manifest, sheets: ReturnType<typeof readSheets>): AssetsOf {
  const known = new Map<string, PageAssets>();
  return (pageFile) => {
    const before = known.get(pageFile);
    if (before) return before;
    const chunks = [
      ...new Set([
        ...walk(manifest, ENTRY),
        ...walk(manifest, HYDRATION),
        ...walk(manifest, pageFile),
      ]),
    ];
    const url = (file: string) => `/${file}`;
    const entry = url(manifest[ENTRY]?.file ?? "");
    const assets: PageAssets = {
      entry,
      modules: chunks.map((chunk) => url(chunk.file)).filter((file) => file !== entry),
      links: [],
      sheets: sheets.of(pageFile),
      stylesFolder: sheets.folder,
      fonts: [...new Set(chunks.flatMap((chunk) => chunk.assets ?? []))]
        // Letters beyond English and Swahili are fetched where one is shown.
        .filter((file) => file.endsWith(".woff2") && !file.includes("-rest"))
        .map(url),
    };
    known.set(pageFile, assets);
    return assets;
  };
}

/** The client as `npm run build` left it in `distDir`. */
export async function createBuiltSide(distDir: string): Promise<ClientSide> {
  const assetsDir = resolve(distDir, "client");
  const manifest: unknown = JSON.parse(
    readFileSync(join(assetsDir, ".vite/manifest.json"), "utf8"),
  );
  if (!isManifest(manifest)) throw new Error(`${distDir} holds no build of this site`);
  const door = pathToFileURL(resolve(distDir, "server/entry-server.js")).href;
  // Typed by the contract: the built file is that of client/entry-server.tsx.
  const { createPageRenderer }: { createPageRenderer: CreatePageRenderer<NodeJS.WritableStream> } =
    await import(door);
  const nothing = async () => {};
  return {
    renderer: createPageRenderer(assetsFromManifest(manifest, readSheets(assetsDir))),
    assetsDir,
    attach: nothing,
    close: nothing,
  };
}

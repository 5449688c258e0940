import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { AssetsOf, InlineStylesheet, PageAssets } from "../../shared/contract/page-assets.ts";
import type { CreatePageRenderer } from "../../shared/contract/page-renderer.ts";
import type { Story } from "../../shared/contract/story.ts";
import type { ClientSide } from "./client-side.ts";

/** A built file in `.vite/manifest.json`. */
interface ManifestChunk {
  file: string;
  assets?: string[];
  imports?: string[];
  isEntry?: boolean;
}
type Manifest = Record<string, ManifestChunk>;

const ENTRY = "client/entry-browser.ts";
/** Loaded by the entry after the first paint. */
const HYDRATION = "client/hydrate.tsx";

function isManifest(value: unknown): value is Manifest {
  return typeof value === "object" && value !== null && ENTRY in value;
}

/** The chunks of a source file and of everything it imports, each once. */
function walk(manifest: Manifest, source: string, seen = new Set<string>()): ManifestChunk[] {
  const chunk = manifest[source];
  if (!chunk || seen.has(source)) return [];
  seen.add(source);
  return [chunk, ...(chunk.imports ?? []).flatMap((next) => walk(manifest, next, seen))];
}

/** The stylesheets of `server/build/styles`: one for all pages, one for each page. */
function readStylesheets(assetsDir: string) {
  const info: { folder: string } = JSON.parse(
    readFileSync(join(assetsDir, ".vite/page-styles.json"), "utf8"),
  );
  const read = (name: string): InlineStylesheet => {
    const text = readFileSync(join(assetsDir, info.folder, `${name}.css`), "utf8");
    return { text, hash: `sha256-${createHash("sha256").update(text).digest("base64")}` };
  };
  const base = read("base");
  return {
    folder: `/${info.folder}`,
    of(pageFile: string): PageAssets["stylesheets"] {
      const name = pageFile.replace(/^client\/pages\/|\.tsx$/g, "");
      const hasOwn = existsSync(join(assetsDir, info.folder, `${name}.css`));
      return { base, page: hasOwn ? { ...read(name), name } : null };
    },
  };
}

/** Looks up what a page needs in the manifest; the manifest is walked once per page. */
function assetsFromManifest(
  manifest: Manifest,
  stylesheets: ReturnType<typeof readStylesheets>,
): AssetsOf {
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
      stylesheets: stylesheets.of(pageFile),
      stylesFolder: stylesheets.folder,
      fonts: [...new Set(chunks.flatMap((chunk) => chunk.assets ?? []))]
        // Glyphs beyond English and Swahili are fetched when a page shows one.
        .filter((file) => file.endsWith(".woff2") && !file.includes("-rest"))
        .map(url),
    };
    known.set(pageFile, assets);
    return assets;
  };
}

/** The client as built by `npm run build` in `distDir`. */
export async function createBuiltSide(distDir: string): Promise<ClientSide> {
  const assetsDir = resolve(distDir, "client");
  const manifest: unknown = JSON.parse(
    readFileSync(join(assetsDir, ".vite/manifest.json"), "utf8"),
  );
  if (!isManifest(manifest)) throw new Error(`${distDir} contains no build of this site`);
  const entry = (name: string) => pathToFileURL(resolve(distDir, "server", name)).href;
  // Typed by the contract: the built file is that of client/entry-server.tsx.
  const { createPageRenderer }: { createPageRenderer: CreatePageRenderer<NodeJS.WritableStream> } =
    await import(entry("entry-server.js"));
  async function stories(): Promise<readonly Story[]> {
    const module: { stories: () => Promise<readonly Story[]> } = await import(
      entry("entry-stories.js")
    );
    return module.stories();
  }
  const nothing = async () => {};
  return {
    renderer: createPageRenderer(assetsFromManifest(manifest, readStylesheets(assetsDir))),
    stories,
    assetsDir,
    attach: nothing,
    close: nothing,
  };
}

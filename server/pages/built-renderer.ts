import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type {
  AssetsOf,
  CreatePageRenderer,
  DataSaverAssets,
  FeedContent,
  InlineStylesheet,
  PageAssets,
} from "../../shared/contract/page-renderer.ts";
import type { Language } from "../../shared/languages.ts";
import { type ClientSide, inLanguages, type Renderer } from "./client-side.ts";

/** The built files of a language, by their source. */
type Manifest = Record<string, { file: string; assets?: string[]; imports?: string[] }>;
type ManifestChunk = Manifest[string];

const ENTRY = "client/entry-browser.ts";
/** Loaded by the entry after the first paint. */
const HYDRATION = "client/hydrate.tsx";

/** The chunks of a source file and of everything it imports, each once. */
function walk(manifest: Manifest, source: string, seen = new Set<string>()): ManifestChunk[] {
  const chunk = manifest[source];
  if (!chunk || seen.has(source)) return [];
  seen.add(source);
  return [chunk, ...(chunk.imports ?? []).flatMap((next) => walk(manifest, next, seen))];
}

/** The stylesheets of `server/build/page-styles-plugin.ts`: one for all pages, one for each page. */
function readStylesheets(assetsDir: string, language: Language) {
  const info: { folder: string } = JSON.parse(
    readFileSync(join(assetsDir, `.vite/page-styles.${language}.json`), "utf8"),
  );
  const read = (folder: string, name: string): InlineStylesheet => {
    const text = readFileSync(join(assetsDir, folder, `${name}.css`), "utf8");
    return { text, hash: `sha256-${createHash("sha256").update(text).digest("base64")}` };
  };
  const of = (folder: string) => {
    const base = read(folder, "base");
    const later = folder === info.folder ? read(folder, "later") : null;
    return (pageFile: string) => {
      const name = pageFile.replace(/^client\/pages\/|\.tsx?$/g, "");
      const hasOwn = existsSync(join(assetsDir, folder, `${name}.css`));
      return { base, page: hasOwn ? { ...read(folder, name), name } : null, later };
    };
  };
  return {
    folder: `/${info.folder}`,
    of: of(info.folder),
    ofDataSaver: of(`.vite/data-saver-styles.${language}`),
  };
}

/** The bytes of the built files as they are sent, each looked up once. */
function createFileSizes(assetsDir: string): DataSaverAssets["sizeOf"] {
  const known = new Map<string, number | null>();
  return (url) => {
    if (!known.has(url)) {
      const file = [`${url}.br`, url].map((path) => join(assetsDir, path)).find(existsSync);
      known.set(url, url === "" || file === undefined ? null : statSync(file).size);
    }
    return known.get(url) ?? null;
  };
}

/** Looks up what a page needs in the manifest; the manifest is walked once per page. */
function assetsFromManifest(
  manifest: Manifest,
  { assetsDir, language }: { assetsDir: string; language: Language },
): AssetsOf {
  const stylesheets = readStylesheets(assetsDir, language);
  const sizeOf = createFileSizes(assetsDir);
  const icon = readFileSync(join(assetsDir, "favicon.svg"), "utf8").trim();
  const known = new Map<string, PageAssets>();
  return (pageFile) => {
    const before = known.get(pageFile);
    if (before) return before;
    const sources = [ENTRY, HYDRATION, pageFile];
    const chunks = [...new Set(sources.flatMap((source) => walk(manifest, source)))];
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
      dataSaver: {
        stylesheets: stylesheets.ofDataSaver(pageFile),
        icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
        sizeOf,
      },
    };
    known.set(pageFile, assets);
    return assets;
  };
}

/** The built renderer of a language. */
async function loadRenderer(distDir: string, language: Language): Promise<Renderer> {
  const assetsDir = resolve(distDir, "client");
  const manifest: Manifest = JSON.parse(
    readFileSync(join(assetsDir, `.vite/manifest.${language}.json`), "utf8"),
  );
  // Typed by the contract: the built file is that of client/entry-server.tsx.
  const { createPageRenderer }: { createPageRenderer: CreatePageRenderer<NodeJS.WritableStream> } =
    await import(serverFile(distDir, language, "entry-server.js"));
  return createPageRenderer(assetsFromManifest(manifest, { assetsDir, language }));
}

const serverFile = (distDir: string, language: Language, name: string) =>
  pathToFileURL(resolve(distDir, "server", language, name)).href;

/** The client as built by `npm run build` in `distDir`. */
export async function createBuiltSide(distDir: string): Promise<ClientSide> {
  const assetsDir = resolve(distDir, "client");
  return {
    renderer: inLanguages(await loadRenderer(distDir, "en"), (language) =>
      loadRenderer(distDir, language),
    ),
    feedContent: (language): Promise<FeedContent> =>
      import(serverFile(distDir, language, "entry-stories.js")),
    assetsDir,
    attach: async () => {},
    close: async () => {},
  };
}

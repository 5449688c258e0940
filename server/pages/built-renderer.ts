import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { FastifyInstance } from "fastify";
import type {
  AssetsOf,
  CreatePageRenderer,
  FeedContent,
  InlineStylesheet,
  PageAssets,
  PageRenderer,
} from "../../shared/contract/page-renderer.ts";
import { englishPath, type Language, languageOf, PREFIXES } from "../../shared/languages.ts";

export type Renderer = PageRenderer<NodeJS.WritableStream>;

/** What the server loads of the client: built by Vite once, or served by Vite in development. */
export interface ClientSide {
  renderer: Renderer;
  feedContent: (language: Language) => Promise<FeedContent>;
  /** The folder of built browser files; null when Vite serves them. */
  assetsDir: string | null;
  /** In development, before the application listens. */
  attach?: (app: FastifyInstance) => Promise<void>;
}

/** The path chooses the language (docs/decisions/0058). Routes are the same in each. */
export function inLanguages(
  english: Pick<Renderer, "hasPlaceholders" | "staticPaths" | "match">,
  rendererOf: (language: Language) => Promise<Renderer>,
): Renderer {
  return {
    hasPlaceholders: english.hasPlaceholders,
    staticPaths: english.staticPaths,
    match(pathname, search) {
      const { route, key } = english.match(englishPath(pathname), search);
      return { route, key: key === null ? null : PREFIXES[languageOf(pathname)] + key };
    },
    render: async (request) => (await rendererOf(languageOf(request.pathname))).render(request),
    async *searchDocuments(language) {
      yield* (await rendererOf(language)).searchDocuments(language);
    },
    renderError: async (request, status) =>
      (await rendererOf(languageOf(request.pathname))).renderError(request, status),
  };
}

type Manifest = Record<string, { file: string; assets?: string[]; imports?: string[] }>;

/** The stylesheets of `server/build/page-styles-plugin.ts`: one for all pages, one for each page. */
function stylesheetsIn(folder: string) {
  function read(name: string): (InlineStylesheet & { name: string }) | null {
    const file = join(folder, `${name}.css`);
    if (!existsSync(file)) return null;
    const text = readFileSync(file, "utf8");
    return { name, text, hash: `sha256-${createHash("sha256").update(text).digest("base64")}` };
  }
  const base = read("base");
  if (base === null) throw new Error(`${folder} has no stylesheets: run npm run build`);
  const later = read("later");
  const pageName = /^client\/pages\/|\.tsx?$/g;
  return (pageFile: string) => ({ base, page: read(pageFile.replace(pageName, "")), later });
}

/** Looks up what a page needs among the built files of a language, once for each page. */
function createAssetsOf(assetsDir: string, language: Language): AssetsOf {
  const infoOf = (name: string) =>
    JSON.parse(readFileSync(join(assetsDir, `.vite/${name}.${language}.json`), "utf8"));
  const manifest: Manifest = infoOf("manifest");
  const { folder }: { folder: string } = infoOf("page-styles");
  const stylesheets = stylesheetsIn(join(assetsDir, folder));
  const savingStylesheets = stylesheetsIn(join(assetsDir, `.vite/data-saver-styles.${language}`));
  const icon = readFileSync(join(assetsDir, "favicon.svg"), "utf8").trim();
  function sizeOf(url: string): number | null {
    const file = [`${url}.br`, url].map((path) => join(assetsDir, path)).find(existsSync);
    return url === "" || file === undefined ? null : statSync(file).size;
  }
  function assetsOf(pageFile: string): PageAssets {
    // The second is loaded by the first after the first paint. With everything that they import, each once.
    const sources = new Set(["client/entry-browser.ts", "client/hydrate.tsx", pageFile]);
    for (const source of sources)
      for (const imported of manifest[source]?.imports ?? []) sources.add(imported);
    const chunks = [...sources].flatMap((source) => manifest[source] ?? []);
    const [entry = "", ...modules] = chunks.map(({ file }) => `/${file}`);
    return {
      entry,
      deskScript: `/${manifest["client/entry-desk.ts"]?.file}`,
      modules,
      links: [],
      stylesheets: stylesheets(pageFile),
      stylesFolder: `/${folder}`,
      fonts: [...new Set(chunks.flatMap((chunk) => chunk.assets ?? []))]
        // Glyphs beyond English and Swahili are fetched when a page shows one.
        .filter((file) => file.endsWith(".woff2") && !file.includes("-rest"))
        .map((file) => `/${file}`),
      dataSaver: {
        stylesheets: savingStylesheets(pageFile),
        icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
        sizeOf,
      },
    };
  }
  const known: Partial<Record<string, PageAssets>> = {};
  return (pageFile) => (known[pageFile] ??= assetsOf(pageFile));
}

/** The client as built by `npm run build` in `distDir`. A start loads English alone. */
export async function createBuiltSide(distDir: string): Promise<ClientSide> {
  const assetsDir = resolve(distDir, "client");
  const load = (language: Language, name: string) =>
    import(pathToFileURL(resolve(distDir, "server", language, name)).href);
  async function loadRenderer(language: Language): Promise<Renderer> {
    const built = await load(language, "entry-server.js");
    const create: CreatePageRenderer<NodeJS.WritableStream> = built.createPageRenderer;
    return create(createAssetsOf(assetsDir, language));
  }
  const renderers: Partial<Record<Language, Promise<Renderer>>> = {};
  const rendererOf = (language: Language) => (renderers[language] ??= loadRenderer(language));
  return {
    renderer: inLanguages(await rendererOf("en"), rendererOf),
    feedContent: (language): Promise<FeedContent> => load(language, "entry-stories.js"),
    assetsDir,
  };
}

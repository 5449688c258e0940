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

/** The parts of the client that the server loads: built by Vite once, or served by Vite in development. */
export interface ClientSide {
  renderer: Renderer;
  feedContent: (language: Language) => Promise<FeedContent>;
  /** The folder of built browser files; null when Vite serves them. */
  assetsDir: string | null;
  /** Registers Vite before the application listens; in development only. */
  attach?: (app: FastifyInstance) => Promise<void>;
}

/** Returns a renderer that picks the language by the path (docs/decisions/0058). All languages have the same routes. */
export function inLanguages(
  english: Pick<Renderer, "routes" | "staticPaths" | "match" | "contentOf">,
  rendererOf: (language: Language) => Promise<Renderer>,
): Renderer {
  return {
    routes: english.routes,
    staticPaths: english.staticPaths,
    match(pathname, search) {
      const { route, key } = english.match(englishPath(pathname), search);
      return { route, key: key === null ? null : PREFIXES[languageOf(pathname)] + key };
    },
    render: async (request) => (await rendererOf(languageOf(request.pathname))).render(request),
    contentOf: (pathname) => english.contentOf(englishPath(pathname)),
    async *searchDocuments(language, content) {
      yield* (await rendererOf(language)).searchDocuments(language, content);
    },
    renderError: async (request, status) =>
      (await rendererOf(languageOf(request.pathname))).renderError(request, status),
  };
}

type Manifest = Record<string, { file: string; imports?: string[] }>;

/** Returns a lookup of the stylesheets that `server/build/page-styles.ts` wrote: one for all pages, one for each page. */
function stylesheetsIn(folder: string) {
  function read(name: string): (InlineStylesheet & { name: string }) | null {
    const file = join(folder, `${name}.css`);
    if (!existsSync(file)) return null;
    const text = readFileSync(file, "utf8");
    return { name, text, hash: `sha256-${createHash("sha256").update(text).digest("base64")}` };
  }
  const base = read("base");
  const fonts = read("fonts");
  if (base === null) throw new Error(`${folder} has no stylesheets: run npm run build`);
  const later = read("later");
  const dataSaver = read("data-saver");
  return (pageFile: string) => ({
    fonts,
    base,
    page: read(pageFile.replace("client/pages/", "").replace(/\.tsx?$/, "")),
    later,
    dataSaver,
  });
}

/** Returns a lookup of the built files that a page needs, in one language. Each page is looked up once. */
function createAssetsOf(assetsDir: string, language: Language): AssetsOf {
  const infoOf = (name: string) =>
    JSON.parse(readFileSync(join(assetsDir, `.vite/${name}.json`), "utf8"));
  const manifest: Manifest = infoOf(`manifest.${language}`);
  const styles: { folder: string; fonts: string[] } = infoOf("styles");
  const { folder } = styles;
  const stylesheets = stylesheetsIn(join(assetsDir, folder));
  const icon = readFileSync(join(assetsDir, "favicon.svg"), "utf8").trim();
  function sizeOf(url: string): number | null {
    const file = [`${url}.br`, url].map((path) => join(assetsDir, path)).find(existsSync);
    return url === "" || file === undefined ? null : statSync(file).size;
  }
  function assetsOf(pageFile: string): PageAssets {
    // `entry-browser.ts` loads `hydrate.tsx` after the first paint. The loop also visits the imports that it adds to the set.
    const sources = new Set(["client/entry-browser.ts", "client/hydrate.tsx", pageFile]);
    for (const source of sources)
      for (const imported of manifest[source]?.imports ?? []) sources.add(imported);
    const chunks = [...sources].flatMap((source) => manifest[source] ?? []);
    const [entry = "", ...modules] = chunks.map(({ file }) => `/${file}`);
    return {
      entry,
      deskScript: `/${manifest["client/entry-desk.ts"]?.file}`,
      copyScript: `/${manifest["client/entry-gift.ts"]?.file}`,
      modules,
      links: [],
      stylesheets: stylesheets(pageFile),
      stylesFolder: `/${folder}`,
      fonts: styles.fonts
        // The `-rest` fonts hold glyphs beyond English and Swahili: a browser fetches such a font when a page shows its glyphs.
        .filter((file) => !file.includes("-rest"))
        .map((file) => `/${file}`),
      dataSaver: {
        icon: `data:image/svg+xml,${encodeURIComponent(icon)}`,
        sizeOf,
      },
    };
  }
  const known: Partial<Record<string, PageAssets>> = {};
  return (pageFile) => {
    known[pageFile] ??= assetsOf(pageFile);
    return known[pageFile];
  };
}

/** Loads the client that `npm run build` put into `distDir`. A start loads only English. */
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
  const rendererOf = (language: Language) => {
    renderers[language] ??= loadRenderer(language);
    return renderers[language];
  };
  return {
    renderer: inLanguages(await rendererOf("en"), rendererOf),
    feedContent: (language): Promise<FeedContent> => load(language, "entry-stories.js"),
    assetsDir,
  };
}

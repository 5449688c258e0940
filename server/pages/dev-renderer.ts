import { basename, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import middie from "@fastify/middie";
import { watch } from "chokidar";
import type { FastifyInstance } from "fastify";
import type { HotPayload, UserConfig, ViteDevServer } from "vite";
import type {
  CreatePageRenderer,
  FeedContent,
  PageAssets,
} from "../../shared/contract/page-renderer.ts";
import { type Language, languageOf } from "../../shared/languages.ts";
import { ContentError } from "../content/errors.ts";
import { routesInSources } from "../content/routes-in-sources.ts";
import { type ClientSide, inLanguages, type Renderer } from "./built-renderer.ts";

/** The base path of each language, which has its own Vite server and its own module URLs. */
const BASES: Readonly<Record<Language, string>> = { en: "/", sw: "/@sw/" };

async function startVite(language: Language, app: FastifyInstance): Promise<ViteDevServer> {
  const { createServer } = await import("vite");
  // Imported by URL, so that the build of the server does not bundle the configuration.
  const { siteConfig } = await import(pathToFileURL(resolve("vite.config.ts")).href);
  const config: UserConfig = siteConfig(language, "serve");
  return createServer({
    ...config,
    configFile: false,
    base: BASES[language],
    cacheDir: `node_modules/.vite/${language}`,
    appType: "custom",
    server: { middlewareMode: true, hmr: { server: app.server, path: `hmr-${language}` } },
  });
}

/** Returns the assets of a page, with the stylesheets of all loaded modules: without scripts, a page gets no styles from Vite. */
function assetsOf(language: Language, { environments }: ViteDevServer): PageAssets {
  const base = BASES[language];
  const isModule = (url: string) => url.endsWith(".module.css");
  const sheets = [...environments.ssr.moduleGraph.urlToModuleMap.keys()]
    .filter((url) => url.endsWith(".css"))
    // As in the build: the plain sheets first, which CSS modules override (server/build/page-styles.ts).
    .sort((one, other) => Number(isModule(one)) - Number(isModule(other)));
  return {
    entry: `${base}client/entry-dev.ts`,
    deskScript: `${base}client/entry-desk.ts`,
    copyScript: `${base}client/entry-gift.ts`,
    modules: [],
    links: [
      "/client/styles/fonts.css",
      "/client/styles/base.css",
      ...sheets,
      "/client/styles/later.css",
    ].map((url) => base + url.slice(1)),
    stylesheets: null,
    stylesFolder: null,
    fonts: [],
    dataSaver: null,
  };
}

/** The pause that collects the several writes of one save. */
const SETTLE_MS = 30;

/** Reads the content again, and returns what the open pages do: they load again, or show the mistakes. */
async function reloadContent({ content, log }: FastifyInstance): Promise<HotPayload> {
  try {
    await content.reload();
    return { type: "full-reload" };
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    log.error(`Content to correct; the last good content stays until then:\n${error.message}`);
    return { type: "error", err: { message: error.message, stack: "" } };
  }
}

/** Shows a saved content file at once in the open pages, to which `send` sends. */
function watchContent(app: FastifyInstance, send: (payload: HotPayload) => Promise<void>): void {
  const watcher = watch(app.content.dir, {
    ignoreInitial: true,
    // The words of buttons and labels are modules of the client, which Vite watches.
    ignored: (path) => basename(path) === "words",
  });
  let rounds = Promise.resolve();
  const reload = () => {
    // One round after the other, so that the newest files are shown in the end.
    rounds = rounds
      .then(() => reloadContent(app))
      .then(send)
      .catch((err: unknown) => app.log.error({ err }, "content could not be read again"));
  };
  let timer: NodeJS.Timeout | undefined;
  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(reload, SETTLE_MS);
  });
  app.addHook("onClose", async () => {
    clearTimeout(timer);
    await watcher.close();
    await rounds;
  });
}

/** Loads the client from its sources for each request, with hot reload in the browser. */
export function createDevSide(): ClientSide {
  let site: FastifyInstance;
  const vites: Partial<Record<Language, Promise<ViteDevServer>>> = {};
  // Vite starts at the first request: it loads more slowly than the server, whose own edits show without Vite.
  const viteOf = (language: Language) => {
    vites[language] ??= startVite(language, site);
    return vites[language];
  };
  // Only the built site has a site map and cached pages.
  const match = () => ({ route: "/*", key: null });
  const renderers: Partial<Record<Language, Renderer>> = {};
  async function loadRenderer(language: Language): Promise<Renderer> {
    const vite = await viteOf(language);
    const entry = await vite.ssrLoadModule("/client/entry-server.tsx");
    const create: CreatePageRenderer<NodeJS.WritableStream> = entry.createPageRenderer;
    const renderer = create(() => assetsOf(language, vite));
    renderers[language] = renderer;
    return renderer;
  }
  // The browser asks for the content of a page when a page in the same language is open, which has loaded the renderer.
  const contentOf: Renderer["contentOf"] = (pathname) =>
    renderers[languageOf(pathname)]?.contentOf(pathname) ?? null;
  const unbuilt = { routes: routesInSources(), staticPaths: () => [], match, contentOf };
  return {
    renderer: { ...inLanguages(unbuilt, loadRenderer), contentOf },
    feedContent: async (language) =>
      (await (await viteOf(language)).ssrLoadModule("/client/entry-stories.ts")) as FeedContent,
    assetsDir: null,
    async attach(app) {
      site = app;
      watchContent(app, async (payload) => {
        for (const vite of Object.values(vites)) (await vite).environments.client.hot.send(payload);
      });
      app.addHook("onClose", async () => {
        for (const vite of Object.values(vites)) await (await vite).close();
      });
      await app.register(middie);
      app.use((request, response, next) => {
        const { url = "" } = request;
        if (url.startsWith("/bff/") || url.startsWith("/health/")) return next();
        const language = url.startsWith(BASES.sw) ? "sw" : "en";
        viteOf(language).then(({ middlewares }) => middlewares(request, response, next), next);
      });
      // Hot reload injects styles and inline modules, which the CSP forbids.
      app.addHook("onSend", async (_request, reply) => {
        reply.removeHeader("content-security-policy");
      });
    },
  };
}

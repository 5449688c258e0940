import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import middie from "@fastify/middie";
import type { FastifyInstance } from "fastify";
import type { UserConfig, ViteDevServer } from "vite";
import type {
  CreatePageRenderer,
  FeedContent,
  PageAssets,
} from "../../shared/contract/page-renderer.ts";
import type { Language } from "../../shared/languages.ts";
import { type ClientSide, inLanguages } from "./built-renderer.ts";

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
  const loaded = [...environments.ssr.moduleGraph.urlToModuleMap.keys()];
  const sheets = loaded.filter((url) => url.endsWith(".module.css"));
  return {
    entry: `${base}client/entry-dev.ts`,
    deskScript: `${base}client/entry-desk.ts`,
    modules: [],
    links: ["/client/styles/base.css", ...sheets].map((url) => base + url.slice(1)),
    stylesheets: null,
    stylesFolder: null,
    fonts: [],
    dataSaver: null,
  };
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
  const unbuilt = { staticPaths: () => [], hasPlaceholders: false, match };
  return {
    renderer: inLanguages(unbuilt, async (language) => {
      const vite = await viteOf(language);
      const entry = await vite.ssrLoadModule("/client/entry-server.tsx");
      const create: CreatePageRenderer<NodeJS.WritableStream> = entry.createPageRenderer;
      return create(() => assetsOf(language, vite));
    }),
    feedContent: async (language) =>
      (await (await viteOf(language)).ssrLoadModule("/client/entry-stories.ts")) as FeedContent,
    assetsDir: null,
    async attach(app) {
      site = app;
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

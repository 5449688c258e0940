import middie from "@fastify/middie";
import type { FastifyInstance } from "fastify";
import type { ViteDevServer } from "vite";
import type { PageAssets } from "../../shared/contract/page-assets.ts";
import type { CreatePageRenderer, PageRequest } from "../../shared/contract/page-renderer.ts";
import type { ClientSide } from "./client-side.ts";
import type { Renderer } from "./render-page.ts";

const assets: PageAssets = {
  entry: "/client/entry-dev.ts",
  modules: [],
  links: ["/client/styles/base.css"],
  stylesheets: null,
  stylesFolder: null,
  fonts: [],
};

/** The stylesheets of the modules that are loaded: a page without scripts has no other way to them. */
const stylesheets = ({ environments }: ViteDevServer): string[] =>
  [...environments.ssr.moduleGraph.urlToModuleMap.keys()].filter((url) =>
    url.endsWith(".module.css"),
  );

/** The client from its sources, loaded for each request, with hot reload in the browser. */
export function createDevSide(): ClientSide {
  let resolveVite: (server: ViteDevServer | Promise<ViteDevServer>) => void;
  const vite = new Promise<ViteDevServer>((resolve) => {
    resolveVite = resolve;
  });
  let isStarted = false;
  const load = async (file: string) => (await vite).ssrLoadModule(file);
  const fresh = async () => {
    const entry = await load("/client/entry-server.tsx");
    const create: CreatePageRenderer<NodeJS.WritableStream> = entry.createPageRenderer;
    const server = await vite;
    return create(() => ({ ...assets, links: [...assets.links, ...stylesheets(server)] }));
  };
  /** Placeholders come and go while the content is edited: each request looks again. */
  const asEdited = (request: PageRequest, { hasPlaceholders }: Renderer) => ({
    ...request,
    hasSampleContent: request.hasSampleContent || hasPlaceholders,
  });
  return {
    renderer: {
      // Only the built site has a site map.
      staticPaths: () => [],
      hasPlaceholders: false,
      match: () => ({ route: "/*", key: null }),
      card: async (request) => (await fresh()).card(request),
      async render(request) {
        const renderer = await fresh();
        return renderer.render(asEdited(request, renderer));
      },
      async renderError(request, status) {
        const renderer = await fresh();
        return renderer.renderError(asEdited(request, renderer), status);
      },
    },
    stories: async () => (await load("/client/entry-stories.ts")).stories(),
    assetsDir: null,
    async attach(app: FastifyInstance) {
      // Vite takes longer to load than the server, whose own edits show before it is there.
      app.addHook("onListen", () => {
        isStarted = true;
        const hmr = { server: app.server };
        const server = { middlewareMode: true, hmr } as const;
        resolveVite(
          import("vite").then(({ createServer }) => createServer({ appType: "custom", server })),
        );
      });
      await app.register(middie);
      app.use((request, response, next) => {
        if (/^\/(?:bff|health)\//.test(request.url ?? "")) next();
        else vite.then(({ middlewares }) => middlewares(request, response, next), next);
      });
      // Hot reload injects styles and inline modules, which the CSP forbids.
      app.addHook("onSend", async (_request, reply) => {
        reply.removeHeader("content-security-policy");
      });
    },
    close: async () => {
      if (isStarted) await (await vite).close();
    },
  };
}
